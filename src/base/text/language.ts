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

function now(): Spoken | undefined {
  return spoken.within.getStore() ?? spoken.byCommand;
}

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
  return said(strings)
    .map((part) => (typeof part === 'string' ? part : contents[part]))
    .join('')
    .replace(/(?<![\d.,])1 points\b/g, '1 point');
}

/** Pieces of a sentence in the language that is spoken now: texts, and which content stands between them. */
export function said(strings: readonly string[]): (string | number)[] {
  const other = now()?.words.get(sentenceKey(strings));
  if (other === undefined) return strings.flatMap((text, i) => (i === 0 ? [text] : [i - 1, text]));
  return other.split(/\{(\d+)\}/).map((part, i) => (i % 2 === 1 ? Number(part) : part));
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
  if (languageNow() === 'en') return counted(count, noun);
  const parts = said(['', ` ${noun}`]);
  return parts.map((part) => (part === 0 ? count : part)).join('');
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
