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

/** Most marks that Anthropic and OpenAI take in a prompt. */
const MARKS = 4;

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
  const least = smallest(asked.map((one) => one.least));
  const familyOf = ({ index, beginning }: Asked) => beginning[least - 1] ?? `${index} alone`;
  const families = [...groupBy(asked, familyOf).values()];
  const units = sum(asked.map(({ beginning }) => beginning.length));
  if (sum(families.map(sharedIn)) < WORTH * units) return asked.map(({ index }) => ({ index }));
  const alikeTogether = families.flatMap((family) =>
    family.length > BLOCK ? family.sort(byBeginning) : family,
  );
  const amount = Math.max(1, Math.floor(asked.length / BLOCK));
  const blocks = Array.from({ length: amount }, (_, i) =>
    alikeTogether.slice(i * BLOCK, i === amount - 1 ? undefined : (i + 1) * BLOCK),
  );
  return blocks.flatMap((block) => marked(ordered(block)));
}

/** Prompts that begin alike stand together. */
function byBeginning({ beginning: a }: Asked, { beginning: b }: Asked): number {
  const shared = alike(a, b);
  return (a[shared] ?? -1) - (b[shared] ?? -1);
}

/** Counts units of a family that are read again if nothing is forgotten. */
function sharedIn(family: readonly Asked[]): number {
  return sum(
    family.map((one, i) => largest([0, ...family.slice(0, i).map((other) => common(one, other))])),
  );
}

/**
 * Asks next what loses least by not waiting for calls under way, the last of them most; of equals, what most others
 * have in common.
 */
function ordered(block: readonly Asked[]): Asked[] {
  const both = block.map((one) => block.map((other) => common(one, other)));
  const worth = both.map(sum);
  const left = new Set(block.keys());
  const order: number[] = [];
  while (left.size > 0) {
    const [finished, underWay] = [order.slice(0, -WINDOW), order.slice(-WINDOW)];
    const lost = (one: number) => {
      const read = largest([0, ...finished.map((other) => both[one]![other]!)]);
      return largest([0, ...underWay.map((other, i) => (both[one]![other]! - read) * (i + 1))]);
    };
    const all = [...left].map((one) => ({ one, lost: lost(one) }));
    const next = all.reduce((best, each) =>
      each.lost < best.lost || (each.lost === best.lost && worth[each.one]! > worth[best.one]!)
        ? each
        : best,
    );
    left.delete(next.one);
    order.push(next.one);
  }
  return order.map((one) => block[one]!);
}

/**
 * Cuts prompts at all places that they have in common with others, and marks what was written before and what most
 * later prompts can read.
 */
function marked(order: readonly Asked[]): { index: number; cache?: CachedBeginnings }[] {
  const written = new Set<string>();
  return order.map((one, i) => {
    const { index, beginning } = one;
    const shared = order.map((other) => common(one, other));
    const [before, later] = [shared.slice(0, i), shared.slice(i + 1)];
    const ends = [...new Set([...before, ...later])].filter((end) => end > 0).sort((a, b) => a - b);
    if (ends.length === 0) return { index };
    const nodeOf = (end: number) => `${end} ${beginning[end - 1]}`;
    const read = ends.findLast((end) => written.has(nodeOf(end))) ?? 0;
    const gain = (end: number) => (end - read) * later.filter((units) => units >= end).length;
    const fresh = ends.filter((end) => gain(end) > 0).sort((a, b) => gain(b) - gain(a));
    const marks = [...(read > 0 ? [read] : []), ...fresh].slice(0, MARKS).sort((a, b) => a - b);
    for (const end of marks) written.add(nodeOf(end));
    return {
      index,
      cache: { length: beginning.length, shares: largest([0, ...before]), ends, marks },
    };
  });
}
