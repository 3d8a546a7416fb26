/** What a comparison with a baseline found, in the words of every output. */

import { largestUnseen } from '../../base/defaults.js';
import { clauses, say, sayCount } from '../../base/text/language.js';
import type { Sizes } from '../output/sizes.js';
import { percentText, shareText } from '../output/words.js';
import type {
  DropComparison,
  Place,
  RegressionResult,
} from '../statistics/regression/regression.js';
import { atMostText, boundText, dropText, longestLossText, rangeText } from './drop-words.js';
import type { GateOptions, PowerStatement } from './gate-result.js';

/** A smaller probability of chance is not told from this one. */
const LEAST_P = 0.0001;

type Limits = Pick<GateOptions, 'maxDrop' | 'margin' | 'alpha'>;

/**
 * The sentence about one reader that people read first.
 *
 * @example
 * // drop 0.003 (95 % interval −0.010 to 0.016), at most 0.014 with one-sided 95 % confidence
 */
export function regressionText(result: RegressionResult, sizes?: Sizes): string {
  if (result.prompts === 0) return wholeDropText(result);
  return say`${wholeDropText(result)}, ${atMostText(result, sizes)} with one-sided 95 % confidence`;
}

/**
 * The same in two parts where a page begins: the figures of both sides first.
 *
 * @example
 * // recall fell by 0.094 (0.932 → 0.839)
 * // the drop is 0.017 to 0.282 (95 % interval), at most 0.221 (0.456 at 32K) with one-sided 95 % confidence
 */
export function fallTexts(result: RegressionResult, sizes?: Sizes): string[] {
  const { prompts, drop } = result;
  if (prompts === 0) return [wholeDropText(result)];
  const [by, before, now] = [
    dropText(Math.abs(drop.value)),
    shareText(result.before),
    shareText(result.now),
  ] as const;
  return [
    drop.value < 0
      ? say`recall rose by ${by} (${before} → ${now})`
      : say`recall fell by ${by} (${before} → ${now})`,
    say`the drop is ${dropText(drop.low)} to ${dropText(drop.high)} (95 % interval), ${atMostText(result, sizes)} with one-sided 95 % confidence`,
  ];
}

/** The drop over all prompts of one reader, with its interval. */
export function wholeDropText({ prompts, drop: { value, low, high } }: RegressionResult): string {
  if (prompts === 0) return say`no prompt has answers on both sides that could be read`;
  return say`drop ${dropText(value)} (95 % interval ${dropText(low)} to ${dropText(high)})`;
}

/** All findings about one reader: the mean drops, first over all. */
interface Finding extends DropComparison {
  /** What made its verdict so. */
  note: string;
  /** What of that its figures do not say. */
  beside: string;
  /** How improbable a drop that failed is by chance. */
  chance?: string;
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
): Pick<Finding, 'verdict' | 'note' | 'beside' | 'chance'> {
  if (verdict === 'failed') {
    const chance = adjusted < LEAST_P ? `p < ${LEAST_P}` : `p = ${probabilityText(adjusted)}`;
    return { verdict, note: say`drop of ${dropText(drop.value)}, ${chance}`, beside: '', chance };
  }
  if (toNothing) {
    const note = say`fell to nothing, from ${shareText(before)} to ${shareText(now)}, which so few prompts can neither show nor rule out`;
    return { verdict: 'inconclusive', note, beside: note };
  }
  const isSpent = whole?.reasons.includes('budget spent');
  const doubts = [
    ...(isSpent
      ? [say`the budget ended before a drop above ${largestUnseen(maxDrop)} was ruled out`]
      : []),
    ...(whole?.reasons.includes('margin not shown') && margin !== undefined
      ? [say`it is not shown that the drop is below ${margin} (--margin)`]
      : []),
    ...(!isSpent && whole?.reasons.includes('too little data')
      ? [say`too little data: the drop may be half of all recall or more`]
      : []),
  ];
  if (doubts.length > 0) {
    const note = clauses(doubts);
    return { verdict: 'inconclusive', note, beside: note };
  }
  const bound =
    verdict === 'passed'
      ? say`drop ${atMostText({ excludes })}`
      : say`drop may be as much as ${boundText(excludes)}`;
  const isMore = adjusted <= alpha && drop.value > 0;
  const isBeyond = drop.value > maxDrop + 1e-9;
  // What changed may leave a drop open that would fail.
  const beside = isMore
    ? isBeyond
      ? say`more than chance`
      : say`more than chance, but within ${maxDrop}`
    : p > 0 && isBeyond
      ? say`could be chance`
      : '';
  return { verdict, note: clauses([beside, bound]), beside };
}

/** Where a finding is: `longer half, 40K to 64K`. */
export function placeText({ scope, fromTokens, toTokens }: Place, sizes?: Sizes): string {
  const range = rangeText({ fromTokens, toTokens }, sizes);
  return {
    'all lengths': () => say`all lengths, ${range}`,
    'longer half': () => say`longer half, ${range}`,
    'longest quarter': () => say`longest quarter, ${range}`,
    'longest eighth': () => say`longest eighth, ${range}`,
    'one length': () => range,
  }[scope]();
}

/** A probability of chance with four decimals; `< 0.0001` for less. */
export function probabilityText(p: number): string {
  return p < LEAST_P ? `< ${LEAST_P}` : p.toFixed(4);
}

/** What is known of the drift of whole runs, or what is assumed of it. */
export function driftText({ drift: { runs, from, deviation } }: RegressionResult): string {
  const shift = say`whole runs shift by about ${deviation.toFixed(3)} (standard deviation)`;
  const sources = {
    prior: () =>
      say`Assumed: ${shift}, by load, routing or another hour. More baseline runs measure that.`,
    'baseline runs': () =>
      say`${sayCount(runs, 'baseline run')}: ${shift}, which is taken into account.`,
    'stored runs': () => say`By stored runs ${shift}, which is taken into account.`,
    stated: () => say`As stated, ${shift}, which is taken into account.`,
  };
  return sources[from]();
}

/** What the gate could have found: `a uniform drop of 0.05 is found with a probability of 83% (62% to 94%)`. */
export function powerText({ longest, ...uniform }: PowerStatement, sizes?: Sizes): string {
  return clauses([uniformText(uniform), ...(longest ? [longestLossText(longest, sizes)] : [])]);
}

function uniformText({ drop, probability, low, high }: Omit<PowerStatement, 'longest'>): string {
  const [least, most] = [percentText(low), percentText(high)] as const;
  if (probability === undefined) {
    return say`unknown: a uniform drop of ${drop} is found with a probability of ${least} to ${most}, by how much the marks of a prompt correlate, which so few prompts cannot show`;
  }
  const found = say`a uniform drop of ${drop} is found with a probability of ${percentText(probability)}`;
  return least === most
    ? found
    : say`${found} (${least} to ${most}, by how much the marks of a prompt correlate)`;
}
