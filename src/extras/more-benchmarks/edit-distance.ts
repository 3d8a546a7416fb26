/**
 * The Levenshtein distance of two long texts that are mostly alike, in characters (code points, as in
 * Python): bit-parallel (Myers 1999; Hyyrö 2003), and only for the pairs of places that a distance
 * below a bound can lead through (Ukkonen 1985), a bound that is doubled until it holds.
 *
 * The general algorithm takes minutes for copies of 100,000 words, whose other word may stand anywhere.
 *
 * What begins and ends alike costs nothing: of a list that was repeated and cut off, nothing is left.
 */

import { lengthOf } from '../../base/text/python-text.js';

/** Rows that are counted at once. */
const BITS = 32;

/** The first bound leaves room for this many edits more than there must be. */
const SPARE_EDITS = 64;

/** At most this many steps of 32 rows are spent on a bound: some seconds. */
const MOST_STEPS = 2e9;

/**
 * How like two texts are, from 0 to 1: 1 less the share of the longer one that has to be edited.
 *
 * @returns also whether that is exact; texts that are too long and too unlike are at least so like
 */
export function likenessOf(text: string, copy: string): { likeness: number; isExact: boolean } {
  const { edits, isLeast } = editDistance(text, copy);
  const longest = Math.max(lengthOf(text), lengthOf(copy));
  return { likeness: Math.max(0, 1 - edits / longest), isExact: isLeast };
}

/** A distance, and whether it is the least one. */
interface EditDistance {
  edits: number;
  /** False where two texts are so long and so unlike that a shorter way is not looked for. */
  isLeast: boolean;
}

/**
 * @example
 * editDistance('apple apples', 'apple apple') // { edits: 1, isLeast: true }
 */
export function editDistance(first: string, second: string): EditDistance {
  const numbers = new Map<string, number>();
  const numbered = (text: string) =>
    Int32Array.from([...text], (character) => {
      const number = numbers.get(character) ?? numbers.size;
      numbers.set(character, number);
      return number;
    });
  let [rows, columns] = differentParts(numbered(first), numbered(second));
  if (rows.length > columns.length) [rows, columns] = [columns, rows];
  if (rows.length === 0) return { edits: columns.length, isLeast: true };
  const masks = masksOf(rows, numbers.size);
  let bound = leastEdits(rows, columns, numbers.size) + SPARE_EDITS;
  for (;;) {
    const window = Math.min(rows.length, bound);
    const affordable = (MOST_STEPS * BITS) / columns.length;
    const within = window > affordable ? columns.length - rows.length + SPARE_EDITS : bound;
    const edits = withinBound(rows.length, columns, masks, within);
    const isLeast = edits <= within || within >= columns.length;
    if (isLeast || within < bound) return { edits, isLeast };
    bound *= 2;
  }
}

/** The fewest edits that there can be: one for each character of the longer text without a partner. */
function leastEdits(rows: Int32Array, columns: Int32Array, characters: number): number {
  const left = new Int32Array(characters);
  for (const character of rows) left[character]!++;
  let partners = 0;
  for (const character of columns) if (left[character]!-- > 0) partners++;
  return columns.length - partners;
}

function differentParts(first: Int32Array, second: Int32Array): [Int32Array, Int32Array] {
  const shortest = Math.min(first.length, second.length);
  let start = 0;
  while (start < shortest && first[start] === second[start]) start++;
  let end = 0;
  while (end < shortest - start && first.at(-1 - end) === second.at(-1 - end)) end++;
  return [first.subarray(start, first.length - end), second.subarray(start, second.length - end)];
}

/** By character and block of rows: in which rows the character stands. */
interface Masks {
  bits: Int32Array;
  blocks: number;
}

/** Characters that are in no row share the empty mask at the end. */
function masksOf(rows: Int32Array, characters: number): Masks & { offset: Int32Array } {
  const blocks = Math.ceil(rows.length / BITS);
  const offset = new Int32Array(characters).fill(-1);
  let different = 0;
  for (const character of rows)
    if (offset[character]! < 0) offset[character] = blocks * different++;
  for (let i = 0; i < characters; i++) if (offset[i]! < 0) offset[i] = blocks * different;
  const bits = new Int32Array(blocks * (different + 1));
  rows.forEach((character, row) => {
    bits[offset[character]! + (row >>> 5)]! |= 1 << (row & 31);
  });
  return { bits, blocks, offset };
}

/**
 * The distance, if it is at most `bound`; otherwise some number above it, or the distance.
 *
 * Row and column differ by at most what `bound` allows, so that each column has a window of blocks.
 * Above the window each column counts one more than the last, and below it each row: both are upper
 * bounds of what stands there.
 */
function withinBound(
  rows: number,
  columns: Int32Array,
  { bits, blocks, offset }: ReturnType<typeof masksOf>,
  bound: number,
): number {
  const spare = Math.max(0, bound - (columns.length - rows)) >> 1;
  const above = spare + columns.length - rows;
  const plus = new Int32Array(blocks).fill(-1);
  const minus = new Int32Array(blocks);
  // The last block of the window, and the value in its last row.
  let last = Math.min(blocks - 1, Math.floor(spare / BITS));
  let value = (last + 1) * BITS;
  for (let column = 0; column < columns.length; column++) {
    const lowest = Math.min(blocks - 1, Math.floor((column + 1 + spare) / BITS));
    for (; last < lowest; last++) value += BITS;
    const first = Math.max(0, Math.floor((column - above) / BITS));
    const mask = offset[columns[column]!]!;
    let into = 1;
    for (let block = first; block <= last; block++) {
      const p = plus[block]!;
      const m = minus[block]!;
      let equal = bits[mask + block]!;
      const vertical = equal | m;
      if (into < 0) equal |= 1;
      const diagonal = (((equal & p) + p) ^ p) | equal;
      let up = m | ~(diagonal | p);
      let down = p & diagonal;
      const out = up < 0 ? 1 : down < 0 ? -1 : 0;
      up <<= 1;
      down <<= 1;
      if (into < 0) down |= 1;
      else if (into > 0) up |= 1;
      plus[block] = down | ~(vertical | up);
      minus[block] = up & vertical;
      into = out;
    }
    value += into;
  }
  // Rows of the last block that are below the last row of the text.
  return value - belowLastRow(plus[blocks - 1]!, minus[blocks - 1]!, blocks * BITS - rows);
}

/** By how much the value rises over the last `rows` rows of a block. */
function belowLastRow(plus: number, minus: number, rows: number): number {
  let rise = 0;
  for (let bit = BITS - rows; bit < BITS; bit++)
    rise += ((plus >>> bit) & 1) - ((minus >>> bit) & 1);
  return rise;
}
