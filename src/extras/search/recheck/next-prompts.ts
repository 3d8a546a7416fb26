/** In which order prompts of a grid are asked, and how many up to each look (docs/method/gate.md). */
import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { LOOKS } from '../../../measuring/statistics/regression/looks.js';
import type { PlacedPrompt } from '../../../measuring/statistics/regression/scopes.js';

/** At first each octave of a series is asked so often, */
const OF_OCTAVE = 2;

/** or once where that were more than this share of all tokens. */
const FIRST_SHARE = 1 / LOOKS;

/** Looks are the closer to each other the less is asked: with this power the tokens grow. Chosen in bench/recheck.mjs. */
const CLOSER = 1.25;

/** A prompt of the grid, with what it costs in tokens. */
interface OpenPrompt extends PlacedPrompt {
  isAsked: boolean;
  /** Whether it was sent, and counts from the next look on. */
  isAhead?: boolean;
}

/**
 * While the last answers of a look are out, free slots get prompts of the next one: no more than this share of the tokens
 * of all looks so far, since a look that decides makes them vain. Chosen in bench/recheck.mjs.
 */
export const AHEAD = 0.3;

/**
 * The prompts up to a look, besides those that were sent ahead, and what comes after them.
 *
 * @param look - its number, from 1
 */
export function nextPrompts(
  grid: readonly OpenPrompt[],
  look: number,
): { next: number[]; later: number[] } {
  const tokensOf = (some: readonly number[]) => sum(some.map((i) => grid[i]!.tokens));
  const { first, rest } = inOrder(grid);
  const all = tokensOf(rest) + tokensOf(first);
  const share = Math.min(1, (look - 1) / (LOOKS - 1)) ** CLOSER;
  const target = tokensOf(first) + share * tokensOf(rest);
  const order = [...first, ...rest].filter((i) => !grid[i]!.isAsked && !grid[i]!.isAhead);
  let left = target - (all - tokensOf(order));
  let count = 0;
  // Each look is of one more prompt at least.
  const isOne = grid.some(({ isAhead }) => isAhead);
  while (count < order.length && (left > 0 || (count === 0 && !isOne))) {
    left -= grid[order[count]!]!.tokens;
    count++;
  }
  return { next: order.slice(0, count), later: order.slice(count) };
}

/** Some of each octave, then whatever makes the mean over all lengths most precise for its tokens. */
function inOrder(grid: readonly PlacedPrompt[]): { first: number[]; rest: number[] } {
  const tokensOf = (some: readonly number[]) => sum(some.map((i) => grid[i]!.tokens));
  const octaves = octavesOf(grid).map((own) => {
    const longest = own.at(-1)!;
    return {
      planned: own.length,
      tokens: tokensOf(own) / own.length,
      // The longest comes first: a fall begins there.
      left: [longest, ...spread(own.slice(0, -1))],
      asked: 0,
    };
  });
  const atFirst = (count: number) => octaves.flatMap(({ left }) => left.slice(0, count));
  const isLittle = tokensOf(atFirst(OF_OCTAVE)) <= FIRST_SHARE * tokensOf([...grid.keys()]);
  const count = isLittle ? OF_OCTAVE : 1;
  const first = octaves.flatMap((own) => {
    own.asked = Math.min(count, own.planned);
    return own.left.splice(0, count);
  });
  const gain = ({ planned, asked, tokens }: (typeof octaves)[number]) =>
    planned ** 2 / (asked * (asked + 1)) / tokens;
  const rest: number[] = [];
  while (first.length + rest.length < grid.length) {
    const best = octaves
      .filter(({ left }) => left.length > 0)
      .reduce((most, one) => (gain(one) > gain(most) ? one : most));
    rest.push(best.left.shift()!);
    best.asked++;
  }
  return { first, rest };
}

/** Prompts by series and octave of length, shortest first. */
function octavesOf(grid: readonly PlacedPrompt[]): number[][] {
  const indices = grid.map((_, i) => i).sort((a, b) => grid[a]!.tokens - grid[b]!.tokens || a - b);
  const longest = Math.max(...grid.map(({ tokens }) => tokens));
  const octave = (i: number) => Math.floor(Math.log2(longest / grid[i]!.tokens) + 1e-9);
  return [...groupBy(indices, (i) => `${grid[i]!.series}/${octave(i)}`).values()];
}

/** Evenly over a list: its middle, then the middles of its halves, and so on. */
function spread(own: readonly number[]): number[] {
  if (own.length === 0) return [];
  const middle = own.length >> 1;
  const [before, after] = [spread(own.slice(0, middle)), spread(own.slice(middle + 1))];
  const rest = after.flatMap((one, i) => (i < before.length ? [before[i]!, one] : [one]));
  return [own[middle]!, ...rest, ...before.slice(after.length)];
}
