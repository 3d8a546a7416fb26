import { isKnown } from '../statistics/curve/effective-length.js';
import type { Interval } from '../statistics/interval.js';
import { amountAt, amountText, type Sizes } from './sizes.js';

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

/** A length as its series has it: `8 documents` where it is sized by what its prompts have, else `64K`. */
export function sizeText(tokens: number, sizes: Sizes | undefined): string {
  return sizes ? amountText(sizes, amountAt(sizes, tokens)) : lengthText(tokens);
}

/** The same with the mean length behind it: `8 documents (10.5K)`. */
export function sizeAndLengthText(tokens: number, sizes: Sizes | undefined): string {
  return sizes ? `${sizeText(tokens, sizes)} (${lengthText(tokens)})` : lengthText(tokens);
}

/** How far a reader got. */
export interface Reached {
  /**
   * Where recall, as a curve that does not rise with length, falls below the threshold, in tokens:
   * `Infinity` for the longest length or more, 0 for less than the shortest. Absent without an answer,
   * and where recall plainly rises.
   */
  effectiveLength?: Interval;
  /** The shortest and the longest length that has an answer; of all lengths, where none has. */
  shortest: number;
  longest: number;
  /** Where its prompts are sized by how many things they have. */
  sizes?: Sizes;
  rise?: { clear: boolean };
  /** Why the effective length is not known, where the interval says so little that no figure should be given. */
  unknown?: Unknown;
  /** What most of the losses come from, in a few words. */
  cause?: string;
}

/** Why an effective length is not known: it may be any, or lie on either side of a floor. */
export interface Unknown {
  /** `few`: so few prompts do not tell. `unread`: it hangs on answers that could not be read. */
  why: 'few' | 'unread';
  /** What would tell, as likely as not; absent where few more prompts would not, and with many readers. */
  more?: {
    /** At each of the lengths. */
    prompts: number;
    /** Tokens, ascending. */
    lengths: number[];
    /** Of all these prompts together. */
    tokens: number;
    /** Their price, by what the prompts so far cost. */
    cost?: number;
  };
}

/**
 * An effective length with its bounds: `48K (40K–57K)`, `at least 128K (96K–≥128K)`, `below 4K`; or a number:
 * `9 documents (6–13)`.
 *
 * @returns without one, why there is none
 */
export function effectiveLengthText(row: Reached): string {
  const value = effectiveLengthEstimate(row);
  const bounds = effectiveLengthBounds(row);
  return bounds === '' ? value : `${value} (${bounds})`;
}

/** The estimate of an effective length alone: `48K`, `at least 128K`, `below 4K`. */
export function effectiveLengthEstimate({
  effectiveLength,
  shortest,
  longest,
  sizes,
  rise,
  unknown,
  cause,
}: Reached): string {
  if (!effectiveLength) return rise?.clear ? 'none, recall rises' : 'unknown';
  if (!isKnown(effectiveLength)) {
    return unknown?.why === 'unread' && cause ? `unknown: ${cause}` : 'unknown';
  }
  const { value } = effectiveLength;
  if (value === 0) return `below ${sizeText(shortest, sizes)}`;
  if (!Number.isFinite(value)) return `at least ${sizeText(longest, sizes)}`;
  return sizes ? sizeText(value, sizes) : roundedLengthText(value);
}

/** An effective length with its bounds where there is little room: `48K (40K–57K)`, `≥128K (96K–)`, `<4K`. */
export function briefLengthText(row: Reached): string {
  return effectiveLengthText(row)
    .replace(/^at least /, '≥')
    .replace(/^below /, '<')
    .replace(/–≥[^)]*\)/, '–)')
    .replace(/\(<[^–]*–/, '(–');
}

/**
 * Why an effective length is unknown, and what would tell.
 *
 * @example
 * // so few prompts do not tell; 3 more at each length from 32K to 128K may (0.7M tokens, cost $1.40)
 */
export function unknownText({ why, more }: Unknown): string {
  if (why === 'unread') return 'it hangs on answers that could not be read';
  if (!more) return 'these prompts do not tell';
  const { prompts, lengths, tokens, cost } = more;
  const range = lengths.length === 1 ? 'at' : 'at each length from';
  const [first, last] = [lengths[0]!, lengths.at(-1)!].map(lengthText);
  const price = cost === undefined ? '' : `, cost ${costText(cost)}`;
  return (
    `these prompts do not tell; ${prompts} more ${range} ${first}${lengths.length === 1 ? '' : ` to ${last}`} ` +
    `may (${lengthText(tokens)} tokens${price})`
  );
}

/** An estimated length, without more digits than it is worth: whole thousands from 10K on. */
function roundedLengthText(tokens: number): string {
  return lengthText(tokens < 10_000 ? tokens : Math.round(tokens / 1000) * 1000);
}

/**
 * Both bounds of an effective length: `40K–57K`, `96K–≥128K`; nothing where both are the estimate, and of one that is
 * not known.
 */
export function effectiveLengthBounds({
  effectiveLength,
  shortest,
  longest,
  sizes,
}: Reached): string {
  if (!effectiveLength || !isKnown(effectiveLength)) return '';
  const { low, high } = effectiveLength;
  if (low === high) return '';
  const at = (tokens: number) => (sizes ? `${amountAt(sizes, tokens)}` : lengthText(tokens));
  const bound = (tokens: number) => {
    if (tokens === 0) return `<${at(shortest)}`;
    if (!Number.isFinite(tokens)) return `≥${at(longest)}`;
    return sizes ? at(tokens) : roundedLengthText(tokens);
  };
  return `${bound(low)}–${bound(high)}`;
}

/**
 * An effective length as JSON and CSV have it: whole tokens, and a word for what lies beyond the
 * lengths that were asked.
 *
 * @example
 * effectiveLengthFigures({ effectiveLength: { value: Infinity, low: 57_000, high: Infinity }, … })
 * // { value: 'at least 128000', low: 57000, high: 'at least 128000' }
 */
export function effectiveLengthFigures(row: Reached) {
  return reachFigures(row, (tokens) => tokens);
}

/**
 * The same as a number of what prompts are sized by; nothing where they are sized by their length.
 *
 * @example
 * // { of: 'documents', value: 9, low: 6, high: 'at least 16' }
 */
export function effectiveSizeFigures(row: Reached) {
  const { sizes } = row;
  const figures = sizes && reachFigures(row, (tokens) => amountAt(sizes, tokens));
  return figures && { of: `${sizes.noun}s`, ...figures };
}

function reachFigures(
  { effectiveLength, shortest, longest, unknown }: Reached,
  at: (tokens: number) => number,
) {
  if (!effectiveLength) return undefined;
  const figure = (tokens: number): number | string => {
    if (tokens === 0) return `below ${at(shortest)}`;
    return Number.isFinite(tokens) ? at(tokens) : `at least ${at(longest)}`;
  };
  const { value, low, high } = effectiveLength;
  return { value: unknown ? 'unknown' : figure(value), low: figure(low), high: figure(high) };
}

/** The tokens that a word of `effectiveLengthFigures` stands for. */
export function tokensOfWord(word: string): number {
  return word.startsWith('below') ? 0 : Number.POSITIVE_INFINITY;
}

export function differenceText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return `${value <= -0.0005 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** A difference with its bounds: `+0.053 (+0.021 to +0.085)`. */
export function differenceIntervalText(interval: Interval | undefined): string {
  if (!interval || !Number.isFinite(interval.value)) return '–';
  const { value, low, high } = interval;
  return `${differenceText(value)} (${differenceText(low)} to ${differenceText(high)})`;
}

/** A count with its thousands apart: `127,750`. */
export function countText(value: number | undefined): string {
  return Number.isFinite(value) ? Math.round(value!).toLocaleString('en-US') : '–';
}

/** A time: `850 ms`, `1.8 s`, `215 s`. */
export function latencyText(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return '–';
  if (milliseconds < 999.5) return `${Math.round(milliseconds)}\u00a0ms`;
  const seconds = milliseconds / 1000;
  return `${seconds.toFixed(seconds < 99.95 ? 1 : 0)}\u00a0s`;
}

/** A cost in US dollars, as promptfoo counts it: two decimals, three digits when it is small: `$24.59`, `$0.0123`. */
export function costText(cost: number | undefined): string {
  if (cost === undefined || !Number.isFinite(cost)) return '–';
  if (cost === 0) return '$0';
  const decimals = cost >= 1 ? 2 : Math.min(12, 2 - Math.floor(Math.log10(cost)));
  return `$${cost.toFixed(decimals)}`;
}

/** A rise of recall with length. */
export interface Rise {
  /** Whether it is more than chance explains. */
  clear: boolean;
  /** By how much recall is higher over the longer lengths than over the shorter ones just before. */
  by: number;
  /** First and last length of the shorter ones, and of the longer ones, in tokens. */
  shorterFrom: number;
  shorterTo: number;
  longerFrom: number;
  longerTo: number;
}

/** Whether recall rises with length, in words: `rises by 0.190 from 4K–8K to 12K–32K`. */
export function riseText(rise: Rise | undefined): string {
  if (!rise?.clear) return 'no clear rise with length';
  return `rises by ${shareText(rise.by)} from ${rangeText(rise.shorterFrom, rise.shorterTo)} to ${rangeText(rise.longerFrom, rise.longerTo)}`;
}

/** The recall at which the effective length ends: `0.85`, `0.85 × the base score`. */
export function thresholdText(options: { threshold: number; baseLengths?: number }): string {
  return `${options.threshold}${options.baseLengths === undefined ? '' : ' × the base score'}`;
}

/** Lengths from one to another: `4K–8K`, or `4K` alone. */
export function rangeText(from: number, to: number): string {
  return from === to ? lengthText(from) : `${lengthText(from)}–${lengthText(to)}`;
}
