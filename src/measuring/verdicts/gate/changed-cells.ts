/**
 * Why Cases of a baseline and of results do not match: the same cell of the grid has another id on
 * either side when its options or the texts that its prompt is made of have changed.
 */

import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { say, sayCount } from '../../../base/text/language.js';
import { packageVersion } from '../../../base/version.js';

/** The end of a Case's id: the digest of its options, and the edition of the texts it is made of. */
const ID = /^(.+)\.([0-9a-f]+)-([0-9a-z]+)$/;

/** A Case that only one side has. */
interface Unmatched {
  /** The readable part of its id: which cell of the grid it is. */
  cell: string;
  options: string;
}

/**
 * What to say of cells that are on both sides, but under other ids.
 *
 * @param before - Cases of the baseline, by id
 * @param after - Cases of the results, by id
 * @param madeBy - version of the package that made the baseline, where it is known
 * @returns two sentences, the last without its period; nothing where no cell is on both sides under other ids
 *
 * @example
 * // 32 cells are on both sides, but with other texts: the datasets, the haystack or the tokenizer
 * // have changed since the baseline was made. Make the baseline again
 */
export function changedCellsText(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  madeBy?: string,
): string | undefined {
  const missing = groupBy(unmatched(before, after), ({ cell }) => cell);
  const extra = groupBy(unmatched(after, before), ({ cell }) => cell);
  const shared = [...missing].flatMap(([cell, old]) => {
    const now = extra.get(cell);
    return now ? [{ old, now }] : [];
  });
  if (shared.length === 0) return undefined;
  const count = sum(shared.map(({ old, now }) => Math.min(old.length, now.length)));
  const sameOptions = shared.every(({ old, now }) =>
    now.some(({ options }) => old.some((one) => one.options === options)),
  );
  const are =
    count === 1 ? say`1 cell is on both sides` : say`${sayCount(count, 'cell')} are on both sides`;
  return sameOptions
    ? say`${are}, but with other texts: ${textsChanged(madeBy)}`
    : say`${are}, but with other options of the generator. Use the baseline's options, or make the baseline again`;
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

function textsChanged(madeBy: string | undefined): string {
  const version = packageVersion();
  return madeBy === undefined || madeBy === version
    ? say`the datasets, the haystack or the tokenizer have changed since the baseline was made. Make the baseline again`
    : say`the datasets, the haystack or the tokenizer have changed since the baseline was made (promptfoo-counting-stars ${madeBy} made it, this is ${version}). Make the baseline again, or compare with version ${madeBy}`;
}
