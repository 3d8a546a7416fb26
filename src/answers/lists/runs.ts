/** Runs of numbers in prose: "The counts are 17, 10 and 2", and which of several lists is meant. */

import type { Answer } from '../answer.js';
import { isAside, type Role, roleBefore, rolesOf } from '../labels.js';
import { chineseNumber, numerals } from '../numbers/chinese-numbers.js';
import { withDigits } from '../numbers/number-words.js';
import { sane } from '../numbers/numbers.js';
import type { Region } from '../texts/brackets.js';
import { alternatives, anyOf, once, readingWords } from '../words.js';

/** A list, where it stands, and what the words before it say of it. */
export interface Labelled extends Region {
  numbers: number[];
  role: Role | undefined;
}

/** Prose is read no further than this, which is more than any model says. */
export const LONGEST_PROSE = 50_000;

/** What is written around numbers and changes nothing: emphasis, quotes, LaTeX, remarks in brackets. */
const AROUND =
  /\\(?:text|textbf|mathbf|mathrm|boxed|quad|,|;)|[*_`"'$\\~]|(?<=[\d★][^\S\n]{0,3})\((?![^()\n]{0,90}\d\s*,\s*\d)[^()\n]{0,90}\)|(?<=[\p{L}\p{N}★.][^\S\n]?)\[\d{1,3}\]/gu;

/** A text whose numbers can be read in prose; each character stays in its place. */
export function proseOf(plain: string): string {
  return plain.slice(0, LONGEST_PROSE).replace(AROUND, (found) => ' '.repeat(found.length));
}

/** Numbers with digits or in Chinese numerals; a sign, a fraction or a larger number is none. */
const numberPattern = once(() => {
  const { beforeNumerals, counters, and, ordinalEndings } = readingWords();
  const behind = alternatives([...counters, ...and]);
  return new RegExp(
    String.raw`(?<![\d.\p{Script=Latin}\p{Script=Cyrillic}/+=-]|\+\s|=\s(?!\d{1,9}[,;]))\d{1,9}` +
      String.raw`(?![\d%/]|\.\d|\s*[+=]|(?:${alternatives(ordinalEndings)})(?!\p{L}))` +
      String.raw`|(?<=[^\p{L}]|${alternatives(beforeNumerals)})${numerals()}{1,12}(?=\s*(?:[,;.。]|${behind}|$))`,
    'gmu',
  );
});

/** A longer gap ends a run. */
const LONGEST_GAP = 60;

/** Words, units and marks that may stand between two numbers of a list. */
const gapPattern = once(() => {
  const { between, betweenHan } = readingWords();
  return { words: new Set(between), han: new RegExp(alternatives(betweenHan), 'g') };
});

/** Whether only such words stand in a gap, and something does. */
function isGap(gap: string, units: ReadonlySet<string>): boolean {
  if (gap.length === 0 || gap.length > LONGEST_GAP) return false;
  if (/[+=<>→:]|\n\s*\n/.test(gap)) return false;
  const { words, han } = gapPattern();
  let rest = gap.toLowerCase();
  for (const unit of units) rest = rest.replaceAll(unit, ' ');
  return rest
    .replace(han, ' ')
    .split(/[\s,;.|…★⭐☆\p{So}()-]/u)
    .every((word) => word === '' || words.has(word) || units.has(word));
}

/** Fewer numbers than this are a list only where a colon or the words before them say so. */
const SURE_RUN = 3;

/** All runs of at least two numbers between which stands nothing but what separates a list. */
export function runsIn(prose: string, units: ReadonlySet<string>, from = 0): Labelled[] {
  const runs: Labelled[] = [];
  let open: Labelled | undefined;
  const close = () => {
    if (open?.numbers.length === 1) addForgotten(prose, open, runs.at(-1));
    if (!open || open.numbers.length < 2) return;
    const behind = rolesOf(prose.slice(open.end, open.end + LONGEST_BEHIND));
    const isOfPlaces = rolesOf(prose.slice(open.end, open.end + 4))[0] === 'place';
    const label = labelBefore(prose, open.start);
    const role = isOfPlaces ? 'place' : takenBack().test(label) ? 'mistaken' : roleBefore(label);
    if (behind.includes('total')) dropTotal(open.numbers);
    const isLabelled = /:\s*$/.test(prose.slice(Math.max(0, open.start - 3), open.start));
    const isSure =
      open.numbers.length >= SURE_RUN || isLabelled || role === 'count' || role === 'right';
    if (isSure) runs.push({ ...open, role });
  };
  for (const match of prose.slice(from).matchAll(numberPattern())) {
    const start = from + match.index;
    const text = match[0];
    const number = sane(chineseNumber(text) ?? Number(text));
    if (number === undefined) continue;
    if (open && isGap(prose.slice(open.end, start), units)) {
      open.numbers.push(number);
      open.end = start + text.length;
      continue;
    }
    close();
    open = { start, end: start + text.length, numbers: [number], role: undefined };
  }
  close();
  return runs;
}

/** Words before a single number that belongs to the list before it. */
const also = once(() => new RegExp(anyOf(readingWords().alsoMissed), 'iu'));

/** Add a single number that a sentence adds to the list before it: "Also, near the end: 31." */
function addForgotten(prose: string, { start, numbers }: Labelled, before?: Labelled): void {
  if (!before || !/:\s*$/.test(prose.slice(Math.max(0, start - 3), start))) return;
  const label = labelBefore(prose, start);
  if (also().test(label) && roleBefore(label) !== 'mistaken') {
    const [number] = numbers;
    if (!before.numbers.includes(number!)) before.numbers.push(number!);
  }
}

/** Words right behind a run say what its last number is. */
const LONGEST_BEHIND = 24;

/** Words right before a run that take it back. */
const takenBack = once(() => {
  const { denial, denialHan } = readingWords();
  return new RegExp(`(?:${anyOf([...denial, ...denialHan])})$`, 'iu');
});

/** Leave out a last number that is the sum of all others. */
function dropTotal(numbers: number[]): void {
  const total = numbers.at(-1)!;
  const rest = numbers.slice(0, -1);
  if (rest.length > 1 && rest.reduce((sum, number) => sum + number, 0) === total) numbers.pop();
}

/** The words before a list: back to the line end or the end of a sentence before them. */
export function labelBefore(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - 120), offset);
  const label = before.replace(/[\s:({[*`"'$\\-]+$/, '');
  const start = Math.max(label.lastIndexOf('\n'), label.lastIndexOf(']'), label.lastIndexOf('}'));
  const line = label.slice(start + 1);
  return line.slice(
    Math.max(line.lastIndexOf('. '), line.lastIndexOf('! '), line.lastIndexOf('? ')) + 1,
  );
}

/**
 * Which of several lists is the answer: of those that nothing sets aside, the last that is called
 * right, else two parts of one list together, else the last with two numbers or more, else the last.
 */
export function chooseLabelled(lists: readonly Labelled[]): number[] | undefined {
  const kept = lists.filter(({ role }) => !isAside(role));
  const candidates = kept.length > 0 ? kept : lists;
  const right = candidates.findLast(({ role, numbers }) => role === 'right' && numbers.length > 1);
  if (right) return right.numbers;
  const several = candidates.filter(({ numbers }) => numbers.length > 1);
  return continued(several) ?? (several.at(-1) ?? candidates.at(-1))?.numbers;
}

/** The last lists together, where each goes on with the one before: "so far 3, 7, and then 9, 13". */
function continued(lists: readonly Labelled[]): number[] | undefined {
  const first = lists.findLastIndex(({ role }) => role !== 'partial');
  const parts = lists.slice(Math.max(0, first));
  if (parts.length < 2) return undefined;
  const all = parts.flatMap(({ numbers }) => numbers);
  return new Set(all).size === all.length ? all : undefined;
}

/** A corrected list has so many of the numbers of the one before it. */
const LEAST_KEPT = 0.75;

/**
 * A list that comes behind another and says that it corrects it, "Updated list: 3, 7, 9", or has all
 * its numbers and more.
 *
 * One much shorter than the list before it was cut off, or corrects a part of it.
 */
export function correctedList(
  answer: Answer,
  { end: from, numbers: before }: Pick<Labelled, 'end' | 'numbers'>,
): number[] | undefined {
  const { plain, vocabulary } = answer;
  const prose = proseOf(plain);
  return runsIn(prose, vocabulary.units, from).findLast(({ role, numbers }) =>
    role === 'right'
      ? numbers.length >= LEAST_KEPT * before.length
      : !isAside(role) && numbers.length > before.length && holdsAll(numbers, before),
  )?.numbers;
}

/** Whether a list has all numbers of another one, which has at least two. */
function holdsAll(numbers: readonly number[], others: readonly number[]): boolean {
  const known = new Set(numbers);
  return others.length > 1 && others.every((number) => known.has(number));
}

/** The list that prose tells, of several the one that is called right, the last, or the longest. */
export function proseList({ plain, vocabulary }: Answer): number[] | undefined {
  const runs = runsIn(withDigits(proseOf(plain), { loneOne: true }), vocabulary.units).filter(
    ({ role }) => !isAside(role),
  );
  const longest = Math.max(0, ...runs.map(({ numbers }) => numbers.length));
  const long = runs.filter(({ numbers }) => 2 * numbers.length >= longest);
  return chooseLabelled(long);
}
