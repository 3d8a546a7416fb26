/** Lists whose items stand one or more a line: bullets, numbered lines, labels, CSV, arrows. */

import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { isAside, isPart, roleBefore, rolesOf } from '../labels.js';
import { plainNumberOf, resultIn } from '../numbers/item-numbers.js';
import { numbersInText, unitBehind } from '../numbers/numbers.js';
import { anyOf, readingWords } from '../words.js';
import type { Candidate } from './candidate.js';
import { blank } from './runs.js';

/** A longer line tells a story. */
const LONGEST_LINE = 240;

/** Fewer numbers than this in labelled lines, or two in bare ones, are no list. */
const FEWEST_LABELLED = 3;

const patterns = once(() => {
  const { denial, denialHan, corrects, ordinalEndings } = readingWords();
  return {
    /** What marks an item, and is no number of it. */
    marker: new RegExp(
      String.raw`^(?:[-*•–·▪‣]\s+)?(?:(?:#|no\.\s*)?[([]?\d{1,4}(?:(?:\s?(?:\/|of)\s?\d{1,4})?[.)\]、](?=\D)` +
        String.raw`|-?(?:${alternatives(ordinalEndings)})(?!\p{L})|\s*[-–—]\s(?=\D*\d))|#\d{1,4}` +
        String.raw`|\p{L}{1,20}\s\d{1,4}\s*:(?=.*\d))?`,
      'iu',
    ),
    /** A number that is taken back where another one follows: "not 2 but 3". */
    denied: new RegExp(
      `(?:(?:${anyOf(denial)})\\s{1,3}|(?:${anyOf(denialHan)})\\s?)\\d{1,9}(?!\\d)(?=[^\\d]{0,40}\\d)`,
      'giu',
    ),
    corrected: new RegExp(`(?:${alternatives(corrects)})[^\\d]{0,40}$`, 'i'),
  };
});

/** What a line gives. */
interface Line {
  numbers: number[];
  /** Whether it has no words. */
  isBare: boolean;
  /** Whether it is a sentence that has a number, and neither bare nor marked as an item. */
  isTold: boolean;
}

/** The number of an item that was cut off behind others. */
const CUT_OFF = /(?<=(?:^|\n)\s{0,9}\d{1,4}[.)]\s[^\n]{1,99}\n)\s{0,9}\d{1,4}[.)]\s{0,9}$/;

/** Every list that neighbouring lines make, blank ones aside. */
export function blocksIn(prose: string, units: ReadonlySet<string>): Candidate[] {
  const blocks: Candidate[] = [];
  let lines: Line[] = [];
  let heading = '';
  let start = 0;
  let end = 0;
  const close = () => {
    const areNumbered = countLines(lines);
    const numbers = lines.flatMap((line) => (areNumbered ? line.numbers[1]! : line.numbers));
    const role = areNumbered ? 'count' : roleBefore(heading);
    const isBare = lines.every((line) => line.isBare);
    const single = numbers.length < (isBare ? 2 : FEWEST_LABELLED);
    if (isBare ? numbers.length > 0 : !single) {
      blocks.push({ start, end, numbers, form: 'lines', label: heading, role, single });
    }
    lines = [];
  };
  let offset = 0;
  for (const text of prose.replace(CUT_OFF, blank).split('\n')) {
    const line = text.length > LONGEST_LINE ? undefined : lineOf(text, units);
    if (line) {
      if (lines.length > 0 && line.isTold !== lines[0]!.isTold) close();
      if (lines.length === 0) start = offset;
      end = offset + text.length;
      lines.push(line);
    } else if (text.trim() !== '') {
      close();
      heading = text
        .trimEnd()
        .slice(-200)
        .replace(/[\s:#]+$/, '')
        .slice(-120);
    }
    offset += text.length + 1;
  }
  close();
  return blocks;
}

/** Whether each line has two numbers, of which the first ones count the lines. */
function countLines(lines: readonly Line[]): boolean {
  const first = lines[0]?.numbers[0] === 0 ? 0 : 1;
  return (
    lines.length > 1 &&
    lines.every(({ numbers }, i) => numbers.length === 2 && numbers[0] === i + first)
  );
}

const ARROW = /\s*(?:→|➜|⇒|[-=]>)\s*/;

/** What links the numbers of a chain. */
const LINK = /\s*(?:→|➜|⇒|[-=]>)\s*|\s[-–—]\s/;

/** The numbers of a line that is an item or nothing but numbers; none of a story or a row with a label. */
function lineOf(indented: string, units: ReadonlySet<string>): Line | undefined {
  if (!/\d/.test(indented)) return undefined;
  const line = indented.trim();
  const marked = line.replace(patterns().marker, '');
  const text = marked.replace(patterns().denied, ' ');
  for (const given of [line, marked]) {
    const chain = chainIn(given) ?? pairsIn(given);
    if (chain) return { numbers: chain, isBare: true, isTold: false };
  }
  const bare = bareNumbers(text, units);
  if (bare) return bare.length > 0 ? { numbers: bare, isBare: true, isTold: false } : undefined;
  const number = numberOfItem(text, text !== line, units);
  return number === undefined
    ? undefined
    : { numbers: [number], isBare: false, isTold: text === line };
}

/** The numbers of a chain: "3 → 5 → 9"; of two only where it goes on in the next line. */
function chainIn(line: string): number[] | undefined {
  const links = line.replace(/^.*:/, '').trim().split(LINK);
  const numbers = links.filter(Boolean).map(plainNumberOf);
  const isChain = numbers.length > 2 && numbers.every((number) => number !== undefined);
  return isChain ? (numbers as number[]) : undefined;
}

/** The results of items in a line: "2 → 3, 6 → 5", "1st: 3; 2nd: 5". */
function pairsIn(line: string): number[] | undefined {
  const items = line.split(/[,;]/).filter((item) => item.trim() !== '');
  if (items.length < FEWEST_LABELLED) return undefined;
  const numbers = items.map((item) => enumerated(item));
  return numbers.every((number) => number !== undefined) ? (numbers as number[]) : undefined;
}

/** The number of an item such as "2 → 3", "second — 7" or "not 2 but 3". */
function enumerated(item: string): number | undefined {
  const kept = item.replace(patterns().denied, ' ');
  const [only, ...others] = [...numbersInText(kept)];
  if (kept !== item) return others.length === 0 ? only?.number : undefined;
  const [, label, dash, labelled] =
    /^([\p{L}\s]{1,40})\s([—–-]\s*)?(\d{1,9})\D{0,24}$/u.exec(item) ?? [];
  return resultIn(item) ?? (dash || isPart(label ?? '') ? Number(labelled) : undefined);
}

/** What separates words: white space, commas, brackets, quotes, table lines. */
const SEPARATORS = /[\s,;·|()[\]{}<>/]+/;

/** The numbers of a line that holds nothing else, none for marks alone. */
function bareNumbers(line: string, units: ReadonlySet<string>): number[] | undefined {
  if (/[+=]/.test(line) || ARROW.test(line)) return undefined;
  const numbers: number[] = [];
  for (const word of line.split(SEPARATORS)) {
    const core = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase();
    if (core === '' || readingWords().and.includes(core) || units.has(core)) continue;
    const [, digits, unit] = /^(\d{1,15}(?:\.\d{1,9})?)(.*)$/u.exec(core) ?? [];
    if (digits === undefined || (!units.has(unit!) && /[\p{L}\p{N}]/u.test(unit!)))
      return undefined;
    numbers.push(Number(digits));
  }
  return numbers;
}

/** The number of an item, before a remark: "18 — chapter 32". */
const BEFORE_REMARK = /^\s*(\d{1,9})\s*(?:[—–]|\s-\s|,\s)\s*\p{L}/u;

/**
 * The number that an item gives: the result behind an arrow or an equals sign; the only one with a
 * unit; the one that a remark follows; the only one behind a colon; the only one; or the last one, if
 * it is said to correct another.
 */
function numberOfItem(
  text: string,
  isMarked: boolean,
  units: ReadonlySet<string>,
): number | undefined {
  const colon = Math.max(text.lastIndexOf(':'), text.lastIndexOf(' - '), text.lastIndexOf(' – '));
  if (rolesOf(text.slice(0, Math.max(0, colon))).includes('total')) return undefined;
  if (/[→➜⇒=]|[-=]>/.test(text)) return resultIn(text);
  const found = [...numbersInText(text)];
  const withUnit = found.filter(({ end }) => unitBehind(text, end, units));
  if (withUnit.length === 1) return withUnit[0]!.number;
  const last = found.at(-1);
  const isCorrected = last !== undefined && patterns().corrected.test(text.slice(0, last.start));
  const remarked = BEFORE_REMARK.exec(text)?.[1];
  if (isMarked && remarked !== undefined && (!isCorrected || rolesOf(text).includes('place')))
    return Number(remarked);
  const behind = colon < 0 ? [] : found.filter(({ start }) => start > colon);
  if (behind.length === 1) return behind[0]!.number;
  if (found.length === 1) {
    const role = roleBefore(text.slice(0, last!.start));
    return isAside(role) || role === 'partial' ? undefined : last!.number;
  }
  return isCorrected ? last.number : undefined;
}
