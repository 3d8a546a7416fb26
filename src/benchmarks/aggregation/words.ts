/** The words of aggregation, one file of `datasets/aggregation/` for each language. */
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../base/languages.js';

const filled = z.string().min(1);
const aboutLabel = filled.superRefine(withPlaces(['label']));

const wordsSchema = z.strictObject({
  instruction: filled.superRefine(withPlaces(['labels'])),
  record: filled.superRefine(withPlaces(['date', 'user', 'text'])),
  count: aboutLabel,
  most: filled,
  user: aboutLabel,
  date: aboutLabel,
  labels: z.array(z.strictObject({ name: filled, things: z.array(filled).min(1) })).min(2),
  texts: z.array(filled.superRefine(withPlaces(['thing']))).min(1),
});

export type AggregationWords = z.output<typeof wordsSchema>;

export const loadAggregationWords = wordsIn('aggregation', wordsSchema);
