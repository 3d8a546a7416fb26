/** Reading the total out of prose: which of the numbers of an answer is the sum. */
import { literal } from '../../text/literal.js';
import type { Answer } from '../answer.js';
import { type Role, rolesOf } from '../labels.js';
import { openBracket } from '../lists/items.js';
import { parseRegion } from '../lists/json-steps.js';
import { isUnderKey } from '../lists/keys.js';
import { withoutOpenEnd } from '../lists/prose-steps.js';
import { chineseNumber, NUMERALS } from '../numbers/chinese-numbers.js';
import { plainNumberOf } from '../numbers/item-numbers.js';
import { withDigits } from '../numbers/number-words.js';
import { type FoundNumber, numbersInText, unitBehind, withoutRecited } from '../numbers/numbers.js';
import { halfWidth } from '../texts/half-width.js';
import { once, readingWords } from '../words.js';

/** A total stands at the beginning of an answer or at its end. */
const LONGEST_END = 20_000;

/** So many numbers are weighed, first and last ones. */
const FIRST_NUMBERS = 100;
const LAST_NUMBERS = 300;

/** Emphasis, quotes and LaTeX around a number. */
const AROUND = /\\(?:text|textbf|mathbf|mathrm|boxed|quad|,|;|star|bigstar)|[*_`"$\\{}~]/g;

/** So many characters before and behind a number say what it is. */
const CLAUSE = 90;
const BEHIND = 24;

/** A number of an answer, and what speaks for its being the total. */
interface Candidate extends FoundNumber {
  /** Rank by the words around it: less is better; none for what can be no total. */
  rank: number | undefined;
}

/**
 * The number that is called the total or the answer, the result of an addition, the last one with a
 * unit, or the last one; not of a list or star sentences, no addend, and no number of places.
 *
 * @example
 * '3 + 7 = 10, in 2 sentences' // 10
 */
export function bareNumber(answer: Answer): number | undefined {
  const prose = withoutLists(answer);
  const ends =
    prose.length > 2 * LONGEST_END
      ? `${prose.slice(0, LONGEST_END)}\n${prose.slice(-LONGEST_END)}`
      : prose;
  const plain = halfWidth(withoutRecited(ends, answer.vocabulary.recited));
  const text = withDigits(
    withoutOpenEnd(inDigits(plain)).replace(AROUND, (found) => ' '.repeat(found.length)),
  );
  let best: Candidate | undefined;
  const found = [...numbersInText(text)];
  const restart = lastRestart(text);
  found.forEach((number, i) => {
    if (i >= FIRST_NUMBERS && i < found.length - LAST_NUMBERS) return;
    const rank = rankOf(
      text,
      number,
      found[i - 1]?.end ?? 0,
      found[i + 1],
      answer.vocabulary.units,
    );
    const isBehind =
      best !== undefined && best.start < restart && number.start > restart && rank !== UNMARKED;
    if (rank !== undefined && (isBehind || best?.rank === undefined || rank <= best.rank))
      best = { ...number, rank };
  });
  return best?.number ?? plainNumberOf(text);
}

const NUMERALS_WITH_UNIT = new RegExp(`${NUMERALS}{1,12}(?=\\s?[颗顆个個★])`, 'g');

/** A text with digits for Chinese numerals before a unit, and commas for those of LaTeX. */
function inDigits(text: string): string {
  return text
    .replaceAll('{,}', ',')
    .replace(NUMERALS_WITH_UNIT, (numerals) => String(chineseNumber(numerals) ?? numerals));
}

/** Where a model starts anew: what it said before, it does not stand by. */
function lastRestart(text: string): number {
  return [...text.matchAll(RESTART)].at(-1)?.index ?? -1;
}

const RESTART =
  /(?<!\p{L})(?:wait|recount|let me (?:re|double)|actually|correction|oops|hmm)|等等|不对|重新|更正|подожди|стоп|пересчита|잠깐|다시/giu;

const CALLED_ANSWER = 0;
const CALLED_TOTAL = 1;
const RESULT = 2;
const WITH_UNIT = 3;
const UNMARKED = 4;

const NOT_TOTAL: readonly Role[] = ['mistaken', 'partial'];

/** Words that take back the number behind them: "not 130", "instead of 130". */
const denied = once(() => {
  const { denial, denialHan } = readingWords();
  return new RegExp(
    `(?:(?<!\\p{L})(?:${denial.map(literal).join('|')})\\s+|(?:${denialHan.map(literal).join('|')}))$`,
    'iu',
  );
});

/** The words of places, right behind a number or a word further. */
function isOfPlaces(behind: string): boolean {
  const words = behind
    .replace(/^(?:[^\S\n]|\))+/, '')
    .split(/[\n,.;:(+=，。、]|(?:\s(?:is|are|in|with|for|and|и)\s)/, 1)[0]!;
  const roles = rolesOf(words);
  return roles.includes('mention') || roles.includes('place');
}

function rankOf(
  text: string,
  { start, end }: FoundNumber,
  from: number,
  next: FoundNumber | undefined,
  units: ReadonlySet<string>,
): number | undefined {
  const before = text.slice(Math.max(from, start - CLAUSE), start);
  const behind = text.slice(end, end + BEHIND);
  if (/^\s*[.)、]\s/.test(behind) && /(?:^|\n)\s*\(?$/.test(before) && /^\s*[.)]\s+\S/.test(behind))
    return undefined;
  if (/^[^\S\n]*(?:★|[\p{L}]{0,12})?\s?\+|^\s*(?:[×x*/]\s*\d|%)/u.test(behind)) return undefined;
  if (denied().test(before)) return undefined;
  if (/^\s*(?:★|\p{L}{0,8})\s?(?:→|[-=]>)/u.test(behind)) return undefined;
  const isResult = /(?:=|≈|→|[-=]>|:=)\s*$/.test(before);
  const isAddend = /\+\s*$/.test(before);
  const isSumBefore = /^\s*=\s*\d{1,9}\s*\+/.test(text.slice(end, end + 2 * BEHIND));
  if (isSumBefore) return CALLED_TOTAL;
  if (isAddend) return undefined;
  if (!unitBehind(text, end, units) && isOfPlaces(behind)) return undefined;
  const clause = clauseBefore(before, next === undefined);
  const roles = rolesOf(clause);
  const behindRoles = rolesOf(behind.split(/[\n.,;:(=+]/, 1)[0]!);
  const lasting = roles.filter((role) => role !== 'count');
  const isPlace = lasting.at(-1) === 'mention' || lasting.at(-1) === 'place';
  if (isPlace && !unitBehind(text, end, units)) return undefined;
  const isCalled = !roles.some((role) => NOT_TOTAL.includes(role)) && !isListed(behind);
  if (isCalled && roles.includes('right')) return CALLED_ANSWER;
  if (isCalled && (roles.includes('total') || behindRoles.includes('total'))) return CALLED_TOTAL;
  if (isResult) return RESULT;
  if (isListed(behind) && !unitBehind(text, end, units)) return undefined;
  return unitBehind(text, end, units) ? WITH_UNIT : UNMARKED;
}

/** Whether another number of a list follows. */
function isListed(behind: string): boolean {
  return /^\s*[★\p{L}]{0,8}\s*(?:[,、;]|and\s)\s*(?:and\s+)?\d/u.test(behind);
}

/** The clause before a number; a label in the line before belongs to it where the number is alone. */
function clauseBefore(before: string, isLast: boolean): string {
  const text = before.replace(/\s+$/, '');
  const label = /[::]\s*$/.test(text) && (isLast || !/\n\s*[-*•\d]/.test(before)) ? text : before;
  const parts = label.split(/[.!?]\s|[.。!?]$|\n/);
  return parts.at(-1)!;
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
