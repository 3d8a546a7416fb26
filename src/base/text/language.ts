/** Writes sentences for people in English. Other languages are data, which `speaking.ts` reads. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { counted } from './texts.js';

export interface Spoken {
  code: string;
  words: ReadonlyMap<string, string>;
}

/** Current language: within an action, since a hook may run next to others, or of the command. */
export const spoken: { within: AsyncLocalStorage<Spoken>; byCommand: Spoken | undefined } = {
  within: new AsyncLocalStorage(),
  byCommand: undefined,
};

const now = () => spoken.within.getStore() ?? spoken.byCommand;

export function languageNow(): string {
  return now()?.code ?? 'en';
}

/** Acts in English, for what programs compare across languages, such as names of test cases. */
export function inEnglish<T>(act: () => T): T {
  return spoken.within.run({ code: 'en', words: new Map() }, act);
}

/**
 * Says a sentence in the current language. Contents are `{0}`, `{1}`, … in the other language's sentence, in
 * any order. Untranslated sentences stay English.
 *
 * @example
 * say`${name} holds ${length}` // 'gpt holds 32K', or by "{0} holds {1}": "{0} 能用到 {1}" 'gpt 能用到 32K'
 */
export function say(strings: TemplateStringsArray, ...contents: (string | number)[]): string {
  return said(strings, contents).replace(/(?<![\d.,])1 points\b/g, '1 point');
}

/** Spaces contents in Chinese: none within Han and at its marks, one between Han and Latin, through marks of foreign names. */
const SEAM = '[ \uE002]*\uE002[ \uE002]*';
const after = (of: string) => `(?<=${of}[\uE000\uE001]*)`;
const ahead = (of: string) => `(?=[\uE000\uE001]*${of})`;
const [HAN, MARK, LATIN] = ['\\p{Script=Han}', '[，。；：、？！（）]', '[\\w%+−$<>≥]'];
const between = (...ways: string[]) => new RegExp(ways.join('|'), 'gu');
const TIGHT = between(after(MARK) + SEAM, SEAM + ahead(MARK), after(HAN) + SEAM + ahead(HAN));
const SPACED = between(after(HAN) + SEAM + ahead(LATIN), after(LATIN) + SEAM + ahead(HAN));

/** Writes a sentence in the current language. */
function said(strings: readonly string[], contents: readonly (string | number)[]): string {
  const other = now()?.words.get(sentenceKey(strings));
  if (other === undefined) return strings.reduce((all, text, i) => all + contents[i - 1] + text);
  const parts = other.split(/\{(\d+)\}/).map((part, i) => (i % 2 ? contents[Number(part)] : part));
  return parts.join('\uE002').replace(TIGHT, '').replace(SPACED, ' ').replaceAll('\uE002', '');
}

/** Writes an English sentence as the word files have it: on one line, with `{0}`, `{1}`, … */
export function sentenceKey(strings: readonly string[]): string {
  return strings
    .reduce((all, text, i) => `${all}{${i - 1}}${text}`)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Says a count with its noun: `3 prompts`, or by "{0} prompt": "{0} 条提示词" `3 条提示词`. */
export function sayCount(count: number, noun: string): string {
  return languageNow() === 'en' ? counted(count, noun) : said(['', ` ${noun}`], [count]);
}

/** Joins parts of a sentence: `a; b`. */
export function clauses(parts: readonly string[]): string {
  return joined(parts, (all, part) => say`${all}; ${part}`);
}

/** Joins things: `a, b`. */
export function commas(things: readonly (string | number)[]): string {
  return joined(things.map(String), (all, thing) => say`${all}, ${thing}`);
}

/** Joins sentences, each with a full stop unless there is only one. */
export function sentences(parts: readonly string[]): string {
  const there = parts.filter((part) => part !== '');
  if (there.length < 2) return there.join('');
  return paragraph(there.map((one) => (/[.!?…。！？]"?$/.test(one) ? one : say`${one}.`)));
}

export function paragraph(sentences: readonly string[]): string {
  return joined(sentences, (all, one) => say`${all} ${one}`);
}

function joined(texts: readonly string[], join: (all: string, next: string) => string): string {
  const there = texts.filter((text) => text !== '');
  return there.length === 0 ? '' : there.reduce(join);
}
