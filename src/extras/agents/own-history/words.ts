/** The words of `ownHistory`, one file of `datasets/own-history/` for each language. */
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../../base/languages.js';

const filled = z.string().trim().min(1, 'must not be empty');
const texts = z.array(filled).min(1, 'must not be empty');

const listed = filled.superRefine(withPlaces(['list']));

export const sessionWords = wordsIn(
  'own-history',
  z.strictObject({
    question: listed,
    closedBook: listed,
    item: filled.superRefine(withPlaces(['number', 'tool', 'quote'])),
    call: filled.superRefine(withPlaces(['number', 'tool', 'quote'])),
    unknown: filled,
    /** What is said of every tool. */
    tool: filled,
    absent: texts,
    planted: z.strictObject({ first: texts, second: texts }),
    files: texts,
    /** Names that stand for people's. */
    names: texts,
  }),
);
