import { kept } from '../../../base/kept.js';

/** A text this long has characters that count as popular, */
const POPULAR_FROM = 200;

/** namely those that make up more than so large a part of it. */
const POPULAR_SHARE = 100;

/**
 * After this many steps, some seconds, no more blocks are looked for: of an answer that is made to take long, the rest counts
 * as unlike.
 */
const MOST_STEPS = 5e8;

/**
 * How alike two texts are, as Python's `difflib.SequenceMatcher(None, a, b).ratio()` says (Ratcliff and
 * Metzener 1988): the longest block that both have in common, then the same on its left and on its
 * right, and so on. The rule is not symmetric and has a rule of thumb of its own, so it is followed to
 * the letter; the tests compare it with Python's.
 *
 * @param answer - its characters (code points, as in Python) are looked for in the reference
 * @param reference - whose characters are popular is decided here
 * @returns twice the number of matched characters among all; 1 for two empty texts
 *
 * @example
 * sequenceRatio('abcd', 'bcde') // 0.75
 */
export function sequenceRatio(answer: string, reference: string): number {
  const [a, b] = [[...answer], [...reference]];
  const places = rarePlaces(b);
  let [matched, left] = [0, MOST_STEPS];
  // A stack and no recursion: a hostile answer nests deeper than calls may.
  const open = [[0, a.length, 0, b.length]];
  for (let range = open.pop(); range && left > 0; range = open.pop()) {
    const [startA, endA, startB, endB] = range as [number, number, number, number];
    const listOf = (i: number) => places.get(a[i]!) ?? [];
    // Where the longest block begins, and how long it is.
    let [atA, atB, length] = [startA, startB, 0];
    // By diagonal: how long its last run is, and the row behind that.
    const runs = new Int32Array(endA - startA + endB - startB);
    const behind = new Int32Array(runs.length);
    left -= runs.length;
    for (let i = startA; i < endA && left > 0; i++) {
      for (const j of listOf(i)) {
        left--;
        if (j < startB) continue;
        if (j >= endB) break;
        const diagonal = j - startB + endA - i - 1;
        const run = behind[diagonal] === i ? runs[diagonal]! + 1 : 1;
        runs[diagonal] = run;
        behind[diagonal] = i + 1;
        if (run > length) [atA, atB, length] = [i - run + 1, j - run + 1, run];
      }
    }
    // Popular characters begin no block, but go on one.
    for (; atA > startA && atB > startB && a[atA - 1] === b[atB - 1]; length++) {
      atA--;
      atB--;
    }
    let [toA, toB] = [atA + length, atB + length];
    for (; toA < endA && toB < endB && a[toA] === b[toB]; toA++) toB++;
    if (toA === atA) continue;
    matched += toA - atA;
    open.push([startA, atA, startB, atB], [toA, endA, toB, endB]);
  }
  return a.length + b.length === 0 ? 1 : (2 * matched) / (a.length + b.length);
}

/** By character: where it stands, ascending. Popular characters are left out. */
function rarePlaces(text: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, character] of text.entries()) kept(places, character, () => []).push(at);
  const most =
    text.length < POPULAR_FROM ? text.length : Math.floor(text.length / POPULAR_SHARE) + 1;
  return new Map([...places].filter(([, list]) => list.length <= most));
}
