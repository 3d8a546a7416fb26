import type { Interval, Stability } from './statistics.js';

/** Numbers in the words of a report, the same in the terminal, in Markdown and in HTML. */

/** A length in tokens: 64000 as `64K`, 1000000 as `1M`. */
export function lengthText(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.round(tokens / 10_000) / 100}M`;
  if (tokens >= 1000) return `${Math.round(tokens / 100) / 10}K`;
  return String(tokens);
}

/** A share from 0 to 1 with three decimals; a dash where nothing was measured. */
export function shareText(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(3);
}

/** An estimate with its bounds: `0.901 (0.880–0.918)`. */
export function intervalText({ value, low, high }: Interval): string {
  if (Number.isNaN(value)) return '–';
  return `${shareText(value)} (${shareText(low)}–${shareText(high)})`;
}

/** An effective length: `64K`, or `none` when the shortest length fails already. */
export function effectiveLengthText(tokens: number): string {
  return tokens === 0 ? 'none' : lengthText(tokens);
}

/** A difference of two shares with its sign. */
export function differenceText(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** Stability in words. */
export function stabilityText({
  inversions,
  largestRise,
  fromTokens,
  toTokens,
}: Stability): string {
  if (fromTokens === undefined || toTokens === undefined) return 'never rises with length';
  return (
    `${Math.round(100 * inversions)} % of pairs rise, at most ` +
    `${differenceText(largestRise)} (${lengthText(fromTokens)} to ${lengthText(toTokens)})`
  );
}
