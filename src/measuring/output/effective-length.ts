/**
 * What is said of an effective length, wherever it is said: estimate, bounds, and sentences with why it is not known and
 * what would tell.
 */
import { counted } from '../../base/text/texts.js';
import { isKnown } from '../statistics/curve/effective-length.js';
import type { Interval } from '../statistics/interval.js';
import { amountAt, type Sizes } from './sizes.js';
import {
  briefShareText,
  costText,
  lengthText,
  percentText,
  type Rise,
  rangeText,
  sizeText,
} from './words.js';

/** One figure of an effective length: `64K`, or `none` when the shortest length fails already. */
export function reachText(tokens: number): string {
  return tokens === 0 ? 'none' : lengthText(tokens);
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

/** Whether the estimate is the longest length or more. */
export function holdsLongest({ effectiveLength }: Reached): boolean {
  return effectiveLength?.value === Number.POSITIVE_INFINITY && isKnown(effectiveLength);
}

/** An effective length in two parts, the second in small letters: the bounds, why there are none, or what would tell. */
export function effectiveLengthParts(row: Reached): [estimate: string, below: string] {
  const { more } = row.unknown ?? {};
  const [estimate = '', why] = effectiveLengthEstimate(row).split(': ');
  if (more) return [estimate, `${counted(more.prompts, 'more prompt')} at each length may tell`];
  return [estimate, why ?? effectiveLengthBounds(row)];
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
 * How far a reader got, in words that follow its name.
 *
 * @example
 * // has an effective length of 56K tokens (95%: 48K–66K)
 */
export function effectiveLengthSentence(
  row: Reached & { rise?: Rise },
  confidence: number,
): string {
  const { effectiveLength, shortest, longest, sizes, rise, unknown } = row;
  if (effectiveLength && !isKnown(effectiveLength)) {
    return `has an unknown effective length${unknown ? ` (${unknownText(unknown)})` : ''}`;
  }
  if (!effectiveLength) {
    if (!rise) return 'has no effective length';
    const { by, shorterFrom, shorterTo, longerFrom, longerTo } = rise;
    return (
      `recalls ${briefShareText(by)} more at ${rangeText(longerFrom, longerTo)} than at ` +
      `${rangeText(shorterFrom, shorterTo)} tokens, so it has no effective length`
    );
  }
  const bounds = effectiveLengthBounds(row);
  const { value } = effectiveLength;
  const end = Number.isFinite(value) ? shortest : longest;
  const which = shortest === longest ? 'only' : end === longest ? 'longest' : 'shortest';
  const tested = sizes ? FEWEST_OR_MOST[which] : `${which} length`;
  const beyond = value === 0 || !Number.isFinite(value) ? `, the ${tested} tested` : '';
  return (
    `has an effective ${sizes ? 'number' : 'length'} ${value === 0 ? '' : 'of '}${effectiveLengthEstimate(row)}` +
    `${sizes ? '' : ' tokens'}${beyond}` +
    `${bounds === '' ? '' : ` (${percentText(confidence)}: ${bounds})`}`
  );
}

/** What the shortest and the longest prompts are, where they are sized by how many things they have. */
const FEWEST_OR_MOST = { only: 'only number', shortest: 'fewest', longest: 'most' } as const;

/** That an effective length is unknown, why, and what would tell. */
export function unknownSentence(unknown: Unknown): string {
  return `effective length unknown: ${unknownText(unknown)}`;
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
