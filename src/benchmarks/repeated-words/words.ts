/** The words of the repeated words test, one file of `datasets/repeated-words/` for each language. */
import { z } from 'zod';
import { datasetNames, readDataset } from '../../datasets.js';
import { inLanguages } from '../../languages.js';

const word = z.string().regex(/^\S+$/u, 'must be one word');

const wordsSchema = z
  .strictObject({
    /** Stands before the text. */
    instruction: z.string().trim().min(1),
    common: word,
    other: word,
  })
  .refine(({ common, other }) => common !== other, 'must have two different words');

/** Codes of the languages that there are words for. */
export const REPEATED_LANGUAGES: readonly string[] = datasetNames('repeated-words/');

/** The words of a language. Throws a UserError when there are none. */
export const loadRepeatedWords = inLanguages(
  'repeatedWords: there are words only',
  () => REPEATED_LANGUAGES,
  (code) => readDataset(`repeated-words/${code}.yaml`, wordsSchema),
);
