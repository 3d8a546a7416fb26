/** Sentences that people read, in English. What they are in other languages is data, which `speaking.ts` reads. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { counted } from './texts.js';

/** A language with its sentences, by the English ones. */
export interface Spoken {
  code: string;
  words: ReadonlyMap<string, string>;
}

/** What is spoken: within an action, since a hook may run beside others in one process; and by the command that runs. */
export const spoken: { within: AsyncLocalStorage<Spoken>; byCommand: Spoken | undefined } = {
  within: new AsyncLocalStorage(),
  byCommand: undefined,
};

const now = () => spoken.within.getStore() ?? spoken.byCommand;

/** The language that is spoken now. */
export function languageNow(): string {
  return now()?.code ?? 'en';
}

/** What programs compare between runs of any language, such as names of test cases, in English. */
export function inEnglish<T>(act: () => T): T {
  return spoken.within.run({ code: 'en', words: new Map() }, act);
}

/**
 * Say a sentence in the language that is spoken now. What is put in stands in the other language's sentence as `{0}`, `{1}`, …,
 * in any order; a sentence without other words is English.
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

/** A sentence in the language that is spoken now. */
function said(strings: readonly string[], contents: readonly (string | number)[]): string {
  const other = now()?.words.get(sentenceKey(strings));
  if (other === undefined) return strings.reduce((all, text, i) => all + contents[i - 1] + text);
  const parts = other.split(/\{(\d+)\}/).map((one, i) => (i % 2 ? contents[Number(one)] : one));
  return parts.join('\uE002').replace(TIGHT, '').replace(SPACED, ' ').replaceAll('\uE002', '');
}

/** An English sentence as the files of words have it: `{0}`, `{1}`, … for what is put in, on one line. */
export function sentenceKey(strings: readonly string[]): string {
  return strings
    .reduce((all, text, i) => `${all}{${i - 1}}${text}`)
    .replace(/\s+/g, ' ')
    .trim();
}

/** A count with its noun, in the language that is spoken now: `3 prompts`, or by "{0} prompt": "{0} 条提示词" `3 条提示词`. */
export function sayCount(count: number, noun: string): string {
  return languageNow() === 'en' ? counted(count, noun) : said(['', ` ${noun}`], [count]);
}

/** Parts of a sentence behind each other, as far as there are any: `a; b`. */
export function clauses(parts: readonly string[]): string {
  return joined(parts, (all, part) => say`${all}; ${part}`);
}

/** Things one after another: `a, b`. */
export function commas(things: readonly (string | number)[]): string {
  return joined(things.map(String), (all, thing) => say`${all}, ${thing}`);
}

/** Sentences one after another, each with a full stop; one alone stands as it is. */
export function sentences(parts: readonly string[]): string {
  const there = parts.filter((part) => part !== '');
  if (there.length < 2) return there.join('');
  return paragraph(there.map((one) => (/[.!?…。！？]"?$/.test(one) ? one : say`${one}.`)));
}

/** Whole sentences one after another. */
export function paragraph(sentences: readonly string[]): string {
  return joined(sentences, (all, one) => say`${all} ${one}`);
}

function joined(texts: readonly string[], join: (all: string, next: string) => string): string {
  const there = texts.filter((text) => text !== '');
  return there.length === 0 ? '' : there.reduce(join);
}
