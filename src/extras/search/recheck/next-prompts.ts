/** Which prompts of a grid are asked first, and which next: those that decide most for their tokens (docs/method/gate.md). */
import { groupBy } from '../../../base/group-by.js';
import { LOOKS, quantileOf } from '../../../measuring/statistics/regression/looks.js';
import type { TestedDrop } from '../../../measuring/statistics/regression/regression-tests.js';
import {
  longestGroup,
  type PlacedPrompt,
  type Scopes,
} from '../../../measuring/statistics/regression/scopes.js';

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

/** Stands before passing at a look: a part that is this near to failing is asked on. */
const NEAR = 0.7;

/** A bound of the longest length that is no statement, as long as more can be asked there. */
const LARGE = 0.2;

/**
 * Whether a model may fail yet although its mean drop is known to be small: a part is near to that, or next to nothing is
 * known of the longest lengths.
 */
export function isOpenAtLook(
  grid: readonly OpenPrompt[],
  scopes: Scopes,
  tests: readonly TestedDrop[],
  { alpha, tail }: { alpha: number; tail: number },
): boolean {
  const isNear = tests.some((own) => own.fraction! < 1 && nearness(own, alpha) >= NEAR);
  return isNear || longestOpen(grid, scopes, tests, tail).length > 0;
}

/** How near a test is to its boundary: 1 and more where a drop is shown, 0 or less where there is none. */
function nearness({ p, share }: TestedDrop, alpha: number): number {
  return share > 0 ? quantileOf(p) / quantileOf(alpha * share) : Number.NEGATIVE_INFINITY;
}

/** What there is to ask yet of the longest length, as long as a large drop there is not excluded. */
function longestOpen(
  grid: readonly OpenPrompt[],
  { whole, series, lengths }: Scopes,
  tests: readonly TestedDrop[],
  tail: number,
): number[] {
  const group = longestGroup([...whole, ...series, ...lengths]);
  const left = group?.members.filter((i) => !grid[i]!.isAsked) ?? [];
  if (left.length === 0) return [];
  const longest = tests.find(
    (tested) =>
      tested.group.series === group!.series &&
      tested.group.fromTokens === group!.fromTokens &&
      tested.group.toTokens === group!.toTokens,
  );
  return longest && longest.high(tail / 2) < LARGE ? [] : left;
}

/** The first prompts: of each octave of each series, in the order of the grid. */
export function firstPrompts(grid: readonly PlacedPrompt[]): number[] {
  const tokensOf = (chosen: readonly number[]) =>
    chosen.reduce((sum, i) => sum + grid[i]!.tokens, 0);
  const most = FIRST_SHARE * tokensOf(grid.map((_, i) => i));
  const twice = ofEachOctave(grid, OF_OCTAVE);
  return tokensOf(twice) <= most ? twice : ofEachOctave(grid, 1);
}

function ofEachOctave(grid: readonly PlacedPrompt[], count: number): number[] {
  const octaves = octavesOf(grid);
  return octaves
    .flatMap((own) =>
      Array.from({ length: Math.min(count, own.length) }, (_, part) => {
        return own[Math.floor(((part + 0.5) * own.length) / Math.min(count, own.length))]!;
      }),
    )
    .sort((a, b) => a - b);
}

/** Prompts by series and octave of length, shortest first. */
function octavesOf(grid: readonly PlacedPrompt[]): number[][] {
  const indices = grid.map((_, i) => i).sort((a, b) => grid[a]!.tokens - grid[b]!.tokens || a - b);
  const longest = Math.max(...grid.map(({ tokens }) => tokens));
  return [
    ...groupBy(
      indices,
      (i) => `${grid[i]!.series}/${Math.floor(Math.log2(longest / grid[i]!.tokens) + 1e-9)}`,
    ).values(),
  ];
}

/**
 * The prompts up to the next look, besides those that were sent ahead, and what comes after them. Those of the part that is
 * nearest to failing, the cheapest first; where passing is nearer, those that make the mean over all lengths more precise.
 *
 * @param tests - of what was asked; none before the first answer
 * @param margin - a drop that is to be excluded
 * @param look - the number of the next one
 */
export function nextPrompts(
  grid: readonly OpenPrompt[],
  scopes: Scopes,
  tests: readonly TestedDrop[],
  { alpha, margin, tail, look }: { alpha: number; margin: number; tail: number; look: number },
): { next: number[]; later: number[] } {
  const open = grid.flatMap(({ isAsked, isAhead }, i) => (isAsked || isAhead ? [] : i));
  const tokensOf = (some: readonly number[]) => some.reduce((sum, i) => sum + grid[i]!.tokens, 0);
  const all = tokensOf(grid.map((_, i) => i));
  const first = tokensOf(firstPrompts(grid));
  const target = look >= LOOKS ? all : first + (all - first) * ((look - 1) / (LOOKS - 1)) ** CLOSER;
  const order = inOrder(grid, open, scopes, tests, { alpha, margin, tail });
  let left = target - (all - tokensOf(open));
  let count = 0;
  // Each look is of one more prompt at least.
  const isOne = grid.some(({ isAhead }) => isAhead);
  while (count < order.length && (left > 0 || (count === 0 && !isOne))) {
    left -= grid[order[count]!]!.tokens;
    count++;
  }
  return { next: order.slice(0, count), later: order.slice(count) };
}

function inOrder(
  grid: readonly OpenPrompt[],
  open: readonly number[],
  scopes: Scopes,
  tests: readonly TestedDrop[],
  { alpha, margin, tail }: { alpha: number; margin: number; tail: number },
): number[] {
  const [whole] = tests;
  const evenly = precisest(grid, open);
  if (!whole) return evenly;
  const passing = (margin - whole.drop) / Math.max(1e-9, whole.below(tail) - whole.drop);
  const failing = tests
    .filter(({ fraction }) => fraction! < 1)
    .map((tested) => ({ tested, near: nearness(tested, alpha) }))
    .sort((a, b) => b.near - a.near)[0];
  if (!failing || failing.near < passing) {
    const needed = longestOpen(grid, scopes, tests, tail).filter((i) => open.includes(i));
    return [...new Set([...needed, ...evenly])];
  }
  const { series, fromTokens, toTokens } = failing.tested.group;
  const isIn = (i: number) =>
    (series === undefined || grid[i]!.series === series) &&
    grid[i]!.tokens >= fromTokens &&
    grid[i]!.tokens <= toTokens;
  const cheapest = open.filter(isIn).sort((a, b) => grid[a]!.tokens - grid[b]!.tokens || a - b);
  return [...cheapest, ...evenly.filter((i) => !isIn(i))];
}

/** Each next prompt is that whose octave gains most of it for its tokens. */
function precisest(grid: readonly OpenPrompt[], open: readonly number[]): number[] {
  const isOpen = new Set(open);
  const octaves = octavesOf(grid).map((own) => ({
    planned: own.length,
    asked: own.filter((i) => !isOpen.has(i)).length,
    left: spread(own.filter((i) => isOpen.has(i))),
    tokens: own.reduce((sum, i) => sum + grid[i]!.tokens, 0) / own.length,
  }));
  const gain = ({ planned, asked, tokens }: (typeof octaves)[number]) =>
    planned ** 2 / (Math.max(0.5, asked) * (asked + 1)) / tokens;
  const order: number[] = [];
  while (order.length < open.length) {
    const best = octaves
      .filter(({ left }) => left.length > 0)
      .reduce((most, one) => (gain(one) > gain(most) ? one : most));
    order.push(best.left.shift()!);
    best.asked++;
  }
  return order;
}

/** Evenly over a list: its middle, then the middles of its halves, and so on. */
function spread(own: readonly number[]): number[] {
  if (own.length === 0) return [];
  const middle = own.length >> 1;
  const [before, after] = [spread(own.slice(0, middle)), spread(own.slice(middle + 1))];
  const rest = after.flatMap((one, i) => (i < before.length ? [before[i]!, one] : [one]));
  return [own[middle]!, ...rest, ...before.slice(after.length)];
}
