/**
 * What is said of an effective length, wherever it is said: the longest length that is shown or ruled out, how likely the
 * next one is, and what would tell more.
 */
import { clauses, commas, say, sayCount } from '../../base/text/language.js';
import { gradedLength, type LikelyLength, SHOWN } from '../statistics/curve/effective-length.js';
import type { Interval } from '../statistics/interval.js';
import { amountAt, type Sizes } from './sizes.js';
import {
  briefShareText,
  costText,
  lengthText,
  type Rise,
  rangeText,
  shareText,
  sizeText,
} from './words.js';

/** One figure of an effective length: `64K`, `8 documents`, or `none` when the shortest length fails already. */
export function reachText(tokens: number, sizes?: Sizes): string {
  return tokens === 0 ? say`none` : sizeText(tokens, sizes);
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
  /** What is known for a recall that is nearly the threshold, in place of the likelihoods. */
  tolerated?: Tolerated;
  /** What single lengths show of themselves, where it is not what the curve through all lengths says. */
  alone?: Alone;
  /** Over all lengths. */
  recall?: Pick<Interval, 'low'>;
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

/** A length that is known for a threshold give or take a tolerance, in tokens. */
export interface Tolerated {
  threshold: number;
  tolerance: number;
  /** The longest length at which recall is no more than the tolerance below the threshold; 0 where none is shown. */
  holds: number;
  /** The shortest at which it is no more than that above it; `Infinity` where none is shown. */
  fails: number;
}

/** What single lengths show of themselves, in tokens. */
export interface Alone {
  /** The longest at which recall holds: beyond what the curve shows, or before it where what that shows falls short. */
  holds?: number;
  /** The shortest at which recall does not hold: before what the curve rules out, or behind it. */
  fails?: number;
  /** What the curve shows, but whose own prompts are below the threshold. */
  short?: number;
}

/** A question that is open: whether recall holds at the longest length, or at any. */
export interface Open {
  /** `few`: too few prompts to tell. `unread`: it hangs on answers that could not be read. */
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
  if (probability > 0.99) return say`over 99 %`;
  if (probability < 0.01) return say`under 1 %`;
  const percent = probability * 100;
  return `${probability < 0.5 ? Math.ceil(percent - ROUNDING) : Math.floor(percent + ROUNDING)} %`;
}

/** Less than this is an error of floating point. */
const ROUNDING = 1e-6;

type Said = Pick<Reached, 'likely' | 'alone' | 'tolerated'>;

/** The longest length that is said to hold, in tokens: 0 where none is. */
export function saidToHold({ likely, alone, tolerated }: Said): number {
  return tolerated?.holds ?? alone?.holds ?? gradedLength(likely).shown?.tokens ?? 0;
}

/** The shortest length that is said not to hold, in tokens: `Infinity` where none is. */
export function saidToFail({ likely, alone, tolerated }: Said): number {
  return (
    tolerated?.fails ??
    alone?.fails ??
    gradedLength(likely).ruledOut?.tokens ??
    Number.POSITIVE_INFINITY
  );
}

/** What is said of a reader, before it is put into words for a place. */
interface Statement {
  kind: 'rises' | 'unknown' | 'unsure' | 'between' | 'holds' | 'fine' | 'below' | 'not at';
  answer: string;
  /** The same where there is little room. */
  brief: string;
  /** The length that the answer is about. */
  length?: string;
  /** Why it is unknown. */
  why?: string | undefined;
  /** How probable the answer is; absent where a length alone shows it, and where nothing is shown. */
  likely?: number;
  /** What the answer is for, where that is not the threshold alone: `for recall 0.85 ± 0.02`. */
  of?: string;
  /** How likely the next length is that was asked, where it lies between two that are known. */
  between?: string;
  /** What is said beside it: other lengths, how likely they are, and what is sure at all. */
  beside: readonly string[];
}

/** How a length is written in the answer, and how likely another one is. */
interface Wording {
  length: (text: string) => string;
  chance: (length: string, likely: string) => string;
}

/** `32K`, and behind the answer `128K 73 %`. */
const BRIEF: Wording = {
  length: (text) => text,
  chance: (length, likely) => `${length} ${likely}`,
};

/** `32K tokens`, and `128K: 73 % likely`. */
function inSentence({ sizes }: Pick<Reached, 'sizes'>): Wording {
  return {
    length: (text) => (sizes ? text : say`${text} tokens`),
    chance: (length, likely) => say`${length}: ${likely} likely`,
  };
}

/** At least a length, below one, fine at one, or not at it. */
function bounded(kind: 'holds' | 'below' | 'fine' | 'not at', brevity: string, wording: Wording) {
  const length = wording.length(brevity);
  const [answer, brief] = {
    holds: [say`at least ${length}`, `≥${brevity}`],
    below: [say`below ${length}`, `<${brevity}`],
    fine: [say`fine at ${length}`, brevity],
    'not at': [say`not at ${length}`, say`not at ${brevity}`],
  }[kind] as [string, string];
  return { kind, answer, brief, length };
}

function statementOf(row: Reached, wording = BRIEF): Statement {
  const { likely, alone = {}, sizes, rise, open, cause, recall } = row;
  const [first, last] = [likely[0], likely.at(-1)];
  const at = (tokens: number) => sizeText(tokens, sizes);
  const chanceText = ({ tokens, probability }: LikelyLength) =>
    wording.chance(at(tokens), likelyText(probability));
  if (rise?.clear) {
    return {
      kind: 'rises',
      answer: say`none, recall rises`,
      brief: say`none, recall rises`,
      beside: [],
    };
  }
  const [holds, fails] = [saidToHold(row), saidToFail(row)];
  if (row.tolerated) {
    const { threshold, tolerance } = row.tolerated;
    const of = say`for recall ${threshold} ± ${tolerance}`;
    if (holds === 0) return { ...bounded('below', at(fails), wording), of, beside: [] };
    if (fails === Number.POSITIVE_INFINITY) {
      return { ...bounded('holds', at(holds), wording), of, beside: [] };
    }
    const range = rangeText(holds, fails);
    return { kind: 'between', answer: wording.length(range), brief: range, of, beside: [] };
  }
  if (holds === 0 && fails === Number.POSITIVE_INFINITY) {
    if (!first || open?.why === 'unread') {
      const unknown = say`unknown`;
      const why = first && cause;
      return { kind: 'unknown', answer: unknown, brief: unknown, why, beside: [] };
    }
    const beside = commas((first === last ? [first] : [first, last!]).map(chanceText));
    const sure = recall ? [say`recall at least ${shareText(recall.low)}`] : [];
    const [answer, brief] = [say`none is sure`, say`none sure`];
    return { kind: 'unsure', answer, brief, beside: [beside, ...sure] };
  }
  const chanceAt = (tokens: number) => likely.find((one) => one.tokens === tokens)?.probability;
  const failing = chanceAt(fails) ?? 1;
  const isRuledOut = failing <= 1 - SHOWN;
  if (holds > 0) {
    const length = at(holds);
    const probability = chanceAt(holds) ?? 0;
    const next = likely.find(({ tokens }) => tokens > holds && tokens < fails);
    const between = next && Number.isFinite(fails) ? { between: chanceText(next) } : {};
    const beside = [
      ...(alone.short === undefined ? [] : [say`${at(alone.short)} alone falls short`]),
      ...(isRuledOut ? [chanceText({ tokens: fails, probability: failing })] : []),
    ];
    const isOpen =
      beside.length === 0 && fails === Number.POSITIVE_INFINITY && holds < last!.tokens;
    const said = { ...between, beside: isOpen ? [chanceText(last!)] : beside };
    if (Number.isFinite(fails) && !isRuledOut) {
      const [answer, brief] = [
        say`fine at ${length}, not at ${wording.length(at(fails))}`,
        say`${length}, not at ${at(fails)}`,
      ];
      return { kind: 'fine', answer, brief, ...said };
    }
    return probability >= SHOWN
      ? { ...bounded('holds', length, wording), likely: probability, ...said }
      : { ...bounded('fine', length, wording), ...said };
  }
  const beside = fails === first!.tokens ? [] : [chanceText(first!)];
  return isRuledOut
    ? { ...bounded('below', at(fails), wording), likely: 1 - failing, beside }
    : { ...bounded('not at', at(fails), wording), beside };
}

/** An effective length in words: `at least 32K (97 % likely); 128K 73 %`, `fine at 64K, not at 128K`, `none is sure; 4K 88 %, 128K 9 %; recall at least 0.781`. */
export function effectiveLengthText(row: Reached): string {
  return statementText(statementOf(row));
}

function statementText(statement: Statement): string {
  const { likely, of, between = '', beside } = statement;
  const said = answerText(statement);
  const answer = of === undefined ? said : say`${said} ${of}`;
  const whole = likely === undefined ? answer : say`${answer} (${likelyText(likely)} likely)`;
  return clauses([whole, between, ...beside]);
}

function answerText({ answer, why }: Statement): string {
  return why === undefined ? answer : say`${answer}: ${why}`;
}

/** The answer alone: `at least 32K`, `below 4K`, `none is sure`, `unknown: 5 of 6 refused`. */
export function effectiveLengthAnswer(row: Reached): string {
  return answerText(statementOf(row));
}

/** The answer as a clause that follows "effective length": `it is at least 32K`, `no length is sure (4K 86 %, 32K 38 %)`. */
export function effectiveLengthClause(row: Reached): string {
  const statement = statementOf(row);
  if (statement.kind !== 'unsure') return say`it is ${answerText(statement)}`;
  const chances = statement.beside[0]!;
  return row.sizes ? say`no number is sure (${chances})` : say`no length is sure (${chances})`;
}

/** An effective length in two parts, the second in small letters: what it is for, how likely it is, and what is said beside it. */
export function effectiveLengthParts(row: Reached): [answer: string, below: string] {
  const { answer, why = '', likely, of = '', between = '', beside } = statementOf(row);
  const certainty = likely === undefined ? why : say`${likelyText(likely)} likely`;
  return [answer, clauses([of, certainty, between, ...beside])];
}

/** The answer alone where there is little room: `≥32K`, `<4K`, `none sure`. */
export function briefLengthAnswer(row: Reached): string {
  return briefAnswerText(statementOf(row));
}

function briefAnswerText({ brief, why }: Statement): string {
  return why === undefined ? brief : say`${brief}: ${why}`;
}

/** An effective length where there is little room: `≥32K; 128K 73 %`, `none sure; 4K 88 %, 128K 9 %`, `<4K`. */
export function briefLengthText(row: Reached): string {
  const statement = statementOf(row);
  return clauses([briefAnswerText(statement), statement.beside[0] ?? '']);
}

/** An effective length where there is least room, without why: `≥32K`, `none, rises`, `unknown`. */
export function shortestLengthText(row: Reached): string {
  const { kind, brief } = statementOf(row);
  return kind === 'rises' ? say`none, rises` : brief;
}

/**
 * How far a reader got, in words that follow its name.
 *
 * @example
 * // holds at least 32K tokens (97 % likely); 128K: 73 % likely
 */
export function effectiveLengthSentence(row: Reached & { rise?: Rise }): string {
  const { rise, open, sizes } = row;
  if (rise?.clear) {
    const { by, shorterFrom, shorterTo, longerFrom, longerTo } = rise;
    const [shorter, longer] = [rangeText(shorterFrom, shorterTo), rangeText(longerFrom, longerTo)];
    return say`recalls ${briefShareText(by)} more at ${longer} than at ${shorter} tokens, so it has no effective length`;
  }
  const statement = statementOf(row, inSentence(row));
  const text = statementText(statement);
  switch (statement.kind) {
    case 'holds':
      return say`holds ${text}`;
    case 'fine':
      return say`is ${text}`;
    case 'not at':
      return say`does not hold ${statementText({ ...statement, answer: statement.length! })}`;
    case 'unsure':
      return say`holds no length for sure; ${clauses(statement.beside)}`;
    case 'below':
      return sizes ? say`has an effective number ${text}` : say`has an effective length ${text}`;
    case 'unknown':
      return open?.why === 'unread'
        ? say`has an unknown effective length, which hangs on answers that could not be read for certain`
        : say`has an unknown effective length`;
    default:
      return sizes
        ? say`has an effective number of ${text}`
        : say`has an effective length of ${text}`;
  }
}

/** Whether the longest length is shown to hold. */
export function holdsLongest(row: Said & Pick<Reached, 'longest'>): boolean {
  return saidToHold(row) >= row.longest;
}

/** Whether nothing at all is known of how far a reader holds. */
export function isUnknown(row: Reached): boolean {
  return statementOf(row).kind === 'unknown';
}

/**
 * Why a question is open, and what would tell; empty where few more prompts would not.
 *
 * @example
 * // seeds: 3 instead of 1 (700K tokens, cost $1.40) would tell with 80 %
 */
export function openText({ why, more }: Open): string {
  if (why === 'unread') return say`it hangs on answers that could not be read for certain`;
  if (!more) return '';
  const { by, seeds, further, tokens, cost, chance } = more;
  const price =
    cost === undefined
      ? say`${lengthText(tokens)} tokens`
      : say`${lengthText(tokens)} tokens, cost ${costText(cost)}`;
  const order = {
    seeds: () => say`seeds: ${seeds + further} instead of ${seeds}`,
    try: () => `try --more ${further}`,
    prompts: () => say`${sayCount(further, 'more prompt')} at each length`,
  }[by]();
  return say`${order} (${price}) would tell with ${likelyText(chance)}`;
}

/** Whether no length is shown to hold, and none ruled out, though there are answers. */
export function isUnsure(row: Reached): boolean {
  return statementOf(row).kind === 'unsure';
}

/** Where a figure lies beyond what was asked: at the longest length or behind it, or before the shortest. */
export type Bound = 'at least' | 'below';

/** An effective length or number as JSON has it: numbers, the signs beside them, and what is said of it in words. */
export interface ReachFigures {
  /** In tokens, or in things of a kind; `null` where it is unknown. */
  value: number | null;
  bound?: Bound;
  low: number;
  lowBound?: Bound;
  high: number;
  highBound?: Bound;
  said: string;
}

/**
 * An effective length as JSON has it, in whole tokens.
 *
 * @example
 * effectiveLengthFigures({ effectiveLength: { value: Infinity, low: 57_000, high: Infinity }, … })
 * // { value: 128000, bound: 'at least', low: 57000, high: 128000, highBound: 'at least',
 * //   said: 'at least 64K (96 % likely); 128K 61 %' }
 */
export function effectiveLengthFigures(row: Reached): ReachFigures | undefined {
  return reachFigures(row, (tokens) => tokens);
}

/** The same as a number of what prompts are sized by, with its name: `documents`. */
export interface SizeFigures extends ReachFigures {
  of: string;
}

/** The same as a number of what prompts are sized by; nothing where they are sized by their length. */
export function effectiveSizeFigures(row: Reached): SizeFigures | undefined {
  const { sizes } = row;
  const figures = sizes && reachFigures(row, (tokens) => amountAt(sizes, tokens));
  return figures && { of: `${sizes.noun}s`, ...figures };
}

function reachFigures(row: Reached, at: (tokens: number) => number): ReachFigures | undefined {
  const { effectiveLength, shortest, longest } = row;
  if (!effectiveLength) return undefined;
  const figure = (tokens: number): [number, Bound?] => {
    if (tokens === 0) return [at(shortest), 'below'];
    return Number.isFinite(tokens) ? [at(tokens)] : [at(longest), 'at least'];
  };
  const [value, bound] = isUnknown(row) ? [null] : figure(effectiveLength.value);
  const [low, lowBound] = figure(effectiveLength.low);
  const [high, highBound] = figure(effectiveLength.high);
  return {
    value,
    ...(bound && { bound }),
    low,
    ...(lowBound && { lowBound }),
    high,
    ...(highBound && { highBound }),
    said: effectiveLengthText(row),
  };
}

/** The tokens that a figure stands for, as `Reached` has them. */
export function tokensOf(figure: number, bound: Bound | undefined): number {
  if (bound === undefined) return figure;
  return bound === 'below' ? 0 : Number.POSITIVE_INFINITY;
}
