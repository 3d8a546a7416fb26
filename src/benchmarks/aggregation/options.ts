import { type Options, someOf } from '../../options/kinds.js';
import { lengthConflict, lengthOptions, structuredOption } from '../../options/option-groups.js';

const AGGREGATION_TASKS = ['count', 'most', 'user', 'date'] as const;

export type AggregationTask = (typeof AGGREGATION_TASKS)[number];

export const aggregationOptions = {
  /** `count`: how many records have a subject; `most`: the most frequent; `user`, `date`: with most of one. All by default. */
  tasks: someOf(AGGREGATION_TASKS).default([...AGGREGATION_TASKS]),
  ...lengthOptions,
  ...structuredOption,
};

export type AggregationOptions = Options<typeof aggregationOptions>;

export const conflict = lengthConflict;
