/** The words of the repeated words test, one file of `datasets/repeated-words/` for each language. */
import { z } from 'zod';
import { wordsIn } from '../../base/languages.js';

const word = z.string().regex(/^\S+$/u, 'must be one word');

const wordsSchema = z
  .strictObject({
    /** Stands before the text. */
    instruction: z.string().trim().min(1),
    common: word,
    other: word,
  })
  .refine(({ common, other }) => common !== other, 'must have two different words');

export const loadRepeatedWords = wordsIn(
  'repeatedWords: there are words only',
  'repeated-words',
  wordsSchema,
);
