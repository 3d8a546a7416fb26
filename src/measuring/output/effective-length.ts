/**
 * What is said of an effective length, wherever it is said: the longest length that is shown or ruled out, how likely the
 * next one is, and what would tell more.
 */
import { counted } from '../../base/text/texts.js';
import { gradedLength, type LikelyLength } from '../statistics/curve/effective-length.js';
import type { Interval } from '../statistics/interval.js';
import { amountAt, type Sizes } from './sizes.js';
import { briefShareText, costText, lengthText, type Rise, rangeText, sizeText } from './words.js';

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
  /** At each length that has an answer, how probable it is that recall holds: never rising. Empty without an effective length. */
  likely: readonly LikelyLength[];
  /** What single lengths show of themselves that all lengths together do not. */
  alone?: Alone;
  /** The shortest and the longest length that has an answer; of all lengths, where none has. */
  shortest: number;
  longest: number;
  /** Where its prompts are sized by how many things they have. */
  sizes?: Sizes;
  rise?: { clear: boolean };
  /** Why the likelihoods leave a question open. */
  open?: Open;
  /** What most of the losses come from, in a few words. */
  cause?: string;
}

/** Lengths, in tokens, whose own prompts show more than the curve through all lengths does. */
export interface Alone {
  /** The longest at which recall holds, beyond what the curve shows; shorter than any that is shown not to. */
  holds?: number;
  /** The shortest at which recall does not hold, before what the curve rules out; longer than what it shows. */
  fails?: number;
}

/** A question that is open: whether recall holds at the longest length, or at any. */
export interface Open {
  /** `few`: so few prompts do not tell. `unread`: it hangs on answers that could not be read. */
  why: 'few' | 'unread';
  /** What would tell; absent where few more prompts would not, and with many readers. */
  more?: More;
}

/** More prompts at every length, and how to ask them. */
export interface More {
  /** By the option `seeds`, by `try --more`, or, where a prompt is not drawn, by prompts of the user's own. */
  by: 'seeds' | 'try' | 'prompts';
  /** How many there are at each length, and how many more are to be asked. */
  seeds: number;
  further: number;
  /** Of all further prompts together. */
  tokens: number;
  /** Their price, by what the prompts so far cost. */
  cost?: number;
  /** How probable it is that they tell. */
  chance: number;
}

/**
 * A probability in words: `97 %`. Never rounded to a surer one, so that 94.8 % is not taken for 95 %, and never 0 or 100 %.
 */
export function likelyText(probability: number): string {
  if (probability > 0.99) return 'over 99 %';
  if (probability < 0.01) return 'under 1 %';
  const percent = probability * 100;
  return `${probability < 0.5 ? Math.ceil(percent - ROUNDING) : Math.floor(percent + ROUNDING)} %`;
}

/** Less than this is an error of floating point. */
const ROUNDING = 1e-6;

/** What is said of a reader, before it is put into words for a place. */
interface Statement {
  answer: string;
  /** The same where there is little room. */
  brief: string;
  /** How probable the answer is; absent where lengths alone show it, and where nothing is shown. */
  likely?: number;
  /** A length at which it does not hold by its own prompts, behind an answer that is likely. */
  failing?: string;
  /** Other lengths with how likely they are. */
  beside: readonly LikelyLength[];
}

function statementOf({ likely, alone = {}, sizes, rise, open, cause }: Reached): Statement {
  const at = (tokens: number) => sizeText(tokens, sizes);
  const only = (answer: string) => ({ answer, brief: answer, beside: [] });
  if (rise?.clear) return only('none, recall rises');
  const [first, last] = [likely[0], likely.at(-1)];
  const { shown, ruledOut } = gradedLength(likely);
  const { holds, fails } = alone;
  const failing = fails === undefined ? '' : `, not at ${at(fails)}`;
  if (holds !== undefined) {
    const words = `${at(holds)}${failing}`;
    const next = ruledOut ?? last!;
    const isSaid = failing !== '' || next.tokens === holds;
    return { answer: `fine at ${words}`, brief: words, beside: isSaid ? [] : [next] };
  }
  if (shown) {
    const next = ruledOut ?? last!;
    const length = at(shown.tokens);
    return {
      answer: `at least ${length}`,
      brief: `≥${length}${failing}`,
      likely: shown.probability,
      failing,
      beside: failing !== '' || next === shown ? [] : [next],
    };
  }
  if (fails !== undefined) {
    const words = `not at ${at(fails)}`;
    return { answer: words, brief: words, beside: fails === first!.tokens ? [] : [first!] };
  }
  if (ruledOut) {
    const length = at(ruledOut.tokens);
    return {
      answer: `below ${length}`,
      brief: `<${length}`,
      likely: 1 - ruledOut.probability,
      beside: ruledOut === first ? [] : [first!],
    };
  }
  if (!first || open?.why === 'unread')
    return only(first && cause ? `unknown: ${cause}` : 'unknown');
  const beside = first === last ? [first] : [first, last!];
  return { answer: 'none is sure', brief: 'none sure', beside };
}

function besideText({ beside }: Statement, sizes: Sizes | undefined): string {
  return beside
    .map(({ tokens, probability }) => `${sizeText(tokens, sizes)} ${likelyText(probability)}`)
    .join(', ');
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

/** An effective length in words: `at least 32K (97 % likely); 128K 73 %`, `none is sure; 4K 88 %, 128K 9 %`, `below 4K (98 % likely)`. */
export function effectiveLengthText(row: Reached): string {
  const said = statementOf(row);
  const likely = said.likely === undefined ? '' : ` (${likelyText(said.likely)} likely)`;
  return joined([said.answer + likely + (said.failing ?? ''), besideText(said, row.sizes)]);
}

/** The answer alone: `at least 32K`, `below 4K`, `none is sure`. */
export function effectiveLengthAnswer(row: Reached): string {
  return statementOf(row).answer;
}

/** An effective length in two parts, the second in small letters: how likely it is, and the next length. */
export function effectiveLengthParts(row: Reached): [answer: string, below: string] {
  const said = statementOf(row);
  const [answer = '', why = ''] = said.answer.split(': ');
  const likely = said.likely === undefined ? why : `${likelyText(said.likely)} likely`;
  return [answer, joined([likely + (said.failing ?? ''), besideText(said, row.sizes)])];
}

/** An effective length where there is little room: `≥32K; 128K 73 %`, `none sure; 4K 88 %, 128K 9 %`, `<4K`. */
export function briefLengthText(row: Reached): string {
  const said = statementOf(row);
  return joined([said.brief, besideText(said, row.sizes)]);
}

/**
 * How far a reader got, in words that follow its name.
 *
 * @example
 * // holds at least 32K tokens (97 % likely); 128K 73 %
 */
export function effectiveLengthSentence(row: Reached & { rise?: Rise }): string {
  const { rise, open } = row;
  if (rise?.clear) {
    const { by, shorterFrom, shorterTo, longerFrom, longerTo } = rise;
    return (
      `recalls ${briefShareText(by)} more at ${rangeText(longerFrom, longerTo)} than at ` +
      `${rangeText(shorterFrom, shorterTo)} tokens, so it has no effective length`
    );
  }
  const { answer } = statementOf(row);
  const text = effectiveLengthText(row).replace(answer, row.sizes ? answer : `${answer} tokens`);
  if (answer.startsWith('at least')) return `holds ${text}`;
  if (answer.startsWith('below'))
    return `has an effective ${row.sizes ? 'number' : 'length'} ${text}`;
  if (answer.startsWith('fine')) return `is ${text}`;
  if (answer.startsWith('not at')) return `does not hold ${text.replace('not at ', '')}`;
  if (answer.startsWith('unknown')) {
    return `has an unknown effective length${open?.why === 'unread' ? `, which ${UNREAD}` : ''}`;
  }
  return `holds no length for sure; ${besideText(statementOf(row), row.sizes)}`;
}

const UNREAD = 'hangs on answers that could not be read';

/** The longest length that is said to hold, in tokens: 0 where none is. */
export function saidToHold({ likely, alone }: Pick<Reached, 'likely' | 'alone'>): number {
  return alone?.holds ?? gradedLength(likely).shown?.tokens ?? 0;
}

/** The shortest length that is said not to hold, in tokens: `Infinity` where none is. */
export function saidToFail({ likely, alone }: Pick<Reached, 'likely' | 'alone'>): number {
  return alone?.fails ?? gradedLength(likely).ruledOut?.tokens ?? Number.POSITIVE_INFINITY;
}

/** Whether the longest length is shown to hold. */
export function holdsLongest(row: Pick<Reached, 'likely' | 'alone' | 'longest'>): boolean {
  return saidToHold(row) >= row.longest;
}

/** Whether nothing at all is known of how far a reader holds. */
export function isUnknown(row: Reached): boolean {
  return statementOf(row).answer.startsWith('unknown');
}

/**
 * Why a question is open, and what would tell; empty where few more prompts would not.
 *
 * @example
 * // seeds: 3 instead of 1 (700K tokens, cost $1.40) would tell with 80 %
 */
export function openText({ why, more }: Open): string {
  if (why === 'unread') return `it ${UNREAD}`;
  if (!more) return '';
  const { by, seeds, further, tokens, cost, chance } = more;
  const price = `${lengthText(tokens)} tokens${cost === undefined ? '' : `, cost ${costText(cost)}`}`;
  const order = {
    seeds: `seeds: ${seeds + further} instead of ${seeds}`,
    try: `try --more ${further}`,
    prompts: `${counted(further, 'more prompt')} at each length`,
  }[by];
  return `${order} (${price}) would tell with ${likelyText(chance)}`;
}

/**
 * An effective length as JSON and CSV have it: whole tokens, a word for what lies beyond the
 * lengths that were asked, and what is said of it.
 *
 * @example
 * effectiveLengthFigures({ effectiveLength: { value: Infinity, low: 57_000, high: Infinity }, … })
 * // { value: 'at least 128000', low: 57000, high: 'at least 128000', said: 'at least 64K (96 % likely); 128K 61 %' }
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

function reachFigures(row: Reached, at: (tokens: number) => number) {
  const { effectiveLength, shortest, longest } = row;
  if (!effectiveLength) return undefined;
  const figure = (tokens: number): number | string => {
    if (tokens === 0) return `below ${at(shortest)}`;
    return Number.isFinite(tokens) ? at(tokens) : `at least ${at(longest)}`;
  };
  const { value, low, high } = effectiveLength;
  return {
    value: isUnknown(row) ? 'unknown' : figure(value),
    low: figure(low),
    high: figure(high),
    said: effectiveLengthText(row),
  };
}

/** The tokens that a word of `effectiveLengthFigures` stands for. */
export function tokensOfWord(word: string): number {
  return word.startsWith('below') ? 0 : Number.POSITIVE_INFINITY;
}
