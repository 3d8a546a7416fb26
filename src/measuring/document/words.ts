import { redactText } from '../../base/secrets.js';
import { commas, say } from '../../base/text/language.js';
import type { Tone } from './document.js';
import { amountAt, amountText, type Sizes } from './sizes.js';

/** Writes numbers the same way in the terminal, Markdown and HTML. */

/** Titles a report whose evaluation has no description. */
export function defaultTitle(): string {
  return say`Long-context report`;
}

/** Returns the description of the evaluation, if it has one. */
export function reportTitle(config: unknown, usual = defaultTitle()): string {
  const { description } = (config ?? {}) as { description?: unknown };
  return typeof description === 'string' && description ? redactText(description) : usual;
}

/** A length in tokens: 64000 as `64K`, 1000000 as `1M`. */
export function lengthText(tokens: number): string {
  const whole = Math.round(tokens);
  if (whole >= 999_950) return `${Math.round(whole / 10_000) / 100}M`;
  if (whole >= 1000) return `${Math.round(whole / 100) / 10}K`;
  return String(whole);
}

/** A share from 0 to 1, or less where it is a difference, with three decimals; a dash where nothing was measured. */
export function shareText(value: number | undefined): string {
  return rounded(value, 3);
}

/** Two decimals, for narrow places. */
export function briefShareText(value: number | undefined): string {
  return rounded(value, 2);
}

function rounded(value: number | undefined, digits: number): string {
  if (!Number.isFinite(value)) return '–';
  const isBelow = value! <= -0.5 * 10 ** -digits;
  return `${isBelow ? '−' : ''}${Math.abs(value!).toFixed(digits)}`;
}

/** `42%`. Never `0%` or `100%` for a share that only rounds to it. */
export function percentText(share: number | undefined): string {
  if (share === undefined || !Number.isFinite(share)) return '–';
  const percent = Math.round(share * 100);
  if (percent === 0 && share > 0) return '<1%';
  if (percent === 100 && share < 1) return '>99%';
  return `${percent}%`;
}

/** Rates a share as found, partly lost or lost. */
export function shareTone(share: number, target = 0.85): Tone {
  if (share >= target) return 'good';
  return share >= 0.6 ? 'warn' : 'bad';
}

/** `8 documents` if prompts are sized by a count, else `64K`. */
export function sizeText(tokens: number, sizes: Sizes | undefined): string {
  return sizes ? amountText(sizes, amountAt(sizes, tokens)) : lengthText(tokens);
}

/** Adds the mean length: `8 documents (10.5K)`. */
export function sizeAndLengthText(tokens: number, sizes: Sizes | undefined): string {
  return sizes ? say`${sizeText(tokens, sizes)} (${lengthText(tokens)})` : lengthText(tokens);
}

/** A difference of two shares in points, without its sign: `5.4`, `14`. */
export function pointsText(difference: number): string {
  const points = Math.abs(difference) * 100;
  return points < 9.95 ? String(Number(points.toFixed(1))) : points.toFixed(0);
}

/** Rounds up, so that "at most X points" holds. */
export function mostText(excludes: number): string {
  return pointsText(Math.ceil(Math.max(0, excludes) * 1000 - 1e-9) / 1000);
}

/** A change of a share that fell by so much: `−14 points`, `+2 points`, `0 points`. */
export function changePoints(drop: number): string {
  if (!Number.isFinite(drop)) return '';
  const sign = drop > 0.0005 ? '−' : drop < -0.0005 ? '+' : '';
  return say`${`${sign}${pointsText(drop)}`} points`;
}

/** `127,750` */
export function countText(value: number | undefined): string {
  return Number.isFinite(value) ? Math.round(value!).toLocaleString('en-US') : '–';
}

/** `850 ms`, `1.8 s`, `215 s` */
export function latencyText(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return '–';
  if (milliseconds < 999.5) return `${Math.round(milliseconds)}\u00a0ms`;
  const seconds = milliseconds / 1000;
  return `${seconds.toFixed(seconds < 99.95 ? 1 : 0)}\u00a0s`;
}

/** Two decimals, or three digits for small amounts: `$24.59`, `$0.0123`. */
export function costText(cost: number | undefined): string {
  if (cost === undefined || !Number.isFinite(cost)) return '–';
  if (cost === 0) return '$0';
  const decimals = cost >= 1 ? 2 : Math.min(12, 2 - Math.floor(Math.log10(cost)));
  return `$${cost.toFixed(decimals)}`;
}

export function unknownCostText(): string {
  return say`cost unknown (pass --price IN/OUT per million tokens)`;
}

/** What a proposed step sends: `12 prompts, 580K tokens, $1.15.` */
export function sendingText(prompts: string, tokens: number, cost: number | undefined): string {
  const paid = cost === undefined ? unknownCostText() : costText(cost);
  return say`${prompts}, ${lengthText(tokens)} tokens, ${paid}.`;
}

/** Show only the higher cost if it is at most this many times the lower. */
const NARROW = 1.1;

/** What something costs at least and at most; only at most, where that is about the same. */
export function costRangeText([low, high]: readonly [number, number]): string {
  return high > NARROW * low ? `${costText(low)}–${costText(high)}` : costText(high);
}

/** A rise of recall with length. */
export interface RecallRise {
  clear: boolean;
  /** How much higher recall is over the longer lengths than over the shorter ones just before. */
  by: number;
  /** First and last lengths of both ranges, in tokens. */
  shorterFrom: number;
  shorterTo: number;
  longerFrom: number;
  longerTo: number;
}

/** The recall at which the effective length ends: `85%`, `0.85 × the base score`. */
export function thresholdText(options: { threshold: number; baseLengths?: number }): string {
  const { threshold, baseLengths } = options;
  return baseLengths === undefined ? percentText(threshold) : say`${threshold} × the base score`;
}

/** `4K–8K`, or `4K` for one length. */
export function rangeText(from: number, to: number): string {
  return from === to ? lengthText(from) : `${lengthText(from)}–${lengthText(to)}`;
}

const MONTHS =
  'January February March April May June July August September October November December';

/** A date as far as a source says it: `March 2024` of `2024-03`. */
export function monthText(date: string): string {
  const [year, month] = date.split('-');
  return month === undefined ? date : `${MONTHS.split(' ')[Number(month) - 1]} ${year}`;
}

/** Names the first few, and counts the others: `a, b and 3 more`. */
export function firstFew(names: readonly string[], most: number): string {
  const more = names.length - most;
  const named = commas(names.slice(0, most));
  return more > 0 ? say`${named} and ${more} more` : named;
}
