/**
 * Which language pages and terminals speak. Its words are data: `datasets/words/CODE/*.yaml`, from each English sentence to the
 * other one.
 */
import { z } from 'zod';
import { datasetFolders, datasetNames, readDataset } from '../datasets.js';
import { kept } from '../kept.js';
import { type Spoken, spoken } from './language.js';

/** Languages besides English. */
export const SPOKEN: readonly string[] = datasetFolders('words/');

/** Whether the user of a command asked for what it speaks. */
let isAsked = false;

const loaded = new Map<string, Spoken['words']>();

function wordsOf(code: string): Spoken['words'] {
  return kept(loaded, code, () => {
    const files = SPOKEN.includes(code) ? datasetNames(`words/${code}/`) : [];
    const read = (name: string) =>
      readDataset(`words/${code}/${name}.yaml`, z.record(z.string(), z.string()));
    return new Map(files.flatMap((name) => Object.entries(read(name))));
  });
}

/** The one language of tests; nothing where they differ, or where it has no words. */
function common(codes: Iterable<string>): Spoken | undefined {
  const [code, ...others] = new Set(codes);
  if (code === undefined || others.length > 0 || !SPOKEN.includes(code)) return undefined;
  return { code, words: wordsOf(code) };
}

/** Begin a command: it speaks the language that its user asked for, whatever the tests are in; else English at first. */
export function speakAlways(code: string | undefined): void {
  isAsked = code !== undefined;
  spoken.byCommand = code === undefined ? undefined : { code, words: wordsOf(code) };
}

/** The language that the user of this command asked for; nothing where it is that of the tests. */
export function languageAsked(): string | undefined {
  return isAsked ? spoken.byCommand?.code : undefined;
}

/** In this command speak the language of tests from here on, unless its user asked for one. */
export function speakTheirs(codes: Iterable<string>): void {
  if (!isAsked) spoken.byCommand = common(codes);
}

/** Act in the language of tests, as a part of a program that goes on. */
export function speaking<T>(codes: Iterable<string>, act: () => T): T {
  const theirs = isAsked ? undefined : common(codes);
  return theirs ? spoken.within.run(theirs, act) : act();
}

/** A text in every language, for what must be known again whatever it was written in. */
export function inEveryLanguage(text: () => string): string[] {
  return ['en', ...SPOKEN].map((code) => spoken.within.run({ code, words: wordsOf(code) }, text));
}
