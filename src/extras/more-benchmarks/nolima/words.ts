/** The facts and questions of NoLiMa, one file of `datasets/nolima/` for each language. */
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../../base/languages.js';

const filled = z.string().min(1);
const lines = z.array(filled).min(1);

const withName = z.string().superRefine(withPlaces(['name']));

const factSchema = z.strictObject({
  name: filled,
  /** The fact with the character in front. */
  straight: withName.refine((text) => text.startsWith('{name}'), 'must begin with {name}'),
  /** The fact with the character behind. */
  inverted: withName.refine((text) => !text.startsWith('{name}'), 'must not begin with {name}'),
  /** A question that one piece of knowledge connects with the fact. */
  oneHop: filled,
  /** A question that two pieces connect with it. */
  twoHop: filled,
  /** A question in the words of the fact. */
  direct: filled,
  /** What must not stand in the haystack, since it would be a second answer. */
  keywords: z.strictObject({ fact: lines, oneHop: lines, twoHop: lines }),
  /** Facts to whose questions this one could be an answer too: it is no distractor of theirs. */
  near: z.array(filled).default([]),
});

const wordsSchema = z.strictObject({
  ask: filled.superRefine(withPlaces(['question'])),
  /** Stands before the options of a multiple choice. */
  choose: filled,
  absent: lines,
  /** Words that question and fact may share. */
  common: lines,
  names: z.array(filled).min(4),
  facts: z.array(factSchema).min(1),
});

export type NolimaFact = z.output<typeof factSchema>;

export type NolimaWords = z.output<typeof wordsSchema>;

export const loadNolimaWords = wordsIn('nolima', wordsSchema, 'nolima: there are facts only');
