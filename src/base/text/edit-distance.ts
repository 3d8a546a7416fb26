import { distance } from 'fastest-levenshtein';
import { kept } from '../kept.js';

/** Pairs of places that are compared at most: some seconds. */
const MOST_PAIRS = 5e10;

/**
 * The Levenshtein distance of an answer from its reference, both as lists of characters or of words. What begins and ends alike costs nothing: of a copy
 * that was cut off, nothing is left.
 *
 * @param reference - with fewer than 65,536 different items, whatever stands in the answer
 * @returns also whether it is the least one: of lists that are too long and too unlike, no shorter way is looked for than
 *   item by item
 *
 * @example
 * editDistance([...'apples'], [...'apple']) // { edits: 1, isLeast: true }
 */
export function editDistance(
  answer: readonly string[],
  reference: readonly string[],
): { edits: number; isLeast: boolean } {
  const known = new Map<string, string>();
  for (const item of reference) kept(known, item, () => String.fromCharCode(known.size + 1));
  // Each item becomes one UTF-16 unit, which the library compares. What the reference lacks is like nothing in it.
  const units = (items: readonly string[]) => items.map((item) => known.get(item) ?? '\0').join('');
  const [left, right] = differentParts(units(answer), units(reference));
  const isLeast = left.length * right.length <= MOST_PAIRS;
  if (isLeast) return { edits: distance(left, right), isLeast };
  let edits = Math.abs(left.length - right.length);
  for (let i = Math.min(left.length, right.length) - 1; i >= 0; i--)
    if (left[i] !== right[i]) edits++;
  return { edits, isLeast };
}

function differentParts(left: string, right: string): [string, string] {
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && left[start] === right[start]) start++;
  let end = 0;
  while (end < shortest - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)];
}
