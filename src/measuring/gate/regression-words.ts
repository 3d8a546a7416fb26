/** What a comparison with a baseline found, in the words of every output. */

import { sayCount } from '../../base/text/language.js';
import { amountAt, type Sizes } from '../output/sizes.js';
import { differenceText, lengthText, percentText, shareText, sizeText } from '../output/words.js';
import type { DropBounds } from '../statistics/regression/drop-test.js';
import {
  LEFT,
  type LongestBound,
  type LongestLoss,
} from '../statistics/regression/longest-loss.js';
import type {
  DropComparison,
  Place,
  RegressionResult,
} from '../statistics/regression/regression.js';
import type { GateOptions, PowerStatement } from './gate-result.js';

type Limits = Pick<GateOptions, 'maxDrop' | 'margin' | 'alpha'>;

/** A drop of recall, a rise with a minus. */
export function dropText(drop: number): string {
  return differenceText(drop).replace('+', '');
}

/** What failed, by how much: `drop of 0.030`. */
export function failedDropText({ value }: Pick<DropBounds, 'value'>): string {
  return `drop of ${dropText(value)}`;
}

/** A drop with its interval: `0.030 (0.010 to 0.049)`. */
export function dropIntervalText({ value, low, high }: DropBounds): string {
  return `${dropText(value)} (${dropText(low)} to ${dropText(high)})`;
}

/** X of "at most X", rounded up so that it holds. */
export function boundText(excludes: number): string {
  return dropText(Math.ceil(excludes * 1000 - 1e-9) / 1000);
}

/**
 * The sentence about one reader that people read first.
 *
 * @example
 * // drop 0.003 (95 % interval −0.010 to 0.016), at most 0.014 with one-sided 95 % confidence
 */
export function regressionText(result: RegressionResult, sizes?: Sizes): string {
  if (result.prompts === 0) return wholeDropText(result);
  return `${wholeDropText(result)}, ${atMostText(result, sizes)} with one-sided 95 % confidence`;
}

/**
 * The same where a page begins: the figures of both sides first.
 *
 * @example
 * // recall fell by 0.094 (0.932 → 0.839); the drop is 0.017 to 0.282 (95 % interval), at most 0.221 (0.456 at 32K)
 * // with one-sided 95 % confidence
 */
export function fallText(result: RegressionResult, sizes?: Sizes): string {
  const { prompts, before, now, drop } = result;
  if (prompts === 0) return wholeDropText(result);
  const way = drop.value < 0 ? 'rose' : 'fell';
  return (
    `recall ${way} by ${dropText(Math.abs(drop.value))} (${shareText(before)} → ${shareText(now)}); the drop is ` +
    `${dropText(drop.low)} to ${dropText(drop.high)} (95 % interval), ${atMostText(result, sizes)} with ` +
    'one-sided 95 % confidence'
  );
}

/** How large a drop may be, and that at the longest length: `at most 0.058 (0.210 at 128K)`. */
export function atMostText(
  { excludes, longest }: Pick<RegressionResult, 'excludes' | 'longest'>,
  sizes?: Sizes,
): string {
  const there = longest ? ` (${boundText(longest.excludes)} at ${rangeText(longest, sizes)})` : '';
  return `at most ${boundText(excludes)}${there}`;
}

/** The drop over all prompts of one reader, with its interval. */
export function wholeDropText({ prompts, drop: { value, low, high } }: RegressionResult): string {
  if (prompts === 0) return 'no prompt has answers on both sides that could be read';
  return `drop ${dropText(value)} (95 % interval ${dropText(low)} to ${dropText(high)})`;
}

/** All findings about one reader: the mean drops, first over all. */
interface Finding extends DropComparison {
  /** What made its verdict so. */
  note: string;
  /** What of that its figures do not say. */
  beside: string;
}

export function findingsOf(result: RegressionResult, limits: Limits): Finding[] {
  return result.comparisons.map((one, i) => ({
    ...one,
    ...judged(one, i === 0 ? result : undefined, limits),
  }));
}

/**
 * @param whole - the result, for the comparison of everything together, which carries what is asked of
 *   all of it
 */
function judged(
  { drop, p, adjusted, verdict, toNothing, before, now, excludes }: DropComparison,
  whole: RegressionResult | undefined,
  { maxDrop, margin, alpha }: Limits,
): Pick<Finding, 'verdict' | 'note' | 'beside'> {
  if (verdict === 'failed') {
    const note = `${failedDropText(drop)}, p ${equals(adjusted)}`;
    return { verdict, note, beside: '' };
  }
  if (toNothing) {
    const fall = `from ${shareText(before)} to ${shareText(now)}`;
    const note = `fell to nothing, ${fall}, which so few prompts can neither show nor rule out`;
    return { verdict: 'undecided', note, beside: note };
  }
  const doubts = [
    ...(whole?.reasons.includes('margin not shown')
      ? [`it is not shown that the drop is below ${margin} (--margin)`]
      : []),
    ...(whole?.reasons.includes('too little data')
      ? ['too little data: the drop may be half of all recall or more']
      : []),
  ];
  if (doubts.length > 0) {
    const note = doubts.join('; ');
    return { verdict: 'undecided', note, beside: note };
  }
  const bound =
    verdict === 'passed' ? atMostText({ excludes }) : `may be as much as ${boundText(excludes)}`;
  const within =
    adjusted <= alpha && drop.value > 0 ? `more than chance, but within ${maxDrop}` : '';
  const chance = p > 0 && drop.value > maxDrop + 1e-9 && !within ? 'could be chance' : '';
  const beside = within || chance;
  return { verdict, note: [beside, `drop ${bound}`].filter(Boolean).join('; '), beside };
}

function equals(p: number): string {
  const text = probabilityText(p);
  return text.startsWith('<') ? text : `= ${text}`;
}

/** Where a finding is: `longer half, 40K to 64K`. */
export function placeText({ scope, fromTokens, toTokens }: Place, sizes?: Sizes): string {
  const range = rangeText({ fromTokens, toTokens }, sizes);
  return scope === 'one length' ? range : `${scope}, ${range}`;
}

function rangeText(
  { fromTokens, toTokens }: Pick<Place, 'fromTokens' | 'toTokens'>,
  sizes: Sizes | undefined,
): string {
  const to = sizeText(toTokens, sizes);
  if (fromTokens === toTokens) return to;
  return `${sizes ? amountAt(sizes, fromTokens) : lengthText(fromTokens)} to ${to}`;
}

/** A probability of chance with four decimals; `< 0.0001` for less. */
export function probabilityText(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

/** What is known of the drift of whole runs, or what is assumed of it. */
export function driftText({ drift: { runs, from, deviation } }: RegressionResult): string {
  const shift = `whole runs shift by about ${deviation.toFixed(3)} (standard deviation)`;
  const sources = {
    prior: `Assumed: ${shift}, by load, routing or another hour. More baseline runs measure that.`,
    'baseline runs': `${sayCount(runs, 'baseline run')}: ${shift}, which is taken into account.`,
    'stored runs': `By stored runs ${shift}, which is taken into account.`,
    stated: `As stated, ${shift}, which is taken into account.`,
  };
  return sources[from];
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
  const more =
    enough && enough.probability > probability
      ? `, with ${enough.prompts} prompts there in ${foundText(enough.probability)}`
      : '';
  return (
    `a loss of ${percentText(1 - LEFT)} of recall at ${sizeText(tokens, sizes)} alone (${sayCount(prompts, 'prompt')}) is ` +
    `found in ${foundText(probability)} of runs${more}`
  );
}

/** A share of imagined runs: none of a few hundred is not never. */
function foundText(probability: number): string {
  return percentText(Math.min(0.999, Math.max(0.001, probability)));
}

/** A bound of some lengths: `at most 0.310 at 128K`. */
export function longestBoundText({ bound, ...place }: LongestBound, sizes?: Sizes): string {
  return `at most ${boundText(bound)} at ${rangeText(place, sizes)}`;
}

/** What the gate could have found: `a uniform drop of 0.05 is found with a probability of 83% (62% to 94%)`. */
export function powerText({ longest, ...uniform }: PowerStatement, sizes?: Sizes): string {
  return [uniformText(uniform), ...(longest ? [longestLossText(longest, sizes)] : [])].join('; ');
}

function uniformText({ drop, probability, low, high }: Omit<PowerStatement, 'longest'>): string {
  const found = `a uniform drop of ${drop} is found with a probability`;
  const by = 'by how much the marks of a prompt correlate';
  const range = `${percentText(low)} to ${percentText(high)}`;
  if (probability === undefined) {
    return `unknown: ${found} of ${range}, ${by}, which so few prompts cannot show`;
  }
  const bounds = percentText(low) === percentText(high) ? '' : ` (${range}, ${by})`;
  return `${found} of ${percentText(probability)}${bounds}`;
}
