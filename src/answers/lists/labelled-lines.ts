/** Reading a list whose items stand one a line, each with words: "Second mention: 7 ★". */
import type { Answer } from '../answer.js';
import { isAside, roleBefore, rolesOf } from '../labels.js';
import { plainNumberOf, resultIn } from '../numbers/item-numbers.js';
import { withDigits } from '../numbers/number-words.js';
import { numbersInText, unitBehind } from '../numbers/numbers.js';
import { alternatives, anyOf, once, readingWords } from '../words.js';
import { chooseLabelled, type Labelled, proseOf } from './runs.js';

/** A longer line tells a story. */
const LONGEST_LINE = 240;

/** Fewer lines than this are no list. */
const FEWEST_LINES = 3;

/** What marks an item, and is no number of it. */
const marker = once(
  () =>
    new RegExp(
      String.raw`^\s*(?:[-*•–·▪‣]\s+)?(?:(?:#|no\.\s*)?[([]?\d{1,4}(?:(?:\s?(?:\/|of)\s?\d{1,4})?[.)\]、](?=\D)` +
        String.raw`|(?:${alternatives(readingWords().ordinalEndings)})(?!\p{L})|\s*[-–—]\s(?=\D*\d))|#\d{1,4})?`,
      'iu',
    ),
);

/** The last block of at least three lines that give one number each, or the one that is called right. */
export function labelledLines({ plain, vocabulary }: Answer): number[] | undefined {
  const lines = proseOf(plain).split('\n');
  const blocks: Labelled[] = [];
  let numbers: number[] = [];
  let heading = '';
  const close = () => {
    if (numbers.length >= FEWEST_LINES) {
      blocks.push({ start: 0, end: 0, numbers, role: roleBefore(heading) });
    }
    numbers = [];
  };
  for (const line of lines) {
    if (line.trim() === '') continue;
    const number =
      line.length > LONGEST_LINE ? undefined : numberOfLine(withDigits(line), vocabulary.units);
    if (number === undefined) {
      close();
      heading = line;
      continue;
    }
    numbers.push(number);
  }
  close();
  const kept = blocks.filter(({ role }) => !isAside(role));
  return chooseLabelled(kept);
}

/** What comes before a number that takes back the one before it. */
const corrected = once(
  () => new RegExp(`(?:${alternatives(readingWords().corrects)})[^\\d]{0,40}$`, 'i'),
);

/** A number that is taken back where another one follows: "not 2 but 3". */
const denied = once(() => {
  const { denial, denialHan } = readingWords();
  return new RegExp(
    `(?:(?:${anyOf(denial)})\\s{1,3}|(?:${anyOf(denialHan)})\\s?)\\d{1,9}(?!\\d)(?=[^\\d]{0,40}\\d)`,
    'giu',
  );
});

function withoutDenied(text: string): string {
  return text.replace(denied(), ' ');
}

/** The number of an item, before a remark: "18 — chapter 32". */
const BEFORE_REMARK = /^\s*(\d{1,9})\s*(?:[—–]|\s-\s|,\s)\s*\p{L}/u;

/**
 * The number that a line gives: the result behind an arrow or an equals sign; the only one with a
 * unit; in an item, the one that a remark follows; the only one behind a colon; the only one; or the last one, if it is said to correct another.
 */
function numberOfLine(line: string, units: ReadonlySet<string>): number | undefined {
  const text = withoutDenied(line.replace(marker(), ''));
  const colon = Math.max(text.lastIndexOf(':'), text.lastIndexOf(' - '), text.lastIndexOf(' – '));
  if (rolesOf(text.slice(0, Math.max(0, colon))).includes('total') || /^\s*\|/.test(line))
    return undefined;
  const found = [...numbersInText(text)];
  if (/[→➜⇒=]|[-=]>/.test(text)) return resultIn(text) ?? undefined;
  const withUnit = found.filter(({ end }) => unitBehind(text, end, units));
  if (withUnit.length === 1) return withUnit[0]!.number;
  const last = found.at(-1);
  const isCorrected = last !== undefined && corrected().test(text.slice(0, last.start));
  const remarked = BEFORE_REMARK.exec(text)?.[1];
  const isRemark = !isCorrected || rolesOf(text).includes('place');
  if (text !== line && remarked !== undefined && isRemark) return Number(remarked);
  const behind = colon < 0 ? [] : found.filter(({ start }) => start > colon);
  if (behind.length === 1) return behind[0]!.number;
  if (found.length === 1) {
    return isAside(roleBefore(text.slice(0, last!.start))) ? undefined : last!.number;
  }
  return isCorrected ? last.number : undefined;
}

/** Arrows between the items of a line. */
const ARROW = /→|➜|⇒|[-=]>/;

/**
 * The items of the last line that enumerates: "(1) 3, (2) 5, (3) 9", "1st: 3; 2nd: 5; 3rd: 9",
 * "2 → 3, 6 → 5, 8 → 9", "3 → 5 → 9".
 */
export function enumeratedList({ plain }: Answer): number[] | undefined {
  for (const line of proseOf(plain).split('\n').toReversed()) {
    const numbered = numberedInline(line);
    if (numbered) return numbered;
    const isChain = !/[,;]/.test(line);
    const items = line
      .split(isChain ? ARROW : /[,;]/)
      .map((piece) => piece.trim())
      .filter(Boolean);
    const numbers = items.map(isChain ? plainNumberOf : enumerated);
    const known = numbers.filter((number) => number !== undefined);
    if (known.length === items.length && known.length >= FEWEST_LINES) return known;
  }
  return undefined;
}

/** The numbers of items that are counted through in a line: "1) 3 2) 5 3) 9". */
function numberedInline(line: string): number[] | undefined {
  const items = [...line.matchAll(/(?:^|[\s,;])\(?(\d{1,3})[.)]\s+(\d{1,9})(?![\d.)])/g)];
  const isCounted = items.every(([, index], i) => Number(index) === i + 1);
  return isCounted && items.length >= FEWEST_LINES
    ? items.map((item) => Number(item[2]))
    : undefined;
}

/** The number of an item such as "(1) 3", "2 → 3", "second — 7" or "not 2 but 3". */
function enumerated(piece: string): number | undefined {
  const item = withoutDenied(piece);
  if (item !== piece) {
    const found = [...numbersInText(item)];
    return found.length === 1 ? found[0]!.number : undefined;
  }
  const labelled = /^[\p{L}\s]{1,40}\s[—–-]\s*(\d{1,9})\D{0,24}$/u.exec(item)?.[1];
  return resultIn(item) ?? (labelled === undefined ? undefined : Number(labelled));
}

/** Fewer numbers than this are no list. */
const FEWEST_COUNTED = 2;

/** Prose with more counts is no answer. */
const MOST_COUNTED = 2000;

/** Words before a number that is a count. */
const countedBefore = once(
  () => new RegExp(`(?:${alternatives(readingWords().counted)})\\s*$`, 'i'),
);

/** What stands before the sum of counts: "3 ★ + 5 ★ = ". */
const ADDED_UP = /\+\s*\d{1,9}\s?[★\p{L}]{1,12}\s*=\s*$/u;

/** All numbers of prose with a unit behind them, or `counted` before them, that no total is. */
export function countedNumbers({ plain, vocabulary }: Answer): number[] | undefined {
  const text = withDigits(proseOf(plain));
  const numbers: number[] = [];
  for (const { number, start, end } of numbersInText(text)) {
    const before = text.slice(Math.max(0, start - 40), start);
    if (!unitBehind(text, end, vocabulary.units) && !countedBefore().test(before)) continue;
    if (ADDED_UP.test(before)) continue;
    if (numbers.length === MOST_COUNTED) break;
    const clause = before.slice(
      Math.max(...['.', '\n', ';', '!', '?'].map((mark) => before.lastIndexOf(mark))) + 1,
    );
    const roles = rolesOf(clause);
    if (!roles.includes('total') && !roles.includes('mistaken')) numbers.push(number);
  }
  return numbers.length >= FEWEST_COUNTED ? numbers : undefined;
}
