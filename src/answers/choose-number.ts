/** Reads a single number out of prose: what the answer calls its total, or its answer. */

import { once } from '../base/kept.js';
import { halfWidth } from '../base/text/half-width.js';
import { alternatives } from '../base/text/literal.js';
import type { GivenNumber } from './answer.js';
import { type Role, rolesOf } from './labels.js';
import {
  type FoundNumber,
  numbersInText,
  plainNumberOf,
  recitedSentences,
  unitBehind,
} from './numbers/numbers.js';
import { chineseNumber, numerals, withDigits } from './numbers/worded-numbers.js';
import { answerOfText, type PreparedAnswer } from './prepared-answer.js';
import { blanked } from './scanner/prose.js';
import {
  isUnderKey,
  numberIn,
  openBracket,
  underKey,
  valuesIn,
  withoutOpenEnd,
} from './scanner/values.js';
import { boxesOf } from './texts/boxes.js';
import { bothEnds } from './texts/final-text.js';
import { withoutLatex } from './texts/plain-writing.js';
import { anyOf, readingWords } from './words.js';

/** Totals stand at the start or the end of an answer. In between, this much is read of each. */
const LONGEST_END = 20_000;

const AROUND = /\\(?:text|textbf|mathbf|mathrm|boxed|quad|,|;|star|bigstar)|[*_`"«»„$\\{}~]/g;

/** How many characters before and behind a number are read to learn what it is. */
const CLAUSE = 90;
const BEHIND = 24;

export function numberOfAnswer(answer: PreparedAnswer): GivenNumber {
  const { text, plain, vocabulary } = answer;
  const box = boxesOf(text).at(-1);
  const boxed = box && numberOfAnswer(answerOfText(withoutLatex(box), vocabulary)).number;
  if (boxed !== undefined) return { form: 'boxed', number: boxed as number };
  const values = valuesIn(answer).flatMap(({ value, form, end }) => {
    const isList = Array.isArray(value) && form === 'json';
    const number = numberIn(isList ? underKey(value, vocabulary) : value, vocabulary);
    return number === undefined ? [] : [{ form, number, end }];
  });
  const last = values.at(-1);
  if (!last) {
    const { number } = numberInProse(answer) ?? {};
    return { form: number === undefined ? 'unreadable' : 'prose', number };
  }
  // What comes behind "Correction:" corrects the value.
  const behind = plain.slice(last.end);
  const anew = behind.slice(lastRestart(behind));
  const corrected = anew === behind ? undefined : numberInProse(answerOfText(anew, vocabulary));
  return corrected && corrected.rank < RESULT
    ? { form: 'prose', number: corrected.number }
    : { form: last.form, number: last.number };
}

/** A number with what its neighbours tell of it, worked out once. */
interface NumberInText extends FoundNumber {
  /** Whether the words behind it mean places: "in 5 sentences". */
  isOfPlaces: boolean;
  /** Whether it goes on the list of the number before it. Not so in "49, in 5 sentences". */
  isListed: boolean;
}

/** A number, and its rank as the total: less is better. */
interface Candidate extends FoundNumber {
  rank: number;
}

/**
 * Finds the number called the total or the answer; else the result of a sum, the last one with a unit, or the
 * last one. Lists, recited sentences, addends and numbers of places are left out.
 *
 * @example
 * '3 + 7 = 10, in 2 sentences' // 10
 */
function numberInProse(answer: PreparedAnswer): Pick<Candidate, 'number' | 'rank'> | undefined {
  const { recited, units } = answer.vocabulary;
  const ends = bothEnds(withoutLists(answer), LONGEST_END);
  const told = recitedSentences(ends, recited).map(({ start, end }) => ({ start, end }));
  const plain = inDigits(halfWidth(blanked(ends, told)));
  const text = withDigits(withoutOpenEnd(plain).replace(AROUND, ' '));
  const found = numbersIn(text);
  // The first number of the list that ends right before.
  let first = 0;
  const candidates = found.flatMap((number, i): Candidate[] => {
    if (!found[i - 1]?.isListed) first = i - 1;
    const isBehind = first < i - 1 && !number.isListed;
    const ofList = isBehind ? wordsBefore(text, found, first) : '';
    const rank = rankOf(text, found, i, ofList, units);
    return rank === undefined ? [] : [{ ...number, rank }];
  });
  const restart = lastRestart(text);
  const anew = candidates.filter(({ start, rank }) => start >= restart && rank < UNMARKED);
  const weighed = anew.length > 0 ? anew : candidates;
  const least = Math.min(...weighed.map(({ rank }) => rank));
  const alone = plainNumberOf(text);
  const chosen = weighed.findLast(({ rank }) => rank === least);
  return chosen ?? (alone === undefined ? undefined : { number: alone, rank: UNMARKED });
}

function inDigits(text: string): string {
  return text
    .replaceAll('{,}', ',')
    .replace(patterns().numeralsWithUnit, (found) => String(chineseNumber(found) ?? found));
}

/** Finds the last place where a model starts anew. It does not stand by what it said before. */
function lastRestart(text: string): number {
  return [...text.matchAll(patterns().restart)].at(-1)?.index ?? 0;
}

const CALLED_ANSWER = 0;
const CALLED_TOTAL = 1;
const RESULT = 2;
const WITH_UNIT = 3;
const UNMARKED = 4;

const NOT_TOTAL: readonly Role[] = ['mistaken', 'partial'];

const patterns = once(() => {
  const { denial, denialHan, counters, restart, turnsAway, copula, and, summed, missed } =
    readingWords();
  const conjunction = alternatives(and);
  return {
    numeralsWithUnit: new RegExp(`${numerals()}{1,12}(?=\\s?(?:${alternatives(counters)}|★))`, 'g'),
    restart: new RegExp(anyOf(restart, true), 'giu'),
    /** Finds what denies the number behind it, or adds it: "not 130", "instead of 130", "I missed 19". */
    denied: new RegExp(
      `(?:(?:${anyOf([...denial, ...missed])})\\s+|(?:${alternatives(denialHan)}))$`,
      'iu',
    ),
    turnsAway: new RegExp(`[\\n,.;:(+=\\d]|\\s(?:${alternatives(turnsAway)})\\s`),
    listGap: new RegExp(
      `^\\s*[★\\p{L}]{0,8}\\s*(?:,|(?:${conjunction})\\s)\\s*(?:(?:${conjunction})\\s)?\\s*$`,
      'u',
    ),
    summed: new RegExp(`^\\s?(?:${anyOf(summed)})`, 'iu'),
    called: new RegExp(`(?:[:=]|${anyOf(copula)})\\s*$`, 'u'),
  };
});

function isOfPlaces(text: string, offset: number): boolean {
  const [words] = text.slice(offset, offset + BEHIND).split(patterns().turnsAway, 1);
  const roles = rolesOf(words!);
  return patterns().summed.test(words!) || roles.includes('mention') || roles.includes('place');
}

function numbersIn(text: string): NumberInText[] {
  const numbers: NumberInText[] = [];
  for (const found of numbersInText(text)) {
    const from = numbers.at(-1)?.end ?? Number.NEGATIVE_INFINITY;
    const ofPlaces = isOfPlaces(text, found.end);
    const isNear = !ofPlaces && found.start - from <= BEHIND;
    const isListed = isNear && patterns().listGap.test(text.slice(from, found.start));
    numbers.push({ ...found, isOfPlaces: ofPlaces, isListed });
  }
  return numbers;
}

/** Finds what shows that a number is an addend, a factor, a share, or stands before an arrow. */
const PART = /^\s*(?:(?:★|\p{L}{0,12})\s*\+|[×x/]\s*\d|%|(?:★|\p{L}{0,8})\s*(?:→|[-=]>))/u;
const SUM_BEHIND = /^\s*(?:★|\p{L}{0,12})\s*=\s*\d{1,9}\s*(?:★|\p{L}{0,12})\s*\+/u;

function wordsBefore(text: string, found: readonly FoundNumber[], i: number): string {
  const { start } = found[i]!;
  return text.slice(Math.max(found[i - 1]?.end ?? 0, start - CLAUSE), start);
}

/** Finds what still belongs to the number before: "49 in all, the last one being 19". */
const OF_LAST = /^[^\n.:=+,;(]*[,;(]/;

/**
 * Ranks a number as the total.
 *
 * @param ofList - what stands before a list that the number follows: "The sum of 3 and 7 is 10"
 * @returns a rank, less is better; nothing for a number that can be no total
 */
function rankOf(
  text: string,
  found: readonly NumberInText[],
  i: number,
  ofList: string,
  units: ReadonlySet<string>,
): number | undefined {
  const { number, end, isListed, isOfPlaces: ofPlaces } = found[i]!;
  const before = wordsBefore(text, found, i);
  const behind = text.slice(end, end + BEHIND);
  // The number of an item is no larger than that of all numbers.
  const isItem = /(?:^|\n)\s*\(?$/.test(before) && /^(?:[.)]\s+\S|[.,]\p{L})/u.test(behind);
  if (isItem && number <= found.length) return undefined;
  if (PART.test(behind) || patterns().denied.test(before)) return undefined;
  if (SUM_BEHIND.test(behind)) return CALLED_TOTAL;
  if (/(?:[+×/]|(?<!\p{L})x)\s*$/u.test(before)) return undefined;
  const hasUnit = unitBehind(text, end, units);
  const isAll = found.length === 1 && /[:：]\s*$/.test(before) && rolesOf(before).includes('right');
  if (!hasUnit && ofPlaces && !isAll) return undefined;
  // In "10 places have 49", the places are the other number's.
  const clause = found[i - 1]?.isOfPlaces ? before.replace(/^\s*\p{L}+/u, '') : before;
  const words = i > 0 ? clause.replace(OF_LAST, '') : before;
  const roles = rolesOf(clauseBefore(ofList + words));
  const about = roles.findLast((role) => role !== 'count');
  if (!hasUnit && (about === 'mention' || about === 'place')) return undefined;
  const isFollowed = found[i + 1]?.isListed;
  if (!isFollowed && !roles.some((role) => NOT_TOTAL.includes(role))) {
    if (roles.includes('right')) return CALLED_ANSWER;
    const rolesBehind = rolesOf(behind.split(/[\n.,;:(=+]/, 1)[0]!);
    if (roles.includes('total') || rolesBehind.includes('total')) return CALLED_TOTAL;
  }
  if (/(?:=|≈|→|[-=]>)\s*$/.test(before)) return RESULT;
  if (hasUnit) return WITH_UNIT;
  return isFollowed || isListed ? undefined : UNMARKED;
}

/** Returns the clause before a number, with a label or heading in the line above. */
function clauseBefore(before: string): string {
  const label = before.trimEnd();
  const isLabel = label.endsWith(':') || /(?:^|\n)#[^\n]*$/.test(label);
  return (isLabel ? label : before).split(/[.!?](?!\d)|\n/).at(-1)!;
}

function withoutLists(answer: PreparedAnswer): string {
  const { text, plain, brackets, vocabulary } = answer;
  const values = valuesIn(answer).filter(({ form }) => form !== 'damaged');
  const lists = [...values, ...brackets.flat]
    .filter(({ start, end }) => !isCalled(plain, start, end))
    .sort((a, b) => a.start - b.start);
  const open = openBracket(plain);
  const end = isUnderKey(plain, open ?? 0, vocabulary) ? open : undefined;
  return blanked(text, lists).slice(0, end);
}

/** Tells whether an array is a number that stands for itself: "Total: [49]", not "49 [1]". */
function isCalled(plain: string, start: number, end: number): boolean {
  return (
    /^\[\s*\d+\s*\]/.test(plain.slice(start, end)) &&
    patterns().called.test(plain.slice(Math.max(0, start - BEHIND), start))
  );
}
