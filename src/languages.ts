import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { UserError } from './case.js';
import type { ProseBank } from './haystack/prose.js';

/** Everything that depends on a language: a file of `datasets/languages/`. */
export interface Language {
  /** The language's own name of itself. */
  name: string;
  /** What stands between two sentences: a space, or nothing. */
  between: string;
  /** Who counts; `{subject}` in the sentences below. */
  subject: string;
  /** What is counted; `{symbol}` in the sentences below. */
  symbol: string;
  /** The key of the answer that the question asks for. */
  key: string;
  /** The sentences and questions of each task of Counting-Stars. */
  tasks: Record<string, TaskWording>;
  /** The bank of the `prose` haystack. */
  prose: ProseBank;
}

export interface TaskWording {
  /** The sentence that is hidden, with `{subject}`, `{symbol}` and `{count}`. */
  star: string;
  /** What is asked behind the context, with `{subject}`, `{symbol}` and `{key}`. */
  question: string;
}

/** Codes of the languages that come with the package. */
export const LANGUAGE_CODES = ['en', 'zh'] as const;

const loaded = new Map<string, Language>();

/**
 * A language by its code.
 *
 * @throws {UserError} when there is none, listing the known ones
 */
export function loadLanguage(code: string): Language {
  let language = loaded.get(code);
  if (!language) {
    if (!(LANGUAGE_CODES as readonly string[]).includes(code)) {
      throw new UserError(
        `language: there is no language "${code}". Use one of ${LANGUAGE_CODES.join(', ')}.`,
      );
    }
    const file = new URL(`../datasets/languages/${code}.yaml`, import.meta.url);
    language = parse(readFileSync(file, 'utf8')) as Language;
    loaded.set(code, language);
  }
  return language;
}
