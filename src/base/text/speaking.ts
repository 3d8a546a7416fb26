/** Chooses the language of pages and terminals. Its words are `datasets/words/CODE/*.yaml`, by English sentence. */
import { z } from 'zod';
import { datasetFolders, datasetNames, readDataset } from '../datasets.js';
import { kept } from '../kept.js';
import { type Spoken, spoken } from './language.js';

export const SPOKEN: readonly string[] = datasetFolders('words/');

/** Whether the user asked for the language. */
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

/** Returns the only language of some tests, if it has words. */
function common(codes: Iterable<string>): Spoken | undefined {
  const [code, ...others] = new Set(codes);
  if (code === undefined || others.length > 0 || !SPOKEN.includes(code)) return undefined;
  return { code, words: wordsOf(code) };
}

/** Begins a command in the user's language, or in English for now. */
export function speakAlways(code: string | undefined): void {
  isAsked = code !== undefined;
  spoken.byCommand = code === undefined ? undefined : { code, words: wordsOf(code) };
}

/** Returns the language the user asked for, if any. */
export function languageAsked(): string | undefined {
  return isAsked ? spoken.byCommand?.code : undefined;
}

/** Continues the command in the tests' language, unless the user asked for another. */
export function speakTheirs(codes: Iterable<string>): void {
  if (!isAsked) spoken.byCommand = common(codes);
}

/** Acts in the tests' language, within a program that goes on. */
export function speaking<T>(codes: Iterable<string>, act: () => T): T {
  const theirs = isAsked ? undefined : common(codes);
  return theirs ? spoken.within.run(theirs, act) : act();
}

/** Returns a text in every language, to recognize it later. */
export function inEveryLanguage(text: () => string): string[] {
  return ['en', ...SPOKEN].map((code) => spoken.within.run({ code, words: wordsOf(code) }, text));
}
