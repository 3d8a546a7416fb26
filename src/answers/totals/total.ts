/** Reading the total out of prose: which of the numbers of an answer is the sum. */

import { once } from '../../base/kept.js';
import { halfWidth } from '../../base/text/half-width.js';
import { alternatives } from '../../base/text/literal.js';
import type { Form } from '../answer.js';
import { type Role, rolesOf } from '../labels.js';
import { isUnderKey, underKey } from '../lists/fields.js';
import { numberIn } from '../lists/json-values.js';
import { withoutOpenEnd } from '../lists/list.js';
import { formOf, openBracket, regionValue, repairedValues } from '../lists/values.js';
import { plainNumberOf } from '../numbers/item-numbers.js';
import { type FoundNumber, numbersInText, unitBehind, withoutRecited } from '../numbers/numbers.js';
import { chineseNumber, numerals, withDigits } from '../numbers/worded-numbers.js';
import { answerOfText, type PreparedAnswer } from '../prepared-answer.js';
import { bothEnds } from '../texts/ends.js';
import { boxesOf } from '../texts/final-part.js';
import { withoutLatex } from '../texts/plain-writing.js';
import { anyOf, readingWords } from '../words.js';

/** A total stands at the beginning of an answer or at its end. */
const LONGEST_END = 20_000;

/** Emphasis, quotes and LaTeX around a number. */
const AROUND = /\\(?:text|textbf|mathbf|mathrm|boxed|quad|,|;|star|bigstar)|[*_`"$\\{}~]/g;

/** Characters before and behind a number that say what it is. */
const CLAUSE = 90;
const BEHIND = 24;

/** The number that an answer gives, and how it is written. */
export function numberOfAnswer(answer: PreparedAnswer): {
  form: Form | 'unreadable';
  number: number | undefined;
} {
  const { text, vocabulary } = answer;
  const box = boxesOf(text).at(-1);
  const boxed =
    box === undefined
      ? undefined
      : numberOfAnswer(answerOfText(withoutLatex(box), vocabulary)).number;
  if (boxed !== undefined) return { form: 'boxed', number: boxed };
  const json = numberInJson(answer);
  if (json) return json;
  for (const { value } of repairedValues(answer)) {
    const number = numberIn(value, vocabulary);
    if (number !== undefined) return { form: 'damaged', number };
  }
  const number = bareNumber(answer);
  return { form: number === undefined ? 'unreadable' : 'prose', number };
}

/** The number of the last JSON value that has one; one in a fence goes first. */
function numberInJson(answer: PreparedAnswer): { form: Form; number: number } | undefined {
  const { plain, brackets, vocabulary } = answer;
  let embedded: { form: Form; number: number } | undefined;
  for (const region of brackets.outermost.toReversed()) {
    const form = formOf(plain, region);
    const value = regionValue(answer, region);
    const isList = Array.isArray(value) && form === 'json';
    const number = numberIn(isList ? underKey(value, vocabulary) : value, vocabulary);
    if (number === undefined) continue;
    if (form !== 'embedded') return { form, number };
    embedded ??= { form, number };
  }
  return embedded;
}

/** A number of an answer beside its neighbours, looked at once for all that is asked about it. */
interface NumberInText extends FoundNumber {
  /** Whether the words behind it are those of places. */
  isOfPlaces: boolean;
  /** Whether it is a neighbour of the number before it in a list: not "49, in 5 sentences". */
  isListed: boolean;
}

/** A number of an answer, and what speaks for its being the total. */
interface Candidate extends FoundNumber {
  /** Rank by the words around it: less is better. */
  rank: number;
}

/**
 * The number that is called the total or the answer, the result of an addition, the last one with a
 * unit, or the last one; not of a list or star sentences, no addend, and no number of places.
 *
 * @example
 * '3 + 7 = 10, in 2 sentences' // 10
 */
function bareNumber(answer: PreparedAnswer): number | undefined {
  const { recited, units } = answer.vocabulary;
  const ends = bothEnds(withoutLists(answer), LONGEST_END);
  const plain = inDigits(halfWidth(withoutRecited(ends, recited)));
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
  const anew = candidates.filter(({ start, rank }) => start >= restart && rank !== UNMARKED);
  const weighed = anew.length > 0 ? anew : candidates;
  const least = Math.min(...weighed.map(({ rank }) => rank));
  return weighed.findLast(({ rank }) => rank === least)?.number ?? plainNumberOf(text);
}

/** A text with digits for Chinese numerals before a unit, and commas for those of LaTeX. */
function inDigits(text: string): string {
  return text
    .replaceAll('{,}', ',')
    .replace(patterns().numeralsWithUnit, (found) => String(chineseNumber(found) ?? found));
}

/** Where a model starts anew: what it said before, it does not stand by. */
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
  const { denial, denialHan, counters, restart, turnsAway, copula, and, summed } = readingWords();
  const conjunction = alternatives(and);
  return {
    numeralsWithUnit: new RegExp(`${numerals()}{1,12}(?=\\s?(?:${alternatives(counters)}|★))`, 'g'),
    restart: new RegExp(anyOf(restart, true), 'giu'),
    /** What takes back the number behind it: "not 130", "instead of 130". */
    denied: new RegExp(`(?:(?:${anyOf(denial)})\\s+|(?:${alternatives(denialHan)}))$`, 'iu'),
    turnsAway: new RegExp(`[\\n,.;:(+=\\d]|\\s(?:${alternatives(turnsAway)})\\s`),
    /** What stands between the numbers of a list. */
    listGap: new RegExp(
      `^\\s*[★\\p{L}]{0,8}\\s*(?:,|(?:${conjunction})\\s)\\s*(?:(?:${conjunction})\\s)?\\s*$`,
      'u',
    ),
    summed: new RegExp(`^\\s?(?:${anyOf(summed)})`, 'iu'),
    called: new RegExp(`(?:[:=]|${anyOf(copula)})\\s*$`, 'u'),
  };
});

/** Whether the words behind an offset, as far as the next number, are those of places. */
function isOfPlaces(text: string, offset: number): boolean {
  const [words] = text.slice(offset, offset + BEHIND).split(patterns().turnsAway, 1);
  const roles = rolesOf(words!);
  if (patterns().summed.test(words!)) return true;
  return roles.includes('mention') || roles.includes('place');
}

function numbersIn(text: string): NumberInText[] {
  const numbers: NumberInText[] = [];
  for (const found of numbersInText(text)) {
    const from = numbers.at(-1)?.end ?? Number.NEGATIVE_INFINITY;
    const ofPlaces = isOfPlaces(text, found.end);
    const isListed =
      !ofPlaces &&
      found.start - from <= BEHIND &&
      patterns().listGap.test(text.slice(from, found.start));
    numbers.push({ ...found, isOfPlaces: ofPlaces, isListed });
  }
  return numbers;
}

/** What stands behind an addend, a factor, a share. */
const PART = /^\s*(?:(?:★|\p{L}{0,12})\s*\+|[×x/]\s*\d|%)/u;
const SUM_BEHIND = /^\s*(?:★|\p{L}{0,12})\s*=\s*\d{1,9}\s*(?:★|\p{L}{0,12})\s*\+/u;
const ARROW_BEHIND = /^\s*(?:★|\p{L}{0,8})\s*(?:→|[-=]>)/u;

/** What stands before a number, as far as the one before it. */
function wordsBefore(text: string, found: readonly FoundNumber[], i: number): string {
  const { start } = found[i]!;
  return text.slice(Math.max(found[i - 1]?.end ?? 0, start - CLAUSE), start);
}

/** What belongs to the number before: "49 in all, the last one being 19". */
const OF_LAST = /^[^\n.:=+,;(]*[,;(]/;

/**
 * How much speaks for a number's being the total.
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
  if (PART.test(behind) || ARROW_BEHIND.test(behind) || patterns().denied.test(before))
    return undefined;
  if (SUM_BEHIND.test(behind)) return CALLED_TOTAL;
  if (/(?:[+×/]|(?<!\p{L})x)\s*$/u.test(before)) return undefined;
  const hasUnit = unitBehind(text, end, units);
  if (!hasUnit && ofPlaces) return undefined;
  // In "10 places have 49", the places are the other number's.
  const behindPlaces = found[i - 1]?.isOfPlaces;
  const own = behindPlaces ? before.replace(/^\s*\p{L}+/u, '') : before;
  const words = i > 0 ? own.replace(OF_LAST, '') : before;
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

/** The clause before a number, with the label or the heading in the line before. */
function clauseBefore(before: string): string {
  const label = before.trimEnd();
  const isLabel = label.endsWith(':') || /(?:^|\n)#[^\n]*$/.test(label);
  return (isLabel ? label : before).split(/[.!?](?!\d)|\n/).at(-1)!;
}

/** An answer without its JSON and its arrays, also without a keyed list that does not end. */
function withoutLists(answer: PreparedAnswer): string {
  const { text, plain, brackets, vocabulary } = answer;
  const values = brackets.outermost.filter((region) => regionValue(answer, region) !== undefined);
  const lists = [...values, ...brackets.flat]
    .filter(({ start, end }) => !isCalled(plain, start, end))
    .sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of lists) {
    if (start < from) continue;
    pieces.push(text.slice(from, start));
    from = end;
  }
  const open = openBracket(plain);
  const end = isUnderKey(plain, open ?? 0, vocabulary) ? open : undefined;
  return [...pieces, text.slice(from, end)].join(' ');
}

/** Whether an array is one number that stands for itself: "Total: [49]", not "49 [1]". */
function isCalled(plain: string, start: number, end: number): boolean {
  return (
    /^\[\s*\d+\s*\]/.test(plain.slice(start, end)) &&
    patterns().called.test(plain.slice(Math.max(0, start - BEHIND), start))
  );
}
