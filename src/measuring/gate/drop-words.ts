/** Drops, their bounds and what a design sees of one, in the words of gate, history and plan. */
import { say, sayCount } from '../../base/text/language.js';
import { amountAt, type Sizes } from '../output/sizes.js';
import { differenceText, lengthText, percentText, sizeText } from '../output/words.js';
import type { DropBounds } from '../statistics/regression/drop-test.js';
import { LEFT, type LongestLoss } from '../statistics/regression/longest-loss.js';
import type { Place, RegressionResult } from '../statistics/regression/regression.js';

/** A drop of recall, a rise with a minus. */
export function dropText(drop: number): string {
  return differenceText(drop).replace('+', '');
}

/** A drop with its interval: `0.030 (0.010 to 0.049)`. */
export function dropIntervalText({ value, low, high }: DropBounds): string {
  return say`${dropText(value)} (${dropText(low)} to ${dropText(high)})`;
}

/** X of "at most X", rounded up so that it holds. */
export function boundText(excludes: number): string {
  return dropText(Math.ceil(excludes * 1000 - 1e-9) / 1000);
}

/** How large a drop may be, and that at the longest length: `at most 0.058 (0.210 at 128K)`. */
export function atMostText(
  { excludes, longest }: Pick<RegressionResult, 'excludes' | 'longest'>,
  sizes?: Sizes,
): string {
  const most = boundText(excludes);
  return longest
    ? say`at most ${most} (${boundText(longest.excludes)} at ${rangeText(longest, sizes)})`
    : say`at most ${most}`;
}

export function rangeText(
  { fromTokens, toTokens }: Pick<Place, 'fromTokens' | 'toTokens'>,
  sizes: Sizes | undefined,
): string {
  const to = sizeText(toTokens, sizes);
  if (fromTokens === toTokens) return to;
  return say`${sizes ? amountAt(sizes, fromTokens) : lengthText(fromTokens)} to ${to}`;
}

/**
 * What a design can see of its longest length alone.
 *
 * @example
 * // a loss of 70% of recall at 128K alone (1 prompt) is found in 2% of runs, with 3 prompts there in 88%
 */
export function longestLossText(
  { tokens, prompts, probability, enough }: LongestLoss,
  sizes?: Sizes,
): string {
  const found = say`a loss of ${percentText(1 - LEFT)} of recall at ${sizeText(tokens, sizes)} alone (${sayCount(prompts, 'prompt')}) is found in ${foundText(probability)} of runs`;
  return enough && enough.probability > probability
    ? say`${found}, with ${enough.prompts} prompts there in ${foundText(enough.probability)}`
    : found;
}

/** A share of imagined runs: none of a few hundred is not never. */
function foundText(probability: number): string {
  return percentText(Math.min(0.999, Math.max(0.001, probability)));
}
