/**
 * Aggregation by the rules of OOLONG (Bertsch et al. 2025, arXiv:2511.02817, oolong-synth): whether a model
 * takes a whole context into account where every line of it counts a little.
 *
 * The context is records, each with a date, a user and a text whose subject is known by rule. Asked are how many
 * have a subject, the most frequent subject, and the user or the date with most records of one. Score: right or
 * wrong; 0.75^|error| for a count.
 */
import { benchmark } from '../benchmark.js';
import type { AggregationCase } from './cases.js';
import * as cases from './cases.js';
import { aggregationOptions, conflict } from './options.js';
import { scoreAggregation } from './score.js';

export const aggregation = benchmark<AggregationCase>()({
  name: 'aggregation',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: aggregationOptions,
  conflict,
  mark: scoreAggregation,
});
