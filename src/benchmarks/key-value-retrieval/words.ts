/** The words of key-value retrieval, one file of `datasets/key-value/` for each language. */
import { z } from 'zod';
import { datasetNames, parseDataset, readDataset } from '../../datasets.js';
import { inLanguages } from '../../languages.js';

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

/** Codes of the languages that there are words for. */
export const KEY_VALUE_LANGUAGES: readonly string[] = datasetNames('key-value/');

/** The words of a language. Throws a UserError when there are none. */
export const loadKeyValueWords = inLanguages(
  'keyValueRetrieval: there are words only',
  () => KEY_VALUE_LANGUAGES,
  (code) => readDataset(fileOf(code), wordsSchema),
);

/** The words in a text in the place of a language's file. */
export function parseWords(yaml: string, code: string): KeyValueWords {
  return parseDataset(fileOf(code), wordsSchema, yaml);
}

function fileOf(code: string): string {
  return `key-value/${code}.yaml`;
}

/** The question for a key, which stands in it as it stands in the object. */
export function keyQuestion({ question }: KeyValueWords, key: string): string {
  return question.replace('{key}', () => JSON.stringify(key));
}
