/** The words of key-value retrieval, one file of `datasets/key-value/` for each language. */
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../base/languages.js';

export const wordsSchema = z.strictObject({
  /** Stands before the object. */
  instruction: z.string().min(1),
  question: z.string().superRefine(withPlaces(['key'])),
  /** Small-letter phrases that say that the key is not there; the first is a whole answer. */
  absent: z.array(z.string().min(1)).min(1),
});

type KeyValueWords = z.output<typeof wordsSchema>;

export const loadKeyValueWords = wordsIn(
  'key-value',
  wordsSchema,
  'keyValueRetrieval: there are words only',
);

/** The question for a key, which stands in it as it stands in the object. */
export function keyQuestion({ question }: KeyValueWords, key: string): string {
  return question.replace('{key}', () => JSON.stringify(key));
}
