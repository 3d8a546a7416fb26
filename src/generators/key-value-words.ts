/** The words of key-value retrieval, one file of `datasets/key-value/` for each language. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type LanguageReference, languageName, UserError } from '../case.js';

const wordsSchema = z.strictObject({
  /** Stands before the object. */
  instruction: z.string().min(1),
  question: z
    .string()
    .refine((text) => text.split('{key}').length === 2, 'must have {key} exactly once'),
  /** Small-letter phrases that say that the key is not there; the first is a whole answer. */
  absent: z.array(z.string().min(1)).min(1),
});

export type KeyValueWords = z.output<typeof wordsSchema>;

const FOLDER = new URL('../../datasets/key-value/', import.meta.url);

/** Codes of the languages that there are words for. */
export const KEY_VALUE_LANGUAGES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length))
  .sort();

const loaded = new Map<string, KeyValueWords>();

/**
 * The words of a language.
 *
 * @throws {UserError} when there are none
 */
export function loadKeyValueWords(language: LanguageReference): KeyValueWords {
  const code = languageName(language);
  let words = loaded.get(code);
  if (!words) {
    if (!KEY_VALUE_LANGUAGES.includes(code)) {
      throw new UserError(
        `keyValueRetrieval: \`language\` is "${code}", but there are words only for ` +
          `${KEY_VALUE_LANGUAGES.join(', ')}. Use one of these.`,
      );
    }
    words = parseWords(readFileSync(new URL(`${code}.yaml`, FOLDER), 'utf8'), code);
    loaded.set(code, words);
  }
  return words;
}

/** @throws {UserError} naming the file and the field that is missing or wrong */
export function parseWords(yaml: string, code: string): KeyValueWords {
  const result = wordsSchema.safeParse(parse(yaml));
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new UserError(
    `datasets/key-value/${code}.yaml: \`${path.join('.') || 'the file'}\`: ${message}.`,
  );
}

/** The question for a key, which stands in it as it stands in the object. */
export function keyQuestion({ question }: KeyValueWords, key: string): string {
  return question.replace('{key}', () => JSON.stringify(key));
}
