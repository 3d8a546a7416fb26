/**
 * Reading a list of numbers, or a single one, out of a model's answer, as named steps. The first step
 * that yields something wins. Answers are hostile input: nothing is evaluated, nothing throws, and
 * every step takes time linear in the answer's length. docs/reading-answers.md lists the steps.
 */
import { jsonrepair } from 'jsonrepair';
import {
  type FoundList,
  isUnderKey,
  LONGEST_LIST,
  listIn,
  normalKey,
  numberIn,
  numbersOf,
  type Vocabulary,
} from './answer-keys.js';
import { type Brackets, matchBrackets, parseJson, type Region } from './brackets.js';
import { numbersByLine } from './number-lines.js';
import { halfWidth, numbersInText, plainNumberOf, recitedIn, sane, unitBehind } from './numbers.js';
import { setAsideReasoning } from './reasoning-blocks.js';

/** What helps to read an answer. */
export interface AnswerHints {
  /**
   * The key that was asked for, then those of other languages. Capital letters, spaces, underscores
   * and hyphens make no difference.
   */
  keys: readonly string[];
  /** Words that may stand behind a number. */
  units?: readonly string[];
  /** Star sentences as they are hidden in the text, each with a group named `count`. */
  recited?: readonly RegExp[];
}

export type StepName = 'json' | 'fenced' | 'embedded' | 'repaired' | 'cut-off' | 'bare' | 'recited';

/** A list that was found, and the step that found it. */
export interface ReadList {
  step: StepName | 'unreadable';
  numbers: number[];
}

/** A number that was found, and the step that found it. */
export interface ReadNumber {
  step: StepName | 'unreadable';
  number: number | undefined;
}

/** An answer, ready to be read. */
export interface Answer {
  /** Without reasoning. */
  text: string;
  /** The same in half-width characters. */
  plain: string;
  /** The brackets of `plain`. */
  brackets: Brackets;
  vocabulary: Vocabulary;
}

/** A way to read an answer. */
export interface Step {
  name: StepName;
  list(answer: Answer): number[] | undefined;
  number(answer: Answer): number | undefined;
}

/** The steps in their order. */
export const STEPS: readonly Step[] = [
  { name: 'json', list: listInJson, number: numberInJson },
  { name: 'fenced', list: listInFence, number: numberInFence },
  { name: 'embedded', list: embeddedList, number: embeddedNumber },
  { name: 'repaired', list: repairedList, number: repairedNumber },
  { name: 'cut-off', list: cutOffList, number: nothing },
  { name: 'bare', list: bareList, number: bareNumber },
  { name: 'recited', list: recitedList, number: nothing },
];

/**
 * Read the list that an answer gives.
 *
 * @param output - the answer: text, or a value that the provider has parsed
 *
 * @example
 * readList('{"little_penguin": [3, 5, 9]}', { keys: ['little_penguin'] })
 * // { step: 'json', numbers: [3, 5, 9] }
 */
export function readList(output: unknown, hints: AnswerHints): ReadList {
  const vocabulary = vocabularyOf(hints);
  const parsed = typeof output === 'object' ? listIn(plainValue(output), vocabulary) : undefined;
  if (parsed) return { step: 'json', numbers: parsed.numbers };
  const answer = answerOf(output, vocabulary);
  for (const { name, list } of STEPS) {
    const numbers = list(answer);
    if (numbers) return { step: name, numbers: numbers.slice(0, LONGEST_LIST) };
  }
  return { step: 'unreadable', numbers: [] };
}

/**
 * Read the single number that an answer gives, by the same steps.
 *
 * @example
 * readNumber('That is a total of 2,016 ★.', { keys: ['little_penguin'] })
 * // { step: 'bare', number: 2016 }
 */
export function readNumber(output: unknown, hints: AnswerHints): ReadNumber {
  const vocabulary = vocabularyOf(hints);
  const parsed = typeof output === 'object' ? numberIn(plainValue(output), vocabulary) : undefined;
  if (parsed !== undefined) return { step: 'json', number: parsed };
  const answer = answerOf(output, vocabulary);
  for (const step of STEPS) {
    const number = step.number(answer);
    if (number !== undefined) return { step: step.name, number };
  }
  return { step: 'unreadable', number: undefined };
}

/**
 * An answer as text: of a value that the provider has parsed, the texts in it, as in a list of
 * messages.
 */
export function answerText(output: unknown): string {
  if (typeof output === 'string') return output;
  if (typeof output === 'number' || typeof output === 'boolean') return String(output);
  const texts: string[] = [];
  let level: unknown[] = [plainValue(output)];
  for (let depth = 0; depth < 4; depth++) {
    const objects = level.filter((value) => typeof value === 'object' && value !== null);
    level = objects.flatMap((value) => Object.values(value as object).slice(0, 10_000));
    texts.push(...level.slice(0, 10_000).filter((value) => typeof value === 'string'));
  }
  return texts.join('\n');
}

/** The whole answer is JSON. */
function listInJson({ text, vocabulary }: Answer): number[] | undefined {
  const value = parseJson(text);
  return typeof value === 'number' ? undefined : listIn(value, vocabulary)?.numbers;
}

function numberInJson({ text, vocabulary }: Answer): number | undefined {
  const value = parseJson(text);
  return typeof value === 'number' ? undefined : numberIn(value, vocabulary);
}

/** The last fenced block that is JSON with a list, of those with a key if there are any. */
function listInFence({ text, vocabulary }: Answer): number[] | undefined {
  let found: number[] | undefined;
  for (const body of fencedBlocks(text)) {
    const list = listIn(parseJson(body), vocabulary);
    if (list?.keyed) return list.numbers;
    found ??= list?.numbers;
  }
  return found;
}

function numberInFence({ text, vocabulary }: Answer): number | undefined {
  for (const body of fencedBlocks(text)) {
    const value = parseJson(body);
    const number = typeof value === 'number' ? sane(value) : numberIn(value, vocabulary);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Only so many fenced blocks are looked at, the last ones. */
const MOST_BLOCKS = 100;

/** The bodies of fenced blocks, the last one first; a block that does not close reaches to the end. */
function fencedBlocks(text: string): string[] {
  const marks: { start: number; end: number }[] = [];
  for (let start = text.indexOf('```'); start >= 0; ) {
    let end = start + 3;
    while (text[end] === '`') end++;
    marks.push({ start, end });
    start = text.indexOf('```', end);
  }
  const blocks: string[] = [];
  const lastOpening = marks.length - (marks.length % 2 === 0 ? 2 : 1);
  for (let i = lastOpening; i >= 0 && blocks.length < MOST_BLOCKS; i -= 2) {
    const body = text.slice(marks[i]!.end, marks[i + 1]?.start);
    blocks.push(body.replace(/^[a-zA-Z][\w+-]{0,20}/, ''));
  }
  return blocks;
}

/**
 * The last list under a key, somewhere in the text; else the last array of two numbers or more, else
 * of one. Without a key nothing but numbers with a word or two behind them counts, and nothing at all
 * if the text ends inside a list that has a key.
 */
function embeddedList(answer: Answer): number[] | undefined {
  const { plain, brackets, vocabulary } = answer;
  const unkeyed: number[][] = [];
  for (const region of brackets.outermost.toReversed()) {
    const found = listInRegion(answer, region);
    if (found?.keyed) return found.numbers;
    if (found && found.numbers.length > 0) unkeyed.push(found.numbers);
  }
  const open = openBracket(plain);
  if (open !== undefined && isUnderKey(plain, open, vocabulary)) return undefined;
  return unkeyed.find((numbers) => numbers.length > 1) ?? unkeyed[0];
}

function listInRegion(answer: Answer, { start, end }: Region): FoundList | undefined {
  const { plain, brackets, vocabulary } = answer;
  const text = plain.slice(start, end);
  const value = parseRegion(text);
  if (value === undefined) {
    const inside = brackets.flat.filter((array) => array.start >= start && array.end <= end);
    return listInArrays(answer, inside);
  }
  if (!text.startsWith('[')) return listIn(value, vocabulary);
  if (isUnderKey(plain, start, vocabulary)) return listIn(underKey(value, vocabulary), vocabulary);
  const list = listIn(value, vocabulary);
  return list?.keyed || isPlain(text.slice(1, -1)) ? list : undefined;
}

/** The value of a region that is JSON and not too long to be part of an answer. */
function parseRegion(text: string): unknown {
  return text.length > LONGEST_BODY ? undefined : parseJson(text);
}

/** The last list of arrays that stand in something that is not JSON. */
function listInArrays({ plain, vocabulary }: Answer, arrays: Region[]): FoundList | undefined {
  let unkeyed: FoundList | undefined;
  for (const { start, end } of arrays.toReversed()) {
    const body = plain.slice(start + 1, end - 1);
    const keyed = isUnderKey(plain, start, vocabulary);
    if (!keyed && (unkeyed || !isPlain(body))) continue;
    const numbers = numbersOfItems(body, vocabulary);
    if (!numbers) continue;
    if (keyed) return { numbers, keyed };
    unkeyed = { numbers, keyed };
  }
  return unkeyed;
}

/** The numbers of a list that is not JSON. Two numbers in an item make it too damaged for this. */
function numbersOfItems(body: string, vocabulary: Vocabulary): number[] | undefined {
  const items = itemsOf(body);
  return items.some(hasSeveral) ? undefined : numbersOf(items, vocabulary);
}

function hasSeveral(item: string): boolean {
  return /\d[^\d]+\d/.test(item.slice(0, 256)) && !/\d\.\d/.test(item.slice(0, 256));
}

/** Whether items are numbers with a word or two behind them, or dots. */
function isPlain(body: string): boolean {
  return itemsOf(body).every(
    (item) => /^[\s."'…]{1,9}$/.test(item) || plainNumberOf(item) !== undefined,
  );
}

/** Long lists are split only so far, which is enough for `LONGEST_LIST` items. */
const LONGEST_BODY = 1_000_000;

/** The items of a list written as text; a comma behind the last one is forgiven. */
function itemsOf(body: string): string[] {
  return body
    .slice(0, LONGEST_BODY)
    .split(/[,;]/, LONGEST_LIST)
    .filter((item) => item.trim() !== '');
}

/** A value as if it stood under the key that was asked for. */
function underKey(value: unknown, { keys }: Vocabulary): unknown {
  const [key = ''] = keys.keys();
  return { [key]: value };
}

/** The number of the last JSON object that has one. */
function embeddedNumber({ plain, brackets, vocabulary }: Answer): number | undefined {
  for (const { start, end } of brackets.outermost.toReversed()) {
    const number = numberIn(parseRegion(plain.slice(start, end)), vocabulary);
    if (number !== undefined) return number;
  }
  return undefined;
}

/**
 * jsonrepair is not linear: a thousand open quotes take it a second. Lists of numbers need little
 * but digits, commas and spaces, so the rest is limited strictly.
 */
const LONGEST_REPAIR = 16_000;
const MOST_OTHER_CHARACTERS = 600;
const MOST_REPAIRS = 3;

/** The last bracketed regions under or with a key, with their damage repaired. */
function* repairedValues({ plain, brackets, vocabulary }: Answer): Generator<unknown> {
  let repairs = 0;
  for (const { start, end } of brackets.outermost.toReversed()) {
    if (end - start > LONGEST_REPAIR) continue;
    const region = plain.slice(start, end);
    const isList = region.startsWith('[') && isUnderKey(plain, start, vocabulary);
    if (!isList && !holdsKey(region, vocabulary)) continue;
    if (region.replace(/[\d,\s]/g, '').length > MOST_OTHER_CHARACTERS) continue;
    if (repairs++ === MOST_REPAIRS) return;
    try {
      const value: unknown = JSON.parse(jsonrepair(region));
      yield isList ? underKey(value, vocabulary) : value;
    } catch {
      // Too damaged, or nested too deep for jsonrepair.
    }
  }
}

function holdsKey(region: string, { keys }: Vocabulary): boolean {
  const normal = normalKey(region);
  for (const key of keys.keys()) if (normal.includes(key)) return true;
  return false;
}

/** Damaged JSON under a key: missing commas or quotes, comments, a bracket too few. */
function repairedList(answer: Answer): number[] | undefined {
  for (const value of repairedValues(answer)) {
    const list = listIn(withoutProse(value), answer.vocabulary);
    if (list?.keyed && list.numbers.length > 0) return list.numbers;
  }
  return undefined;
}

function repairedNumber(answer: Answer): number | undefined {
  for (const value of repairedValues(answer)) {
    const number = numberIn(value, answer.vocabulary);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** A repaired list without the items that do not begin with a number: they were remarks. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => typeof item !== 'string' || plainNumberOf(item) !== undefined)
      .map(withoutProse);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, under]) => [key, withoutProse(under)]),
  );
}

/** The last opening square bracket, if nothing closes it. */
function openBracket(plain: string): number | undefined {
  const start = plain.lastIndexOf('[');
  return start < 0 || plain.indexOf(']', start) >= 0 ? undefined : start;
}

/** A list that begins but does not end, as when the output limit was reached. */
function cutOffList({ plain, vocabulary }: Answer): number[] | undefined {
  const start = openBracket(plain);
  if (start === undefined) return undefined;
  const body = plain.slice(start + 1, start + 1 + LONGEST_BODY);
  const items = itemsOf(body);
  // What touches the end may be the beginning of a longer number.
  if (/[\d.〇零一二两兩三四五六七八九十百千万萬]$/.test(body.slice(-1))) items.pop();
  if (isUnderKey(plain, start, vocabulary)) return numbersOf(items, vocabulary);
  const isList = items.length > 1 && items.every((item) => plainNumberOf(item) !== undefined);
  return isList ? numbersOf(items, vocabulary) : undefined;
}

/** The last steps look at so much of an answer, which is more than any model says. */
const LONGEST_PROSE = 300_000;

/** Nothing but numbers and what separates them: the whole answer, or the last such lines of it. */
function bareList({ plain, vocabulary }: Answer): number[] | undefined {
  return numbersByLine(plain.slice(0, LONGEST_PROSE), vocabulary);
}

/** The last number with a unit behind it, else the last one; not of a list or of star sentences. */
function bareNumber(answer: Answer): number | undefined {
  const { vocabulary } = answer;
  const prose = withoutLists(answer);
  const end = halfWidth(withoutRecited(prose.slice(-LONGEST_TAIL), vocabulary.recited));
  // In an object that does not end, what touches the end may be the beginning of a longer number.
  const mayGoOn = end.lastIndexOf('{') > end.lastIndexOf('}') ? end.length : -1;
  let last: number | undefined;
  let lastWithUnit: number | undefined;
  for (const found of numbersInText(end)) {
    if (found.end === mayGoOn) continue;
    last = found.number;
    if (unitBehind(end, found.end, vocabulary.units)) lastWithUnit = found.number;
  }
  return lastWithUnit ?? last ?? plainNumberOf(end);
}

/** An answer without its JSON and its arrays, also without a keyed list that does not end. */
function withoutLists({ text, plain, brackets, vocabulary }: Answer): string {
  const lists = brackets.outermost
    .filter(({ start, end }) => parseRegion(plain.slice(start, end)) !== undefined)
    .concat(brackets.flat)
    .sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of lists) {
    if (start < from) continue;
    pieces.push(text.slice(from, start));
    from = end;
  }
  const open = openBracket(plain);
  const cutOff = open !== undefined && isUnderKey(plain, open, vocabulary);
  return [...pieces, text.slice(from, cutOff ? open : undefined)].join(' ');
}

/** A total stands at the end of an answer. */
const LONGEST_TAIL = 50_000;

/** Star sentences instead of a list. */
function recitedList({ text, vocabulary }: Answer): number[] | undefined {
  const numbers = recitedIn(text.slice(0, LONGEST_PROSE), vocabulary.recited);
  return numbers.length > 0 ? numbers : undefined;
}

/** This step reads lists only. */
function nothing(): undefined {
  return undefined;
}

function answerOf(output: unknown, vocabulary: Vocabulary): Answer {
  const text = setAsideReasoning(answerText(output));
  const plain = halfWidth(text);
  return { text, plain, brackets: matchBrackets(plain), vocabulary };
}

function vocabularyOf({ keys, units = [], recited = [] }: AnswerHints): Vocabulary {
  const ranks = new Map<string, number>();
  keys.forEach((key, rank) => {
    const normal = normalKey(key);
    if (normal !== '' && !ranks.has(normal)) ranks.set(normal, rank);
  });
  return {
    keys: ranks,
    longestKey: Math.max(0, ...keys.map((key) => key.length)),
    units: new Set(units.map((unit) => unit.toLowerCase()).filter(Boolean)),
    recited,
  };
}

/** A parsed value without cycles, getters or anything else that JSON does not have. */
function plainValue(output: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(output));
  } catch {
    return undefined;
  }
}
