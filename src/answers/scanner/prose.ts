/** Finds lists in prose: in a line, in neighbouring lines, in a sentence. */

import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import type { ListCandidate } from '../choose-list.js';
import { isAside, isFiller, isPart, type Role, roleBefore, rolesOf } from '../labels.js';
import {
  type FoundNumber,
  ITEM_ARROW,
  numberOfText,
  numbersInText,
  sane,
  unitBehind,
  withoutMarker,
} from '../numbers/numbers.js';
import { chineseNumber, numerals } from '../numbers/worded-numbers.js';
import type { Region, Vocabulary } from '../prepared-answer.js';
import { anyOf, readingWords } from '../words.js';

/** Replaces regions, in order, by their counts and spaces, so that all offsets stay. */
export function blanked(text: string, regions: readonly (Region & { count?: number })[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, count = '' } of regions) {
    if (end <= from) continue;
    const gone = blank(text.slice(Math.max(from, start), end));
    pieces.push(text.slice(from, start), count + gone.slice(`${count}`.length));
    from = end;
  }
  return pieces.join('') + text.slice(from);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Emphasis, quotes, LaTeX and remarks in brackets around numbers, which are ignored. */
const AROUND =
  /\\(?:text|textbf|mathbf|mathrm|boxed|quad|,|;)|[*_`"'«»„$\\~]|(?<=[\d★\p{L}][^\S\n]{0,3})\((?!\d{1,3}\)\s\D{0,4}\d|[^()\n]{0,90}\d\s*,\s*\d)[^()\n]{0,90}\)|(?<=[\p{L}\p{N}★.][^\S\n]?)\[(?:\d{1,3}|\p{L}[^[\]\n]{0,60})\]/gu;

/** Bullets that look like emphasis or LaTeX. */
const BULLET = /(?<=^[^\S\n]{0,20})(?:\*|\\item)(?=\s)/gm;

const OPEN_END = /[,→][^\S\n]{0,9}\n(?!\n)/g;

/** Cleans a text for reading its numbers. Offsets stay. */
export function proseOf(plain: string): string {
  return plain
    .replace(OPEN_END, (found) => found.replace('\n', ' '))
    .replace(BULLET, (found) => '-'.padEnd(found.length))
    .replace(AROUND, blank);
}

/** Matches digits or Chinese numerals, but no sign, fraction or larger number. */
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

const LONGEST_GAP = 60;

function isGap(gap: string, units: ReadonlySet<string>): boolean {
  return gap.length <= LONGEST_GAP && !/[+=:]|\n\s*\n/.test(gap) && isFiller(gap, units);
}

/** Drops what counts the items, three at least: 1, 3, 2, 5, 3, 9 are 3, 5, 9. */
function withoutIndices(numbers: readonly number[]): number[] {
  const [first] = numbers;
  const areIndices = numbers.every((number, i) => i % 2 === 1 || number === first! + i / 2);
  const areItems = numbers.length >= 2 * FEWEST_LABELLED && numbers.length % 2 === 0;
  return areItems && areIndices && first! < 2
    ? numbers.filter((_, i) => i % 2 === 1)
    : [...numbers];
}

const patterns = once(() => {
  const { denial, denialHan, alsoMissed, missed, counted, and } = readingWords();
  return {
    itemEnd: new RegExp(`[,;]|\\s(?:${alternatives(and)})\\s`),
    /** Finds words that deny the list behind them: "not 3, 5 and 9". */
    takenBack: new RegExp(`(?:${anyOf([...denial, ...denialHan])})$`, 'iu'),
    also: new RegExp(anyOf(alsoMissed), 'iu'),
    missed: new RegExp(anyOf(missed), 'iu'),
    counted: new RegExp(`(?:${alternatives(counted)})\\s*$`, 'i'),
  };
});

interface Line {
  numbers: number[];
  isBare: boolean;
  /** Whether it is a sentence with a number, neither bare nor an item. */
  isTold: boolean;
}

/** Longer lines are sentences of a story. */
const LONGEST_LINE = 240;

/** Fewer numbers in labelled lines are no list. In bare lines two are one. */
const FEWEST_LABELLED = 3;

const CUT_OFF = /(?<=\d[.)]\s[^\n]{1,99}\n)\s{0,9}\d{1,4}[.)]\s{0,9}$/;

/** Finds every list in neighbouring lines. Blank ones may stand between. */
export function lineBlocks(prose: string, vocabulary: Vocabulary): ListCandidate[] {
  const blocks: ListCandidate[] = [];
  let lines: Line[] = [];
  let heading = '';
  let start = 0;
  let end = 0;
  const close = () => {
    const isBare = lines.every((line) => line.isBare);
    const all = lines.flatMap((line) => line.numbers);
    const numbers = withoutIndices(all);
    const role = numbers.length < all.length ? 'count' : roleBefore(heading);
    const single = numbers.length < (isBare ? 2 : FEWEST_LABELLED);
    if (isBare ? numbers.length > 0 : !single) {
      blocks.push({ start, end, numbers, form: 'lines', label: heading, role, single });
    }
    lines = [];
  };
  let offset = 0;
  for (const text of prose.replace(CUT_OFF, blank).split('\n')) {
    const line = text.length > LONGEST_LINE ? undefined : lineOf(text.trim(), vocabulary);
    if (line) {
      if (lines.length > 0 && line.isTold !== lines[0]!.isTold) close();
      if (lines.length === 0) start = offset;
      end = offset + text.length;
      lines.push(line);
    } else if (text.trim() !== '') {
      close();
      heading = text.slice(-120).replace(/[\s:#]+$/, '');
    }
    offset += text.length + 1;
  }
  close();
  return blocks;
}

/** Reads a line that is an item or only numbers. Nothing for a story or a labelled row. */
function lineOf(line: string, vocabulary: Vocabulary): Line | undefined {
  if (!/\d/.test(line)) return undefined;
  const text = withoutMarker(line);
  const bare = bareNumbers(line, text, vocabulary);
  if (bare) return { numbers: bare, isBare: true, isTold: false };
  const isMarked = text !== line;
  const colon = Math.max(...[':', ' - ', ' – '].map((mark) => text.lastIndexOf(mark)));
  if (rolesOf(text.slice(0, Math.max(0, colon))).includes('total')) return undefined;
  const number = numberOfText(line, vocabulary);
  if (number === undefined) return undefined;
  const found = [...numbersInText(text)];
  const role = found.length === 1 ? roleBefore(text.slice(0, found[0]!.start)) : undefined;
  const isOther = isAside(role) || role === 'partial';
  if (isOther && colon < 0 && !unitBehind(text, found[0]!.end, vocabulary.units)) return undefined;
  return { numbers: [number], isBare: false, isTold: !isMarked };
}

function bareNumbers(line: string, text: string, vocabulary: Vocabulary): number[] | undefined {
  const parts = line.split(patterns().itemEnd).filter((item) => item.trim() !== '');
  if (parts.length >= FEWEST_LABELLED && parts.every(isEnumerated)) {
    const numbers = parts.map((item) => numberOfText(item, vocabulary));
    if (numbers.every((number) => number !== undefined)) return numbers;
  }
  const isBare =
    !/[+=:](?!>)/.test(text) && isFiller(text.replace(DIGITS, ' '), vocabulary.units, 'bare');
  const all = numbersOf(line);
  const items = withoutIndices(all);
  if (isBare && items.length < all.length) return items;
  const numbers = numbersOf(text);
  return isBare && (numbers.length > 2 || !ITEM_ARROW.test(text)) ? numbers : undefined;
}

/** Returns all numbers of a line. "1,024" are two, since commas separate items. */
function numbersOf(line: string): number[] {
  return (line.match(DIGITS) ?? []).map(Number);
}

const DIGITS = /\d+(?:\.\d+)?/g;

/** Tells whether something sets an item's number apart: "2 → 3", "second — 7", "not 2 but 3". */
function isEnumerated(item: string): boolean {
  const text = item.trim();
  if (isAside(roleBefore(text.replace(/\d.*/s, '')))) return false;
  const isSetApart =
    ITEM_ARROW.test(text) || /[:=]|\s[—–-]\s*\d/.test(text) || withoutMarker(text) !== text;
  return isSetApart || isPart(text.replace(/\d.*/s, ''));
}

/** How many characters behind a run are read to learn what its last number is. */
const LONGEST_BEHIND = 24;

/** Finds runs of numbers with only separators of a list between them, also of one number. */
export function runsIn(prose: string, { names, units }: Vocabulary): ListCandidate[] {
  const runs: ListCandidate[] = [];
  let open: (Region & { numbers: number[] }) | undefined;
  const close = () => {
    if (!open) return;
    const { start, end } = open;
    const label = labelBefore(prose, start);
    const [behind = ''] = prose.slice(end, end + LONGEST_BEHIND).split('\n', 1);
    const numbers = withoutIndices(open.numbers);
    const clause = label.slice(label.lastIndexOf(', ') + 1);
    const isAsked = names.some((name) => clause.toLowerCase().includes(name));
    const role = roleOfRun(isAsked ? clause : label, behind);
    const isLabelled = isBehindColon(prose, start);
    const isSure =
      numbers.length > 2 ||
      (numbers.length > 1 && (isLabelled || role === 'count' || role === 'right'));
    const loose = numbers.length === 1 && !isLabelled;
    runs.push({ start, end, numbers, form: 'prose', label, role, single: !isSure, loose });
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

function isBehindColon(text: string, offset: number): boolean {
  return /:\s*$/.test(text.slice(Math.max(0, offset - 3), offset));
}

function roleOfRun(label: string, behind: string): Role | undefined {
  if (rolesOf(behind.slice(0, 4))[0] === 'place') return 'place';
  return patterns().takenBack.test(label) ? 'mistaken' : roleBefore(label);
}

/** Finds numbers that a sentence adds to the list before it: "I overlooked 14". */
export function additionsIn(prose: string, runs: readonly ListCandidate[], from: number): number[] {
  const added = runs.filter(({ start, label, role }) => {
    if (start < from || isAside(role)) return false;
    const isAlso = isBehindColon(prose, start) && patterns().also.test(label);
    return isAlso || patterns().missed.test(label);
  });
  return added.flatMap(({ numbers }) => numbers);
}

/** Returns the words before a list, back to the start of the line or sentence. */
export function labelBefore(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - 120), offset);
  const label = before.replace(/```[\w+-]{0,20}\s*$/, '').replace(/[\s:({[*`"'$\\-]+$/, '');
  // A sentence that ends in the line above is about something else.
  if (/[.!?]$/.test(label) && before.includes('\n', label.length)) return '';
  const start = Math.max(label.lastIndexOf('\n'), label.lastIndexOf(']'), label.lastIndexOf('}'));
  const line = label.slice(start + 1);
  return line.slice(Math.max(...['. ', '! ', '? ', '; '].map((end) => line.lastIndexOf(end))) + 1);
}

const FEWEST_COUNTED = 2;
const MOST_COUNTED = 2000;

/** Finds all numbers with a unit behind them, or "counted" before them, except totals. */
export function countedIn(prose: string, units: ReadonlySet<string>): number[] | undefined {
  const isCounted = ({ start, end }: FoundNumber) => {
    const before = prose.slice(Math.max(0, start - 40), start);
    if (!unitBehind(prose, end, units) && !patterns().counted.test(before)) return false;
    // A sum of counts is no count: "3 ★ + 5 ★ = 8 ★".
    if (/\+\s*\d{1,9}\s?[★\p{L}]{1,12}\s*=\s*$/u.test(before)) return false;
    const roles = rolesOf(before.split(/[.\n;!?]/).at(-1)!);
    return !roles.includes('total') && !roles.includes('mistaken');
  };
  const numbers: number[] = [];
  for (const found of numbersInText(prose)) {
    if (numbers.length < MOST_COUNTED && isCounted(found)) numbers.push(found.number);
  }
  return numbers.length >= FEWEST_COUNTED ? numbers : undefined;
}

const SUM = /(?<![\d.+])\d{1,9}(?:[^\S\n]{0,3}★?[^\S\n]{0,3}\+[^\S\n]{0,3}\d{1,9}){2,}(?![\d.])/g;

/** Returns the addends of the last sum of three and more: "3 + 5 + 9 = 17". */
export function addendsIn(prose: string): number[] | undefined {
  const sum = [...prose.matchAll(SUM)].at(-1)?.[0];
  return sum?.split('+').map((addend) => Number.parseInt(addend, 10));
}
