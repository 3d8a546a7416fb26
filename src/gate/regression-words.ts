/** What a comparison with a baseline found, in the words of every output. */

import { differenceText, lengthText, percentText, shareText } from '../output/words.js';
import type { DropBounds } from '../statistics/regression/drop-bounds.js';
import type {
  CollapseFinding,
  DropComparison,
  Place,
  RegressionResult,
} from '../statistics/regression/regression.js';
import { counted } from '../text/texts.js';
import type { GateOptions, PowerStatement, Verdict } from './gate-result.js';

type Limits = Pick<GateOptions, 'maxDrop' | 'margin' | 'alpha'>;

/** A drop of recall, a rise with a minus. */
export function dropText(drop: number): string {
  return differenceText(drop).replace('+', '');
}

/** A drop with its interval: `0.030 (0.010 to 0.049)`. */
export function dropIntervalText({ value, low, high }: DropBounds): string {
  return `${dropText(value)} (${dropText(low)} to ${dropText(high)})`;
}

/** X, rounded so that what is said to be excluded is excluded. */
export function excludedText(excludes: number): string {
  return (Math.ceil(excludes * 1000 - 1e-9) / 1000).toFixed(3);
}

/**
 * The sentence about one reader that people read first.
 *
 * @example
 * // drop 0.003 (95 % interval −0.010 to 0.016), a drop of more than 0.014 is excluded
 */
export function regressionText(result: RegressionResult): string {
  if (result.prompts === 0) return sizeText(result);
  return `${sizeText(result)}, a drop of more than ${excludedText(result.excludes)} is excluded`;
}

/** The drop over all prompts of one reader, with its interval. */
export function sizeText({ prompts, drop: { value, low, high } }: RegressionResult): string {
  if (prompts === 0) return 'no prompt has answers on both sides';
  return `drop ${dropText(value)} (95 % interval ${dropText(low)} to ${dropText(high)})`;
}

/** One finding: its place, its verdict, and what made it so. */
export interface Finding {
  place: Place;
  drop?: DropBounds;
  adjusted: number;
  verdict: Verdict;
  note: string;
}

/** All findings about one reader: the mean drops, first over all, and then the collapses. */
export function findingsOf(result: RegressionResult, limits: Limits): Finding[] {
  return [
    ...result.comparisons.map((one, i) => ({
      place: one,
      drop: one.drop,
      adjusted: one.adjusted,
      ...judged(one, i === 0 ? result : undefined, limits),
    })),
    ...result.collapses.map((one) => ({ place: one, adjusted: one.adjusted, ...collapsed(one) })),
  ];
}

type Judgement = Pick<Finding, 'verdict' | 'note'>;

/**
 * @param whole - the result, for the comparison of everything together, which carries what is asked of
 *   all of it
 */
function judged(
  { drop, p, adjusted, verdict }: DropComparison,
  whole: RegressionResult | undefined,
  { maxDrop, margin, alpha }: Limits,
): Judgement {
  if (verdict === 'failed') {
    return { verdict, note: `drop of ${dropText(drop.value)}, p ${equals(adjusted)}` };
  }
  const doubts = [
    ...(drop.low > maxDrop + 1e-9
      ? [`the interval lies beyond the accepted ${maxDrop}, but the test does not show a drop`]
      : []),
    ...(whole?.reasons.includes('margin not shown')
      ? [`it is not shown that the drop is below ${margin} (--margin)`]
      : []),
    ...(whole?.reasons.includes('too little data')
      ? ['too little data: not even a drop of half of all recall is excluded']
      : []),
  ];
  if (doubts.length > 0) return { verdict: 'undecided', note: doubts.join('; ') };
  const excludes = whole && `excludes a drop of more than ${excludedText(whole.excludes)}`;
  const within =
    adjusted <= alpha && drop.value > 0 ? `more than chance, but within ${maxDrop}` : '';
  const chance = p > 0 && drop.value > maxDrop + 1e-9 && !within ? 'could be chance' : '';
  return { verdict, note: [within || chance, excludes].filter(Boolean).join('; ') };
}

function collapsed({ before, now, adjusted, toNothing, verdict }: CollapseFinding): Judgement {
  const fall = `from ${shareText(before)} to ${shareText(now)}`;
  if (verdict === 'failed') return { verdict, note: `collapse ${fall}, p ${equals(adjusted)}` };
  const why = toNothing ? 'fell to nothing' : 'fell';
  return {
    verdict,
    note: `${why}, ${fall}, which so few prompts can neither show nor rule out`,
  };
}

function equals(p: number): string {
  const text = probabilityText(p);
  return text.startsWith('<') ? text : `= ${text}`;
}

/** Where a finding is: `longer half, 40K to 64K`. */
export function placeText({ scope, fromTokens, toTokens }: Place): string {
  const range =
    fromTokens === toTokens
      ? lengthText(fromTokens)
      : `${lengthText(fromTokens)} to ${lengthText(toTokens)}`;
  return scope === 'one length' ? range : `${scope}, ${range}`;
}

/** A probability of chance with four decimals; `< 0.0001` for less. */
export function probabilityText(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

/** What the baseline's runs say of the drift of whole runs, or what is assumed of it. */
export function driftText({ drift: { runs, deviation } }: RegressionResult): string {
  if (runs < 2) {
    return (
      'Assumed: two runs of one model differ by their answers alone, and no run is worse as a whole ' +
      '(load, routing). A baseline of three runs measures that.'
    );
  }
  return (
    `${counted(runs, 'baseline run')}: whole runs shift by about ${deviation.toFixed(3)} (standard ` +
    'deviation), which is taken into account.'
  );
}

/** What the gate could have found: `an even drop of 0.05 is found with a probability of 83% (62% to 94%)`. */
export function powerText({ drop, probability, low, high }: PowerStatement): string {
  const range =
    percentText(low) === percentText(high)
      ? ''
      : ` (${percentText(low)} to ${percentText(high)}, by how much the marks of a prompt hang together)`;
  return `an even drop of ${drop} is found with a probability of ${percentText(probability)}${range}`;
}
