/**
 * How alike two texts are, as Python's `difflib.SequenceMatcher(None, a, b).ratio()` says (Ratcliff and
 * Metzener 1988): the longest block that both have in common, then the same on its left and on its
 * right, and so on. The rule is not symmetric and has a rule of thumb of its own, so it is followed to
 * the letter; the tests compare it with Python's.
 */

import { kept } from '../../../base/kept.js';

/** A text this long has characters that count as popular, */
const POPULAR_FROM = 200;

/** namely those that make up more than so large a part of it. */
const POPULAR_SHARE = 100;

/**
 * After this many comparisons, a second or two, no more blocks are looked for: of an answer that is made to
 * take long, the rest counts as unlike. Two texts of 50,000 characters with little in common take a fraction of it.
 */
const MOST_STEPS = 5e8;

/** Two texts as code points, which are the characters of Python. */
interface NumberedTexts {
  a: Int32Array;
  b: Int32Array;
  /** By place: how many characters from here on stand in `b` and are not popular there. */
  rareA: Int32Array;
  rareB: Int32Array;
  /** No run of them is longer in both texts. */
  longestRare: number;
  /** By character: where it stands in `b`, ascending, unless it is popular there. */
  places: ReadonlyMap<number, readonly number[]>;
  left: number;
}

interface Range {
  startA: number;
  endA: number;
  startB: number;
  endB: number;
}

interface Block {
  atA: number;
  atB: number;
  length: number;
}

/**
 * @param a - the answer
 * @param b - the reference: whose characters are popular is decided here
 * @returns twice the number of matched characters among all; 1 for two empty texts
 *
 * @example
 * sequenceRatio('abcd', 'bcde') // 0.75
 */
export function sequenceRatio(a: string, b: string): number {
  const texts = numbered(a, b);
  const total = texts.a.length + texts.b.length;
  return total === 0 ? 1 : (2 * matched(texts)) / total;
}

function numbered(a: string, b: string): NumberedTexts {
  const [inA, inB] = [codePoints(a), codePoints(b)];
  const places = new Map<number, number[]>();
  for (const [at, character] of inB.entries()) kept(places, character, () => []).push(at);
  if (inB.length >= POPULAR_FROM) {
    const most = Math.floor(inB.length / POPULAR_SHARE) + 1;
    for (const [character, list] of places) if (list.length > most) places.delete(character);
  }
  const isRare = (character: number) => places.has(character);
  const rareA = runLengths(inA, isRare);
  const rareB = runLengths(inB, isRare);
  const longest = (lengths: Int32Array) => lengths.reduce((most, one) => Math.max(most, one), 0);
  return {
    a: inA,
    b: inB,
    rareA,
    rareB,
    longestRare: Math.min(longest(rareA), longest(rareB)),
    places,
    left: MOST_STEPS,
  };
}

const codePoints = (text: string) => Int32Array.from([...text], (one) => one.codePointAt(0)!);

/** By place: how many items from here on are of a kind. */
function runLengths(list: Int32Array, isOfKind: (item: number) => boolean): Int32Array {
  const lengths = new Int32Array(list.length);
  for (let i = list.length - 1; i >= 0; i--) {
    if (isOfKind(list[i]!)) lengths[i] = (lengths[i + 1] ?? 0) + 1;
  }
  return lengths;
}

/** How many characters the matching blocks have together. */
function matched(texts: NumberedTexts): number {
  const { a, b } = texts;
  let total = 0;
  // A stack and no recursion: a hostile answer nests deeper than calls may.
  const open = [0, a.length, 0, b.length];
  while (open.length > 0 && texts.left > 0) {
    const endB = open.pop()!;
    const startB = open.pop()!;
    const endA = open.pop()!;
    const startA = open.pop()!;
    if (startA === endA || startB === endB) continue;
    const range = { startA, endA, startB, endB };
    const block = extended(texts, range, longestCommonRun(texts, range));
    if (block.length === 0) continue;
    total += block.length;
    open.push(startA, block.atA, startB, block.atB);
    open.push(block.atA + block.length, endA, block.atB + block.length, endB);
  }
  return total;
}

/**
 * The longest run of characters that both ranges have in common, popular characters left out. Of several,
 * the one that begins first in `a`, and of these, first in `b`; a run of no length where there is none.
 */
function longestCommonRun(texts: NumberedTexts, { startA, endA, startB, endB }: Range): Block {
  const { a, b, rareA, rareB, longestRare, places } = texts;
  const best: Block = { atA: startA, atB: startB, length: 0 };
  for (let i = startA; i + best.length < endA && best.length < longestRare; i++) {
    texts.left--;
    if (rareA[i]! <= best.length) continue;
    const list = places.get(a[i]!)!;
    for (let p = firstFrom(list, startB); p < list.length && texts.left > 0; p++) {
      const j = list[p]!;
      if (j + best.length >= endB) break;
      texts.left--;
      if (rareB[j]! <= best.length) continue;
      const most = Math.min(rareA[i]!, rareB[j]!, endA - i, endB - j);
      let length = 1;
      while (length < most && a[i + length] === b[j + length]) length++;
      texts.left -= length;
      if (length > best.length) Object.assign(best, { atA: i, atB: j, length });
    }
  }
  return best;
}

/** Index of the first number that is at least so large, in an ascending list. */
function firstFrom(list: readonly number[], least: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Popular characters begin no block, but go on one. */
function extended({ a, b }: NumberedTexts, range: Range, block: Block): Block {
  let { atA, atB } = block;
  while (atA > range.startA && atB > range.startB && a[atA - 1] === b[atB - 1]) {
    atA--;
    atB--;
  }
  let endA = block.atA + block.length;
  let endB = block.atB + block.length;
  while (endA < range.endA && endB < range.endB && a[endA] === b[endB]) {
    endA++;
    endB++;
  }
  return { atA, atB, length: endA - atA };
}
