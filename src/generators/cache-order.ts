/**
 * Orders a grid and says where to mark its prompts for a provider's cache. Providers bill a beginning that they
 * have read before at a fraction, so prompts that begin alike are asked close together, but far enough apart
 * that the first has been read. See docs/method/plan.md.
 */
import { largest, smallest } from '../base/extremes.js';
import { groupBy } from '../base/group-by.js';
import { sum } from '../base/numbers.js';
import type { CachedBeginnings } from '../contract/case.js';

/** Distance between places where a text may be cut, in UTF-16 units. */
export const UNIT = 256;

/** Providers cache no shorter beginning, in tokens. */
const LEAST_TOKENS = 1024;

/** Prompts asked before any other. Providers keep more than these for minutes. */
const BLOCK = 48;

/** Calls that may be under way at once, so that what they read cannot be reused yet. */
const WINDOW = 16;

const LAG = 4;

/** Most marks that Anthropic and OpenAI take in a prompt. */
const MARKS = 4;

/** What reading a token from the cache saves, and what writing it adds, as shares of its price. */
const READ_SAVES = 0.9;
const WRITE_ADDS = 0.25;

/** Grids with less in common, as a share of all, keep the order in which they were generated. */
const WORTH = 0.05;

/** Digests of all that stands before each place where a text may be cut. */
export type Beginning = Uint32Array;

/** Makes digests of beginnings. Two texts begin alike up to the last place where these are equal. */
export function beginningDigests(text: string): Beginning {
  const digests = new Uint32Array(Math.floor(text.length / UNIT));
  let digest = 0x811c9dc5;
  for (let unit = 0; unit < digests.length; unit++) {
    const end = (unit + 1) * UNIT;
    for (let at = unit * UNIT; at < end; at++) {
      digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
    }
    digest ^= digest >>> 15;
    digests[unit] = digest;
  }
  return digests;
}

/** Counts units that two texts have in common at their start. 0 if too few to be cached. */
function common(a: Asked, b: Asked): number {
  const shared = alike(a.beginning, b.beginning);
  return shared < Math.max(a.least, b.least) ? 0 : shared;
}

function alike(a: Beginning, b: Beginning): number {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (a[middle - 1] === b[middle - 1]) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Asked {
  index: number;
  beginning: Beginning;
  /** Units of the shortest beginning that is cached. */
  least: number;
}

/**
 * Orders prompts, and says what each has in common with others.
 *
 * @param prompts - as they were generated, with their length in tokens
 * @returns their indices in the order in which they are best asked, with the places to mark
 */
export function inCacheOrder(
  prompts: readonly { beginning: Beginning; tokens: number }[],
): { index: number; cache?: CachedBeginnings }[] {
  const asked = prompts.map(({ beginning, tokens }, index) => ({
    index,
    beginning,
    least: Math.max(1, Math.floor((LEAST_TOKENS * beginning.length) / tokens)),
  }));
  const least = smallest(asked.map((prompt) => prompt.least));
  const familyOf = ({ index, beginning }: Asked) => beginning[least - 1] ?? `${index} alone`;
  const families = [...groupBy(asked, familyOf).values()].flatMap(grown);
  if (sum(families.map(sharedIn)) < WORTH * sum(asked.map(unitsOf)))
    return asked.map(({ index }) => ({ index }));
  return blocksOf(families).flatMap((block) => {
    const order = ordered(block.flat());
    const marks = new Map(block.flatMap((family) => marked(order, family)));
    return order.map(({ index }) => {
      const cache = marks.get(index);
      return { index, ...(cache && { cache }) };
    });
  });
}

function unitsOf({ beginning }: Asked): number {
  return beginning.length;
}

/** Counts units of a family that are read again if nothing is forgotten. */
function sharedIn(family: readonly Asked[]): number {
  return sum(
    family.map((prompt, i) =>
      largest([0, ...family.slice(0, i).map((other) => common(prompt, other))]),
    ),
  );
}

/** Returns a family, or parts as large as a block of those with most in common. */
function grown(family: Asked[]): Asked[][] {
  if (family.length <= 2 * BLOCK) return [family];
  const first = family[0]!.beginning;
  const shared = smallest(family.slice(1).map((prompt) => alike(first, prompt.beginning)));
  const branches = [
    ...groupBy(family, ({ index, beginning }) => beginning[shared] ?? `end ${index}`).values(),
  ];
  const parts = branches.length > 1 ? branches.flatMap(grown) : [family];
  const joined: Asked[][] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && last.length < BLOCK) last.push(...part);
    else joined.push([...part]);
  }
  return joined;
}

/** Joins families into blocks, so that each has something to ask while others are read. */
function blocksOf(families: readonly Asked[][]): Asked[][][] {
  const blocks: Asked[][][] = [];
  let size = BLOCK;
  for (const family of families) {
    if (size >= BLOCK) {
      blocks.push([]);
      size = 0;
    }
    blocks.at(-1)!.push(family);
    size += family.length;
  }
  const [before, last] = blocks.slice(-2);
  if (size < BLOCK && last) {
    blocks.pop();
    before!.push(...last);
  }
  return blocks;
}

/**
 * Asks next what loses least by not waiting for calls under way. Of equals, what others can read most of, or
 * else what reads most itself.
 */
function ordered(block: readonly Asked[]): Asked[] {
  const both = block.map((prompt) => block.map((other) => common(prompt, other)));
  const read = block.map(() => 0);
  const left = new Set(block.keys());
  const order: number[] = [];
  while (left.size > 0) {
    const finished = order.at(-WINDOW - 1);
    const underWay = order.slice(-WINDOW);
    // What each can read now, weighed by how likely it is there, and what it could read later.
    const reading = block.map(() => 0);
    const lost = block.map(() => 0);
    for (const prompt of left) {
      const shared = both[prompt]!;
      if (finished !== undefined) read[prompt] = Math.max(read[prompt]!, shared[finished]!);
      let now = read[prompt]!;
      for (const [i, other] of underWay.entries()) {
        reading[prompt] = Math.max(reading[prompt]!, shared[other]!);
        now = Math.max(now, (shared[other]! * (underWay.length - 1 - i)) / WINDOW);
      }
      lost[prompt] = Math.max(0, reading[prompt]! - now);
    }
    let next = -1;
    let most = -1;
    for (const prompt of left) {
      if (next >= 0 && lost[prompt]! > lost[next]!) continue;
      let unlocked = 0;
      for (const other of left) {
        if (other === prompt) continue;
        unlocked += Math.max(0, both[prompt]![other]! - Math.max(read[other]!, reading[other]!));
      }
      const isEqual = next >= 0 && lost[prompt] === lost[next];
      const isWorse = unlocked < most || (unlocked === most && read[prompt]! <= read[next]!);
      if (isEqual && isWorse) continue;
      [next, most] = [prompt, unlocked];
    }
    left.delete(next);
    order.push(next);
  }
  return order.map((prompt) => block[prompt]!);
}

/** The call that first read up to a marked place of a prompt. */
type Written = Map<string, number>;

/**
 * Cuts and marks prompts of a family at places that all have in common with others. Up to two marks are for
 * what was written before, the rest for later prompts.
 */
function marked(order: readonly Asked[], family: readonly Asked[]): [number, CachedBeginnings][] {
  const members = new Set(family);
  const asked = order.flatMap((prompt, at) => (members.has(prompt) ? [{ ...prompt, at }] : []));
  const both = asked.map((prompt) => asked.map((other) => common(prompt, other)));
  const ends = both.map((shared, i) =>
    [...new Set(shared.filter((units, j) => i !== j && units > 0))].sort((a, b) => a - b),
  );
  const written: Written = new Map();
  const nodeOf = (i: number, end: number) => `${end} ${asked[i]!.beginning[end - 1]}`;
  const deepest = (i: number, before: number) =>
    ends[i]!.findLast((end) => (written.get(nodeOf(i, end)) ?? Infinity) <= before) ?? 0;
  return asked.flatMap(({ index, at }, i) => {
    if (ends[i]!.length === 0) return [];
    const shares = largest([0, ...both[i]!.slice(0, i)]);
    const sure = deepest(i, at - LAG);
    const known = deepest(i, at - 1);
    const marks = new Set([sure, known].filter((end) => end > 0));
    const later = asked.flatMap((other, j) =>
      other.at >= at + LAG ? [{ shared: both[i]![j]!, read: deepest(j, at - 1) }] : [],
    );
    let ahead = sure;
    for (let count = marks.size; count < MARKS; count++) {
      const gain = (end: number) =>
        READ_SAVES *
          later.reduce(
            (sum, prompt) => sum + (prompt.shared >= end ? Math.max(0, end - prompt.read) : 0),
            0,
          ) -
        WRITE_ADDS * Math.max(0, end - ahead);
      const best = ends[i]!.filter((end) => !marks.has(end)).reduce(
        (most, end) => (gain(end) > most.gain ? { end, gain: gain(end) } : most),
        { end: 0, gain: 0 },
      ).end;
      if (best === 0) break;
      marks.add(best);
      ahead = Math.max(ahead, best);
      for (const prompt of later)
        if (prompt.shared >= best) prompt.read = Math.max(prompt.read, best);
    }
    for (const end of marks) {
      const node = nodeOf(i, end);
      if (!written.has(node)) written.set(node, at);
    }
    return [
      [
        index,
        {
          length: asked[i]!.beginning.length,
          shares,
          ends: ends[i]!,
          marks: [...marks].sort((a, b) => a - b),
        },
      ] as const,
    ];
  }) as [number, CachedBeginnings][];
}
