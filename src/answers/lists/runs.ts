/** Numbers that follow each other in prose: "The counts are 17, 10 and 2". */

import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { isAside, type Role, roleBefore, rolesOf } from '../labels.js';
import { numbersInText, sane, unitBehind } from '../numbers/numbers.js';
import { chineseNumber, numerals } from '../numbers/worded-numbers.js';
import { anyOf, readingWords } from '../words.js';
import type { Candidate } from './candidate.js';

/** What is written around numbers and changes nothing: emphasis, quotes, LaTeX, remarks in brackets. */
const AROUND =
  /\\(?:text|textbf|mathbf|mathrm|boxed|quad|,|;)|[*_`"'$\\~]|(?<=[\d★\p{L}][^\S\n]{0,3})\((?![^()\n]{0,90}\d\s*,\s*\d)[^()\n]{0,90}\)|(?<=[\p{L}\p{N}★.][^\S\n]?)\[(?:\d{1,3}|\p{L}[^[\]\n]{0,60})\]/gu;

/** A text whose numbers can be read in prose; each character stays in its place. */
export function proseOf(plain: string): string {
  const joined = plain.replace(OPEN_END, (found) => found.replace('\n', ' '));
  const bulleted = joined.replace(BULLET, (found) => '-'.padEnd(found.length));
  return withoutIndices(bulleted).replace(AROUND, blank);
}

/** Bullets that would be taken for emphasis, or for LaTeX. */
const BULLET = /(?<=^[^\S\n]{0,20})(?:\*|\\item)(?=\s)/gm;

/** A line that goes on in the next one. */
const OPEN_END = /[,→][^\S\n]{0,9}\n(?!\n)/g;

/** Spaces for a text, so that what stands behind it stays in its place. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** What may number an item inside a line. */
const INDEX = /(?<![^\s,;])[(#]?(\d{1,3})[.):](?=\s+[^\s\d]{0,4}\d)/g;

/** A text without the numbers of items that are counted through in a line: "(1) 3 (2) 5 (3) 9". */
function withoutIndices(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const indices = [...line.matchAll(INDEX)].map((found) => Number(found[1]));
      const areCounted = indices.length > 1 && indices.every((index, i) => index === i + 1);
      return areCounted ? line.replace(INDEX, blank) : line;
    })
    .join('\n');
}

/** Numbers with digits or in Chinese numerals; a sign, a fraction or a larger number is none. */
const numberPattern = once(() => {
  const { beforeNumerals, counters, and, ordinalEndings } = readingWords();
  const behind = alternatives([...counters, ...and]);
  return new RegExp(
    String.raw`(?<![\d.\p{Script=Latin}\p{Script=Cyrillic}/+=-]|\+\s|=\s(?!\d{1,9}[,;]))\d{1,9}` +
      String.raw`(?![\d%/]|\.\d|\s*[+=]|-?(?:${alternatives(ordinalEndings)})(?!\p{L}))` +
      String.raw`|(?<=^|[^\p{L}]|${alternatives(beforeNumerals)})${numerals()}{1,12}(?=\s*(?:[\s,;.。]|${behind}|$))`,
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
  if (/[+=:]|\n\s*\n/.test(gap)) return false;
  const { words, han } = gapPattern();
  let rest = gap.toLowerCase();
  for (const unit of units) rest = rest.replaceAll(unit, ' ');
  return rest
    .replace(han, ' ')
    .split(/[\s,;.·•|…★⭐☆\p{So}()<>/→➜⇒-]/u)
    .every((word) => word === '' || words.has(word) || units.has(word));
}

/** Words right behind a run say what its last number is. */
const LONGEST_BEHIND = 24;

const patterns = once(() => {
  const { denial, denialHan, alsoMissed, missed } = readingWords();
  return {
    /** What takes back the list behind it: "not 3, 5 and 9". */
    takenBack: new RegExp(`(?:${anyOf([...denial, ...denialHan])})$`, 'iu'),
    also: new RegExp(anyOf(alsoMissed), 'iu'),
    missed: new RegExp(anyOf(missed), 'iu'),
  };
});

/** All runs of numbers between which stands nothing but what separates a list, also of one number. */
export function runsIn(prose: string, units: ReadonlySet<string>): Candidate[] {
  const runs: Candidate[] = [];
  let open: { start: number; end: number; numbers: number[] } | undefined;
  const close = () => {
    if (!open) return;
    const { start, end, numbers } = open;
    const label = labelBefore(prose, start);
    const [behind = ''] = prose.slice(end, end + LONGEST_BEHIND).split('\n', 1);
    if (rolesOf(behind).includes('total')) dropTotal(numbers);
    const role = roleOfRun(label, behind);
    const isLabelled = /:\s*$/.test(prose.slice(Math.max(0, start - 3), start));
    const isSure =
      numbers.length > 2 ||
      (numbers.length > 1 && (isLabelled || role === 'count' || role === 'right'));
    runs.push({
      start,
      end,
      numbers,
      form: 'prose',
      label,
      role,
      single: !isSure,
      loose: numbers.length === 1 && !isLabelled,
    });
  };
  for (const { index, 0: text } of prose.matchAll(numberPattern())) {
    const number = sane(chineseNumber(text) ?? Number(text));
    if (number === undefined) continue;
    const end = index + text.length;
    if (open && isGap(prose.slice(open.end, index), units)) {
      open.numbers.push(number);
      open.end = end;
      continue;
    }
    close();
    open = { start: index, end, numbers: [number] };
  }
  close();
  return runs;
}

function roleOfRun(label: string, behind: string): Role | undefined {
  if (rolesOf(behind.slice(0, 4))[0] === 'place') return 'place';
  return patterns().takenBack.test(label) ? 'mistaken' : roleBefore(label);
}

/** Leave out a last number that is the sum of all others. */
function dropTotal(numbers: number[]): void {
  const total = numbers.at(-1)!;
  const rest = numbers.slice(0, -1);
  if (rest.length > 1 && rest.reduce((sum, number) => sum + number, 0) === total) numbers.pop();
}

/** Numbers that a sentence adds to the list before it: "Also, near the end: 31", "I overlooked 14". */
export function additionsIn(prose: string, runs: readonly Candidate[], from: number): number[] {
  const added = runs.filter(({ start, label, role }) => {
    if (start < from || isAside(role)) return false;
    const isLabelled = /:\s*$/.test(prose.slice(Math.max(0, start - 3), start));
    return patterns().missed.test(label) || (isLabelled && patterns().also.test(label));
  });
  return added.flatMap(({ numbers }) => numbers);
}

/** The words before a list: back to the line end or the end of a sentence before them. */
export function labelBefore(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - 120), offset);
  const label = before.replace(/```[\w+-]{0,20}\s*$/, '').replace(/[\s:({[*`"'$\\-]+$/, '');
  // What ends in a line before is about something else.
  if (/[.!?]$/.test(label) && before.includes('\n', label.length)) return '';
  const start = Math.max(label.lastIndexOf('\n'), label.lastIndexOf(']'), label.lastIndexOf('}'));
  const line = label.slice(start + 1);
  return line.slice(Math.max(...['. ', '! ', '? ', '; '].map((end) => line.lastIndexOf(end))) + 1);
}

/** Fewer numbers than this are no list, and more are no answer. */
const FEWEST_COUNTED = 2;
const MOST_COUNTED = 2000;

const countedBefore = once(
  () => new RegExp(`(?:${alternatives(readingWords().counted)})\\s*$`, 'i'),
);

/** All numbers of prose with a unit behind them, or `counted` before them, that no total is. */
export function countedIn(prose: string, units: ReadonlySet<string>): number[] | undefined {
  const numbers: number[] = [];
  for (const { number, start, end } of numbersInText(prose)) {
    const before = prose.slice(Math.max(0, start - 40), start);
    if (!unitBehind(prose, end, units) && !countedBefore().test(before)) continue;
    // The sum of counts: "3 ★ + 5 ★ = 8 ★".
    if (/\+\s*\d{1,9}\s?[★\p{L}]{1,12}\s*=\s*$/u.test(before)) continue;
    if (numbers.length === MOST_COUNTED) break;
    const roles = rolesOf(before.split(/[.\n;!?]/).at(-1)!);
    if (!roles.includes('total') && !roles.includes('mistaken')) numbers.push(number);
  }
  return numbers.length >= FEWEST_COUNTED ? numbers : undefined;
}

const SUM = /(?<![\d.+])\d{1,9}(?:[^\S\n]{0,3}★?[^\S\n]{0,3}\+[^\S\n]{0,3}\d{1,9}){2,}(?![\d.])/g;

/** The numbers of the last sum of three and more: "3 + 5 + 9 = 17". */
export function addendsIn(prose: string): number[] | undefined {
  const sum = [...prose.matchAll(SUM)].at(-1)?.[0];
  return sum?.split('+').map((addend) => Number.parseInt(addend, 10));
}
