/** Prompts this few tokens below their length are close enough. */
export const CLOSE_ENOUGH = 4;

/**
 * An amount that fits a length and leaves less free than another item would take.
 *
 * @param lengthOf - of a prompt with an amount of items, in tokens; it grows with the amount
 * @param guess - the amount to begin with, above 0
 * @returns the amount 0 where not even that fits, with fewer than no tokens missing
 */
export function largestFitting(
  length: number,
  lengthOf: (amount: number) => number,
  guess: number,
): { amount: number; missing: number } {
  let low = 0;
  let lowLength = lengthOf(0);
  let high = Number.POSITIVE_INFINITY;
  let next = Math.max(1, Math.floor(guess));
  while (low + 1 < high && length - lowLength > CLOSE_ENOUGH) {
    const found = lengthOf(next);
    const each = Math.max(1e-3, (found - lowLength) / (next - low));
    if (found <= length) {
      low = next;
      lowLength = found;
    } else {
      high = next;
    }
    if (length - lowLength < each) break;
    const step = Math.floor((length - lowLength) / each);
    next = Math.min(
      low + Math.max(1, step),
      high === Number.POSITIVE_INFINITY ? 2 * low + step + 1 : high - 1,
    );
  }
  return { amount: low, missing: length - lowLength };
}

/** How often a rest is corrected after measuring. */
const ROUNDS = 8;

/**
 * Fill a rest with what is chosen by estimated length, and measured.
 *
 * @param rest - tokens to fill
 * @param choose - something estimated to have at most a number of tokens, and the nearest to it
 * @param restWith - what is left free with it; below 0 where it is too long
 * @returns what leaves the least free; nothing where everything is too long
 */
export function fillRest<T>(
  rest: number,
  choose: (rest: number) => T | undefined,
  restWith: (filler: T) => number,
): T | undefined {
  let best: { filler: T; left: number } | undefined;
  let wanted = rest;
  for (let round = 0; round < ROUNDS; round++) {
    const filler = choose(wanted);
    if (filler === undefined) break;
    const left = restWith(filler);
    if (left >= 0 && left < (best?.left ?? Number.POSITIVE_INFINITY)) best = { filler, left };
    if (best && best.left <= CLOSE_ENOUGH) break;
    wanted += left < 0 ? left : Math.min(left, CLOSE_ENOUGH);
  }
  return best?.filler;
}

/** An item, or part of one, that fills part of a rest. */
export interface Length {
  index: number;
  tokens: number;
}

export function tokensIn(lengths: readonly Length[]): number {
  return lengths.reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * The one or two that come closest to a length from below, two of them with different indices.
 *
 * @param lengths - ascending
 */
export function nearestPair<L extends Length>(
  lengths: readonly L[],
  most: number,
  amount: 1 | 2 = 2,
): L[] | undefined {
  let best: L[] | undefined;
  let nearest = 0;
  const offer = (...chosen: L[]) => {
    const tokens = tokensIn(chosen);
    if (tokens <= most && tokens > nearest) [best, nearest] = [chosen, tokens];
  };
  for (const length of lengths) offer(length);
  for (let low = 0, high = lengths.length - 1; amount === 2 && low < high; ) {
    const [a, b] = [lengths[low]!, lengths[high]!];
    if (a.index !== b.index) offer(a, b);
    if (a.tokens + b.tokens > most) high--;
    else low++;
  }
  return best;
}

/**
 * Try draw after draw until one comes close enough to a length.
 *
 * @param first - what there is without any of them, and how many tokens it leaves; below 0 if it is too long
 * @returns what leaves the least free
 */
export function nearestDraw<T>(
  draws: number,
  first: { made: T; left: number },
  tryDraw: (draw: number) => typeof first,
): T {
  let best = first;
  for (let draw = 0; draw < draws && best.left > CLOSE_ENOUGH; draw++) {
    const tried = tryDraw(draw);
    if (tried.left >= 0 && tried.left < best.left) best = tried;
  }
  return best.made;
}

/**
 * The largest amount that leaves nothing below zero, by halving; what is left falls with the amount.
 *
 * @param low - an amount that fits, or the least that is taken
 * @param high - a first guess above it
 */
export function mostThatFit(low: number, high: number, leftBy: (amount: number) => number): number {
  if (leftBy(high) >= 0) return mostThatFit(high, 2 * high, leftBy);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (leftBy(middle) >= 0) low = middle;
    else high = middle;
  }
  return low;
}
