/**
 * Finds values that an answer joins: "sport/food", "14-15", "52453 (or maybe 77390)". If one was asked for,
 * nobody knows which is meant. This code does not know what is right.
 */
import { once } from '../base/kept.js';
import { isAsserted } from './standing.js';
import { anyOf, readingWords } from './words.js';

/** Joined values, and the answer with each one alone in their place. */
export interface Joined {
  texts: string[];
  /** Whether it may also be a single value, or one with a remark: "Paris, France". */
  isLoose: boolean;
}

/** Longer lines join no values. Only the last such many are looked at. */
const LONGEST_LINE = 200;
const MOST_LINES = 20;

/** More values are a list. */
const MOST_CANDIDATES = 5;

/** More words are a sentence. */
const MOST_WORDS = 3;

const patterns = once(() => {
  const { or, and, maybe, range } = readingWords();
  const words = (list: readonly string[]) => `\\s*(?:${anyOf(list)})\\s*`;
  const doubting = `(?:${words(or)}|${words(maybe)})`;
  return {
    joint: new RegExp(
      `(?:\\s*[,，、;；|/&(（)）~～〜]\\s*|(?<=\\d)${words(range)}(?=\\d)|\\s+[–—-]\\s+|(?<=\\d)[–—](?=\\d)|(?<=(?<![\\p{L}\\p{N}-])\\d{1,6})-(?=\\d{1,6}(?![\\p{L}\\p{N}-])))${doubting}*` +
        `|${words(and)}|${doubting}+`,
      'giu',
    ),
    // Matches units and conditions behind a second number: "8-9 generations", "13 (or 12 without cats)".
    unit: new RegExp(
      `(?<=\\d\\s?(?:[-–—~/]|[(（]?${words(or)})\\s?\\d{1,9})\\s+[\\p{L} ]{1,60}$`,
      'iu',
    ),
    loose: new RegExp(`^(?:\\s*(?:[,，、;；&(（)）]|[–—-])\\s*|${words(and)})$`, 'iu'),
  };
});

/** Matches dates, whose signs also join values. */
const DATE = /\d{1,4}([/.-])\d{1,2}\1\d{1,4}/g;

/** Matches remarks: "animals (13), food (9)". */
const REMARK = /\s?[(（][^()（）]*[)）]/g;

export function joinedIn(text: string): Joined[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    if (lines.length - i > MOST_LINES || line.length > LONGEST_LINE) return [];
    const run = valuesIn(line) ?? valuesIn(line.replace(REMARK, ''));
    const textOf = (value: string) => lines.with(i, run?.lead + value).join('\n');
    return run ? { texts: run.values.map(textOf), isLoose: run.isLoose } : [];
  });
}

/** Returns the values at the end of a line and what stands before them. Nothing unless they are joined and alike. */
function valuesIn(line: string) {
  const { joint, loose, unit } = patterns();
  const label = /^[^:：]{0,60}[:：]\s*/.exec(line)?.[0] ?? '';
  const written = line.slice(label.length).replace(DATE, (date) => date.replaceAll('/', '.'));
  const said = written.replace(/[\s.。!*_"'`\])）]+$/, '').replace(unit, '');
  const signs = said.match(joint) ?? [];
  const isValue = (part: string) => /[\p{L}\p{N}]/u.test(part) && isAsserted(part, /\S+$/g);
  const [first, ...others] = said.split(joint).filter(isValue);
  if (!first || others.length === 0 || others.length >= MOST_CANDIDATES) return undefined;
  // A sentence may stand before the first value: "The label is sport/food".
  const words = others[0]!.trim().split(/\s+/).length;
  const value = first
    .trimEnd()
    .split(/(?<=\s)(?=\S)/)
    .slice(-words)
    .join('');
  const values = [value, ...others].map(bare);
  const [kind, ...kinds] = values.map(kindOf);
  const areAlike = kind !== undefined && kinds.every((other) => other === kind);
  if (!areAlike || new Set(values.map((said) => said.toLowerCase())).size === 1) return undefined;
  const isLoose = kind === 'words' && signs.every((sign) => loose.test(sign));
  // In a sentence, a comma or "and" makes a list of what it says.
  const isSentence = bare(first) !== values[0] || signs.some((sign) => sign.includes('，'));
  const lead = label + first.slice(0, first.lastIndexOf(value));
  return isLoose && isSentence ? undefined : { values, lead, isLoose };
}

function bare(text: string): string {
  return text.replace(/^[\s*_"'`([{]+|[\s*_"'`)\]}.!。]+$/g, '');
}

/** Names the shape of a value, which joined values share: a number of some size, a code, a date, or a few words. */
function kindOf(value: string): string | undefined {
  const words = value.split(/\s+/).length;
  if (words > MOST_WORDS) return undefined;
  if (/^\p{N}+$/u.test(value)) return `${Math.ceil(value.length / 3)} digits`;
  if (!/\p{N}/u.test(value)) return /^[\p{L}\p{M}’' -]+$/u.test(value) ? 'words' : undefined;
  return value.replace(/\p{L}+/gu, 'a').replace(words > 1 ? /\p{N}+/gu : /[a\p{N}]+/gu, '9');
}
