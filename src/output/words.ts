import type { Interval, Stability } from '../statistics/intervals.js';

/** Numbers in the words of a report, the same in the terminal, in Markdown and in HTML. */

/** The title of a report, where the evaluation has no description. */
export const DEFAULT_TITLE = 'Long-context report';

/** A length in tokens: 64000 as `64K`, 1000000 as `1M`. */
export function lengthText(tokens: number): string {
  const whole = Math.round(tokens);
  if (whole >= 999_950) return `${Math.round(whole / 10_000) / 100}M`;
  if (whole >= 1000) return `${Math.round(whole / 100) / 10}K`;
  return String(whole);
}

/** A share from 0 to 1 with three decimals; a dash where nothing was measured. */
export function shareText(value: number | undefined): string {
  return Number.isFinite(value) ? value!.toFixed(3) : '–';
}

/** A share with two decimals, where there is little room. */
export function briefShareText(value: number | undefined): string {
  return Number.isFinite(value) ? value!.toFixed(2) : '–';
}

/** A share as `42%`; never `0%` or `100%` for what is only nearly so. */
export function percentText(share: number | undefined): string {
  if (share === undefined || !Number.isFinite(share)) return '–';
  const percent = Math.round(share * 100);
  if (percent === 0 && share > 0) return '<1%';
  if (percent === 100 && share < 1) return '>99%';
  return `${percent}%`;
}

/** An estimate with its bounds: `0.901 (0.880–0.918)`. */
export function intervalText({ value, low, high }: Interval): string {
  if (!Number.isFinite(value)) return '–';
  return `${shareText(value)} (${shareText(low)}–${shareText(high)})`;
}

/** One figure of an effective length: `64K`, or `none` when the shortest length fails already. */
export function reachText(tokens: number): string {
  return tokens === 0 ? 'none' : lengthText(tokens);
}

/** What is known of how far a reader got: a row of the summary table. */
interface Reached {
  effectiveLength: { value: number; low: number };
  /** The length without any answer that ends it. */
  unknownFrom?: number;
}

/**
 * An effective length with its low figure: `64K (low 32K)`, or only one when both are equal.
 *
 * @returns `unknown` when the shortest length has no answers at all
 */
export function effectiveLengthText(row: Reached): string {
  const { value, low } = row.effectiveLength;
  if (isUnknown(row)) return 'unknown';
  return value === low ? reachText(value) : `${reachText(value)} (low ${reachText(low)})`;
}

/** Whether missing answers, and not wrong ones, end an effective length at once. */
export function isUnknown({ effectiveLength: { value }, unknownFrom }: Reached): boolean {
  return value === 0 && unknownFrom !== undefined;
}

/** A difference of two shares with its sign. */
export function differenceText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return `${value <= -0.0005 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** A count with its thousands apart: `127,750`. */
export function countText(value: number | undefined): string {
  return Number.isFinite(value) ? Math.round(value!).toLocaleString('en-US') : '–';
}

/** A time: `850 ms`, `1.8 s`, `215 s`. */
export function latencyText(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return '–';
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  return `${seconds.toFixed(seconds < 99.95 ? 1 : 0)} s`;
}

/** A cost, in whatever currency the provider counts: two decimals, three digits when it is small. */
export function costText(cost: number | undefined): string {
  if (cost === undefined || !Number.isFinite(cost)) return '–';
  if (cost === 0) return '0';
  return cost >= 1 ? cost.toFixed(2) : cost.toFixed(Math.min(12, 2 - Math.floor(Math.log10(cost))));
}

/** Stability in words. */
export function stabilityText(stability: Stability): string {
  if (!stability.clear) return 'no clear rise with length';
  return (
    `${Math.round(100 * stability.inversions)} % of pairs rise, at most ` +
    largestRiseText(stability)
  );
}

/** The largest rise and where it is: `+0.190 (40K to 44K)`. */
export function largestRiseText({ largestRise, fromTokens, toTokens }: Stability): string {
  const rise = differenceText(largestRise);
  return fromTokens === undefined || toTokens === undefined
    ? rise
    : `${rise} (${lengthText(fromTokens)} to ${lengthText(toTokens)})`;
}
