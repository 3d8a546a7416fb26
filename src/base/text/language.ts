/**
 * The language in which pages and terminals speak. Sentences stand in English where they are said; what they are in other
 * languages is data: `datasets/words/CODE/*.yaml`, from each English sentence to the other one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { datasetFolders, datasetNames, readDataset } from '../datasets.js';
import { kept } from '../kept.js';
import { counted } from './texts.js';

/** Languages besides English. */
export const SPOKEN: readonly string[] = datasetFolders('words/');

/** Sentences by the English ones. */
type Words = ReadonlyMap<string, string>;

interface Spoken {
  code: string;
  words: Words;
}

/** What is spoken within `speaking`; a hook may run beside others in one process. */
const within = new AsyncLocalStorage<Spoken>();

/** What a command speaks, and whether its user asked for that. */
let ofCommand: Spoken | undefined;
let isAsked = false;

const loaded = new Map<string, Words>();

function wordsOf(code: string): Words {
  return kept(loaded, code, () => {
    const files = SPOKEN.includes(code) ? datasetNames(`words/${code}/`) : [];
    const read = (name: string) =>
      readDataset(`words/${code}/${name}.yaml`, z.record(z.string(), z.string()));
    return new Map(files.flatMap((name) => Object.entries(read(name))));
  });
}

function now(): Spoken | undefined {
  return within.getStore() ?? ofCommand;
}

/** The one language of tests; nothing where they differ, or where it has no words. */
function common(codes: Iterable<string>): Spoken | undefined {
  const [code, ...others] = new Set(codes);
  if (code === undefined || others.length > 0 || !SPOKEN.includes(code)) return undefined;
  return { code, words: wordsOf(code) };
}

/** The language that is spoken now. */
export function languageNow(): string {
  return now()?.code ?? 'en';
}

/** Begin a command: it speaks the language that its user asked for, whatever the tests are in; else English at first. */
export function speakAlways(code: string | undefined): void {
  isAsked = code !== undefined;
  ofCommand = code === undefined ? undefined : { code, words: wordsOf(code) };
}

/** The language that the user of this command asked for; nothing where it is that of the tests. */
export function languageAsked(): string | undefined {
  return isAsked ? ofCommand?.code : undefined;
}

/** In this command speak the language of tests from here on, unless its user asked for one. */
export function speakTheirs(codes: Iterable<string>): void {
  if (!isAsked) ofCommand = common(codes);
}

/** Act in the language of tests, as a part of a program that goes on. */
export function speaking<T>(codes: Iterable<string>, act: () => T): T {
  const theirs = isAsked ? undefined : common(codes);
  return theirs ? within.run(theirs, act) : act();
}

/** A text in every language, for what must be known again whatever it was written in. */
export function inEveryLanguage(text: () => string): string[] {
  return ['en', ...SPOKEN].map((code) => inLanguage(code, text));
}

/** What programs compare between runs of any language, such as names of test cases, in English. */
export function inEnglish<T>(act: () => T): T {
  return inLanguage('en', act);
}

function inLanguage<T>(code: string, act: () => T): T {
  return within.run({ code, words: wordsOf(code) }, act);
}

/**
 * Say a sentence in the language that is spoken now. What is put in stands in the other language's sentence as `{0}`, `{1}`, …,
 * in any order; a sentence without other words is English.
 *
 * @example
 * say`${name} holds ${length}` // 'gpt holds 32K', or by "{0} holds {1}": "{0} 能用到 {1}" 'gpt 能用到 32K'
 */
export function say(strings: TemplateStringsArray, ...contents: (string | number)[]): string {
  const parts = said(strings);
  return parts.reduce<string>(
    (all, part) => all + (typeof part === 'string' ? part : contents[part]),
    '',
  );
}

/** Pieces of a sentence in the language that is spoken now: texts, and which content stands between them. */
export function said(strings: readonly string[]): (string | number)[] {
  const english = strings.flatMap((text, i) => (i === 0 ? [text] : [i - 1, text]));
  const words = now()?.words;
  if (!words) return english;
  const other = words.get(sentenceKey(strings));
  return other === undefined
    ? english
    : other.split(/\{(\d+)\}/).map((part, i) => (i % 2 === 1 ? Number(part) : part));
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
  const parts = said(['', ` ${noun}`]);
  return languageNow() === 'en'
    ? counted(count, noun)
    : parts.map((part) => (part === 0 ? count : part)).join('');
}

/** Parts of a sentence behind each other, as far as there are any: `a; b`. */
export function clauses(parts: readonly string[]): string {
  return joined(parts, (all, part) => say`${all}; ${part}`);
}

/** Things one after another: `a, b`. */
export function commas(things: readonly (string | number)[]): string {
  return joined(things.map(String), (all, thing) => say`${all}, ${thing}`);
}

/** Whole sentences one after another. */
export function paragraph(sentences: readonly string[]): string {
  return joined(sentences, (all, one) => say`${all} ${one}`);
}

function joined(texts: readonly string[], join: (all: string, next: string) => string): string {
  const there = texts.filter((text) => text !== '');
  return there.length === 0 ? '' : there.reduce(join);
}
