/**
 * Why Cases of a baseline and of results do not match: the same cell of the grid has another id on
 * either side when its options or the texts that its prompt is made of have changed.
 */
import type { BaselineCase } from '../baseline.js';
import { groupBy } from '../group-by.js';
import { sum } from '../numbers.js';
import type { Collected } from '../results/collect.js';
import { counted } from '../texts.js';
import { packageVersion } from '../version.js';

/** What differs between the two ids of a cell; `either` where a side does not say its edition. */
type Difference = 'content' | 'options' | 'either';

/** The digest at the end of a Case's id. */
const DIGEST = /\.[0-9a-f]{8,}$/;

/** A Case that only one side has. */
interface Unmatched {
  id: string;
  edition: string | undefined;
}

/**
 * What to say of cells that are on both sides, but under other ids.
 *
 * @param before - Cases of the baseline, by id
 * @param after - Cases of the results, by id
 * @param madeBy - version of the package that made the baseline, where it is known
 * @returns one sentence or two; nothing where no cell is on both sides under other ids
 *
 * @example
 * // 32 cells are on both sides, but with other texts: the datasets, the haystack or the tokenizer
 * // have changed. Make the baseline again.
 */
export function changedCellsText(
  before: ReadonlyMap<string, BaselineCase>,
  after: ReadonlyMap<string, Collected>,
  madeBy?: string,
): string | undefined {
  const missing = [...before]
    .filter(([id]) => !after.has(id))
    .map(([id, { edition }]): Unmatched => ({ id, edition }));
  const extra = [...after]
    .filter(([id]) => !before.has(id))
    .map(([id, { row }]): Unmatched => ({ id, edition: row.edition }));
  const cells = groupBy(missing.filter(hasDigest), cellOf);
  const others = groupBy(extra.filter(hasDigest), cellOf);
  const shared = [...cells].flatMap(([cell, old]) => {
    const now = others.get(cell);
    return now ? [{ old, now }] : [];
  });
  if (shared.length === 0) return undefined;
  const count = sum(shared.map(({ old, now }) => Math.min(old.length, now.length)));
  const found = new Set(shared.map(({ old, now }) => differenceOf(old, now)));
  const difference = found.size === 1 ? [...found][0]! : 'either';
  const are = `${counted(count, 'cell')} ${count === 1 ? 'is' : 'are'} on both sides`;
  return `${are}, ${explained(difference, madeBy)}`;
}

function hasDigest({ id }: Unmatched): boolean {
  return DIGEST.test(id);
}

function cellOf({ id }: Unmatched): string {
  return id.replace(DIGEST, '');
}

function differenceOf(old: readonly Unmatched[], now: readonly Unmatched[]): Difference {
  if ([...old, ...now].some(({ edition }) => edition === undefined)) return 'either';
  const editions = new Set(old.map(({ edition }) => edition));
  const same = now.filter(({ edition }) => editions.has(edition)).length;
  return same === now.length ? 'options' : same === 0 ? 'content' : 'either';
}

function explained(difference: Difference, madeBy: string | undefined): string {
  const version = packageVersion();
  const other = madeBy !== undefined && madeBy !== version;
  const versions = other ? ` (promptfoo-counting-stars ${madeBy} made it, this is ${version})` : '';
  const again = `Make the baseline again${other ? `, or compare with version ${madeBy}` : ''}.`;
  switch (difference) {
    case 'content':
      return (
        'but with other texts: the datasets, the haystack or the tokenizer have changed since the ' +
        `baseline was made${versions}. ${again}`
      );
    case 'options':
      return "but with other options of the generator. Use the baseline's options, or make it again.";
    case 'either':
      return (
        `but with other options, or other texts since the baseline was made${versions}. Use the ` +
        `baseline's options. If they are the same: ${again[0]!.toLowerCase()}${again.slice(1)}`
      );
  }
}
