/**
 * Explains why prompts of a baseline and of results don't match: the same cell of the grid has another id if its options or
 * its texts changed.
 */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { paragraph, say, sayCount } from '../../../base/text/language.js';
import { packageVersion } from '../../../base/version.js';
import type { ChangedCells } from './gate-result.js';

/** Splits an id into its readable part, the digest of its options, and the edition of its texts. */
const ID = /^(.+)\.([0-9a-f]+)-([0-9a-z]+)$/;

interface Unmatched {
  /** The readable part of its id. */
  cell: string;
  options: string;
}

/**
 * Finds cells that both sides have under different ids.
 * @param before - cases of the baseline, by id
 * @param after - cases of the results, by id
 * @param madeBy - version of the package that made the baseline
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

/** Returns cases of one side only, if their ids can be read. */
function unmatched(
  own: ReadonlyMap<string, unknown>,
  others: ReadonlyMap<string, unknown>,
): Unmatched[] {
  return [...own.keys()].flatMap((id) => {
    const read = others.has(id) ? null : ID.exec(id);
    return read ? [{ cell: read[1]!, options: read[2]! }] : [];
  });
}
