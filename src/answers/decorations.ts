/** Takes off an answer what strict rules mistake for a part of it: marks, which change nothing that it says, and more. */
import { parseJson } from '../base/text/from-json.js';
import { halfWidth } from '../base/text/half-width.js';
import { chineseNumber, withDigits } from './numbers/worded-numbers.js';
import { boxesOf } from './texts/boxes.js';

/** Scores a text by the rule of a benchmark. Below 0, nothing can be read. */
type ScoreOf = (text: string) => number;

/**
 * Takes off marks that do not change what an answer says. All words stay.
 *
 * @example
 * plainForm('**5\u202f486\u202f073**', (text) => (text === '5486073' ? 1 : 0)) // '5486073'
 */
export function plainForm(text: string, scoreOf: ScoreOf): string {
  return peeled(text, scoreOf, MARKS);
}

/**
 * The best score of an answer without marks, and without a preamble, remarks and an ending.
 *
 * @example
 * scoreOfBare('Here it is: **abc**', (text) => (text === 'abc' ? 1 : 0)) // 1
 */
export function scoreOfBare(text: string, scoreOf: ScoreOf): number {
  const starts = [text, ...BEGINNINGS.flatMap((beginning) => behind(beginning, text) ?? [])];
  return Math.max(...starts.map((start) => scoreOf(peeled(start, scoreOf, [...MARKS, ...MORE]))));
}

/** Takes off all that can go without a loss, as far as the score needs it. */
function peeled(start: string, scoreOf: ScoreOf, wanted: readonly Step[]): string {
  let [text, score] = [start, scoreOf(start)];
  let steps: Step[] = [];
  for (const step of wanted) {
    const rest = step.from(text);
    if (rest === text || (step.needsUnread && score >= 0)) continue;
    const again = scoreOf(rest);
    if (again < score || (again === score && step.isLossy)) continue;
    [text, score] = [rest, again];
    steps.push(step);
  }
  const without = (kept: readonly Step[]) => kept.reduce((rest, { from }) => from(rest), start);
  for (const step of steps) {
    const others = steps.filter((kept) => kept !== step);
    if (scoreOf(without(others)) >= score - SLIGHT) steps = others;
  }
  return without(steps);
}

const SLIGHT = 0.01;

/** Longer preambles and endings are text. In UTF-16 units. */
const LONGEST_AROUND = 400;

/** Ends of a preamble: a line, a paragraph or two, a colon, or a short sentence. */
const BEGINNINGS = [
  /^[^\n]*\n/,
  /^[^\n]*(?:\n(?!\s*\n)[^\n]*)*\n\s*\n/,
  /^(?:[^\n]*(?:\n(?!\s*\n)[^\n]*)*\n\s*\n){2}/,
  /^[^:：\n]*[:：]/,
  /^[^.!。！\n]*[.!。！]/,
  /^[^\n]*[.!。！][^:：\n]*[:：]/,
];

/** Returns what follows a preamble. Nothing if it is too long, or all there is. */
function behind(beginning: RegExp, text: string): string | undefined {
  const found = beginning.exec(text.slice(0, LONGEST_AROUND))?.[0];
  return (found && text.slice(found.length).trim()) || undefined;
}

interface Step {
  from: (text: string) => string;
  /** Takes off more than marks, so only if the score gains. */
  isLossy?: true;
  /** May take off what separates two numbers, so only if nothing can be read with it. */
  needsUnread?: true;
}

/** What takes off all that an expression finds. */
const off = (marks: RegExp): Step => ({ from: (text) => text.replace(marks, '') });

/** Steps that change no word, tried in this order. */
const MARKS: readonly Step[] = [
  { from: valuesOfJson },
  { from: lastFenced },
  { from: valuesOfJson },
  { from: (text) => boxesOf(text).at(-1) ?? text },
  { from: cellsOfTable },
  off(/^[ \t]{0,8}(?:[-+•·>]|#{1,6}|\d{1,4}[.)])[ \t]{1,4}/gm),
  off(/\*{1,3}|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu),
  off(/["“”„«»「」『』]|(?<![\p{L}\p{N}])['‘’]|['‘’](?![\p{L}\p{N}])/gu),
  off(/`/g),
  { from: withPlainCharacters },
  { from: withoutSeparators("'’ \\u00a0\\u2009\\u202f\\u066c") },
  { from: withoutSeparators(',.'), needsUnread: true },
  { from: withoutNumberWords, isLossy: true },
];

/** Steps that change more, tried behind these. */
const MORE: readonly Step[] = [
  { from: withoutSeparators(',.'), isLossy: true },
  { ...off(/(?<=[\p{L}\p{N}])[ \t]{0,3}[(（][^()（）\n]{1,120}[)）]/gu), isLossy: true },
  { from: withoutEnding, isLossy: true },
  {
    from: (text) => (text.includes('\n') ? text.replace(/\s+/g, ' ') : text),
    isLossy: true,
  },
];

/** Writes ASCII hyphens within words, codes and dates, and commas for dashes between numbers. */
function withPlainCharacters(text: string): string {
  return halfWidth(text)
    .replace(/(?<=[\p{L}\p{N}])[\u2010-\u2015\u2212](?=[\p{L}\p{N}])/gu, '-')
    .replace(/(?<=\d)\s[–—]\s(?=\d)/g, ', ');
}

/** Writes digits for numbers in words, and for a Chinese numeral alone in a line or behind a colon. */
function withoutNumberWords(text: string): string {
  return withDigits(text, { loneOne: true }).replace(
    /(?<=^|[:：]\s{0,3})\p{Script=Han}{1,12}(?=\s*[。.]?\s*$)/gmu,
    (found) => String(chineseNumber(found) ?? found),
  );
}

function valuesOfJson(text: string): string {
  if (!/^\s*["[{]/.test(text)) return text;
  const lines: string[] = [];
  const collect = (value: unknown, depth = 0) => {
    if (typeof value !== 'object' || value === null) lines.push(String(value ?? ''));
    else if (depth < 8) for (const inner of Object.values(value)) collect(inner, depth + 1);
  };
  const value = parseJson(text);
  if (value === undefined) return text;
  collect(value);
  return lines.join('\n');
}

function lastFenced(text: string): string {
  const parts = text.split('```');
  const last = parts.length % 2 === 1 ? parts.at(-2) : undefined;
  return last === undefined ? text : last.replace(/^[\w+-]{0,20}[ \t]*\n/, '').trim();
}

/** Returns the cells of a table without its head and a column that counts rows. */
function cellsOfTable(text: string): string {
  const rows = text.split('\n').filter((line) => /^\s*\|.*\|\s*$/.test(line));
  const ruler = rows.findIndex((row) => /^[\s|:-]+$/.test(row));
  if (ruler < 0) return text;
  return rows
    .slice(ruler + 1)
    .map((row) => {
      const cells = row
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      return (cells.length > 1 && /^\d+$/.test(cells[0]!) ? cells.slice(1) : cells).join(' ');
    })
    .join('\n');
}

/** Removes separators between groups of three digits. */
function withoutSeparators(signs: string): (text: string) => string {
  const grouped = new RegExp(
    `(?<![\\p{L}\\p{N}.,'’-])\\d{1,3}(?:([${signs}])\\d{3}(?:\\1\\d{3})*)(?![\\p{L}\\p{N}])`,
    'gu',
  );
  return (text) => text.replace(grouped, (number) => number.replace(/\D/g, ''));
}

function withoutEnding(text: string): string {
  const at = text.trimEnd().lastIndexOf('\n\n');
  return at > 0 && text.length - at <= LONGEST_AROUND ? text.slice(0, at).trimEnd() : text;
}
