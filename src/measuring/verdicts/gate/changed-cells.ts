/**
 * Why Cases of a baseline and of results do not match: the same cell of the grid has another id on
 * either side when its options or the texts that its prompt is made of have changed.
 */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { paragraph, say, sayCount } from '../../../base/text/language.js';
import { packageVersion } from '../../../base/version.js';
import type { ChangedCells } from './gate-result.js';

/** The end of a Case's id: the digest of its options, and the edition of the texts it is made of. */
const ID = /^(.+)\.([0-9a-f]+)-([0-9a-z]+)$/;

/** A Case that only one side has. */
interface Unmatched {
  /** The readable part of its id: which cell of the grid it is. */
  cell: string;
  options: string;
}

/**
 * Cells that are on both sides, but under other ids.
 *
 * @param before - Cases of the baseline, by id
 * @param after - Cases of the results, by id
 * @param madeBy - version of the package that made the baseline, where it is known
 */
export function changedCells(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  madeBy?: string,
): ChangedCells | undefined {
  const missing = groupBy(unmatched(before, after), ({ cell }) => cell);
  const extra = groupBy(unmatched(after, before), ({ cell }) => cell);
  const shared = [...missing].flatMap(([cell, old]) => {
    const now = extra.get(cell);
    return now ? [{ old, now }] : [];
  });
  if (shared.length === 0) return undefined;
  const sameOptions = shared.every(({ old, now }) =>
    now.some(({ options }) => old.some((one) => one.options === options)),
  );
  return {
    count: sum(shared.map(({ old, now }) => Math.min(old.length, now.length))),
    by: sameOptions ? 'texts' : 'options',
    ...(sameOptions && madeBy !== undefined && madeBy !== packageVersion() && { madeBy }),
  };
}

/**
 * What to say of them.
 *
 * @example
 * // 32 prompts are on both sides, made of other texts: the datasets, the haystack or the tokenizer changed. Save the
 * // baseline again.
 */
export function changedCellsText({ count, by, madeBy }: ChangedCells): string {
  const prompts = sayCount(count, 'prompt');
  if (by === 'options') {
    return say`Of ${prompts}, the options of the generator changed. Use the baseline's options, or save the baseline again.`;
  }
  const changed = say`Of ${prompts}, the texts changed (datasets, haystack or tokenizer). Save the baseline again.`;
  return madeBy === undefined
    ? changed
    : paragraph([
        changed,
        say`promptfoo-counting-stars ${madeBy} made it, and this is ${packageVersion()}.`,
      ]);
}

/** The Cases that one side has and the other has not, as far as their ids can be read. */
function unmatched(
  own: ReadonlyMap<string, unknown>,
  others: ReadonlyMap<string, unknown>,
): Unmatched[] {
  return [...own.keys()].flatMap((id) => {
    const read = others.has(id) ? null : ID.exec(id);
    return read ? [{ cell: read[1]!, options: read[2]! }] : [];
  });
}
