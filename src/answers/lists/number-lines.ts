import { isAside, roleBefore, rolesOf } from '../labels.js';
import { chineseNumber, numerals } from '../numbers/chinese-numbers.js';
import { sane } from '../numbers/numbers.js';
import { once, readingWords } from '../words.js';
import { isUnderKey, type Vocabulary } from './keys.js';

/** Lines with nothing but numbers, found behind other text, must have so many of them. */
const SHORTEST_BLOCK = 3;

/** What separates words: white space, commas, brackets, quotes, table lines. */
const SEPARATORS = /[\s,;|()[\]{}<>"'`]+/;

/** A longer word is no number with a unit. */
const LONGEST_WORD = 48;

/**
 * The numbers of a text, or of its last lines, that hold nothing else: separated by commas or
 * spaces, one a line, with bullets, units, or line numbers that are left out.
 *
 * @param text - in half-width characters
 *
 * @example
 * numbersByLine('Here they are:\n- 3 ★\n- 5 ★\n- 9 ★', vocabulary) // [3, 5, 9]
 */
export function numbersByLine(text: string, vocabulary: Vocabulary): number[] | undefined {
  let lines: number[][] = [];
  let found: { numbers: number[]; isAside: boolean } | undefined;
  let pure = true;
  let label = '';
  const close = () => {
    const numbers = withoutLineNumbers(lines);
    lines = [];
    if (numbers.length < SHORTEST_BLOCK) return;
    const block = { numbers, isAside: isAside(roleBefore(label)) };
    if (!block.isAside || !found || found.isAside) found = block;
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) continue;
    const numbers = ROW.test(line) ? undefined : numbersOfLine(line, vocabulary);
    if (numbers) {
      if (numbers.length > 0) lines.push(numbers);
      continue;
    }
    // What stands behind a label may be the list, or its beginning.
    const colon = line.lastIndexOf(':') + 1;
    const behind = numbersOfLine(line.slice(colon), vocabulary);
    pure &&= behind !== undefined && lines.length === 0 && isUnderKey(line, colon, vocabulary);
    close();
    label = colon > 0 ? line.slice(0, colon) : line;
    if (behind && behind.length > 0 && !rolesOf(label).includes('total')) lines.push(behind);
  }
  if (pure) {
    const numbers = withoutLineNumbers(lines);
    return numbers.length > 0 ? numbers : undefined;
  }
  close();
  return found?.numbers;
}

/** All numbers, or only the second of each line where the first ones count the lines. */
function withoutLineNumbers(lines: readonly (readonly number[])[]): number[] {
  const first = lines[0]?.[0] === 0 ? 0 : 1;
  const numbered =
    lines.length > 1 && lines.every((line, i) => line.length === 2 && line[0] === i + first);
  return numbered ? lines.map((line) => line[1]!) : lines.flat();
}

/** A line of several numbers with a label of its own, such as "Stars: 3, 5, 9". */
const ROW = /\p{L}[^\d:]{0,40}:\s*\d{1,9}\D{1,9}\d{1,9}\D{1,9}\d/u;

/** Signs of a calculation or a correction, whose numbers are not all of the list. */
const CALCULATION = /\S[^\S\n]{0,9}(?:[+=→⇒➜]|->)/;

/** The numbers of a line that holds nothing else, none for an empty one. */
function numbersOfLine(line: string, { units }: Vocabulary): number[] | undefined {
  if (CALCULATION.test(line)) return undefined;
  const numbers: number[] = [];
  for (const word of line.split(SEPARATORS)) {
    if (word.length > LONGEST_WORD) return undefined;
    const core = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase();
    if (core === '' || readingWords().and.includes(core) || units.has(core)) continue;
    const number = numberWithUnit(core, units);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers;
}

const numberPattern = once(
  () => new RegExp(`^(\\d{1,15}(?:\\.\\d{1,9})?|${numerals()}{1,12})(.*)`, 'u'),
);

function numberWithUnit(word: string, units: ReadonlySet<string>): number | undefined {
  const match = numberPattern().exec(word);
  if (!match) return undefined;
  const [, digits, unit] = match;
  if (!units.has(unit!) && /[\p{L}\p{N}]/u.test(unit!)) return undefined;
  return chineseNumber(digits!) ?? sane(Number(digits));
}
