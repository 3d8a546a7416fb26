/** Defines what a baseline keeps besides scores: series, what each run took, and conditions. */
import { z } from 'zod';
import type { Row } from '../../../contract/row.js';

export type BaselineSeries = Pick<
  Row,
  'benchmark' | 'task' | 'language' | 'haystack' | 'version' | 'variant' | 'control'
>;

/** What Cases have in common. Absent in older baselines. */
export interface Belonging extends Pick<Row, 'unit' | 'cluster' | 'size' | 'composite'> {
  series?: BaselineSeries;
  /** Where each fact stands, to three digits. `even`: fact i of M stands at i/M. Absent if places mean nothing. */
  positions?: 'even' | number[];
}

/** What one run of a model took, as far as providers report it. */
export interface AskedRun extends Pick<Row, 'cost' | 'promptTokens' | 'outputTokens'> {
  /** Day its evaluation began, in UTC: `2026-11-22`. */
  date?: string;
  /** Calls that a provider answered, and of these those without a cost. */
  calls: number;
  costUnknown: number;
  /** Cached answers: nothing was paid, and no time is known. */
  cached: number;
  /** Mean latency of an answer. */
  latencyMs?: number;
}

export const seriesSchema = z.strictObject({
  benchmark: z.string(),
  task: z.string(),
  language: z.string(),
  haystack: z.string(),
  version: z.string().exactOptional(),
  variant: z.string(),
  control: z.boolean().exactOptional(),
});

export const belongingShape = {
  positions: z.union([z.literal('even'), z.array(z.number().min(0).max(1))]).exactOptional(),
  unit: z.string().exactOptional(),
  cluster: z.string().exactOptional(),
  size: z.string().exactOptional(),
  composite: z
    .strictObject({ part: z.string(), weight: z.number(), variant: z.string().exactOptional() })
    .exactOptional(),
};

const count = z.number().int().min(0);
const amount = z.number().min(0);

export const askedRunSchema = z.strictObject({
  date: z.string().exactOptional(),
  calls: count,
  costUnknown: count,
  cached: count,
  cost: amount.exactOptional(),
  promptTokens: amount.exactOptional(),
  outputTokens: amount.exactOptional(),
  latencyMs: amount.exactOptional(),
});

const values = z.array(z.string()).min(1);
const byName = z.record(z.string(), values);

export const conditionsSchema = z.strictObject({
  model: values.exactOptional(),
  named: values.exactOptional(),
  form: values.exactOptional(),
  transcript: values.exactOptional(),
  promptfoo: values.exactOptional(),
  config: byName.exactOptional(),
  frame: byName.exactOptional(),
  variables: byName.exactOptional(),
});
