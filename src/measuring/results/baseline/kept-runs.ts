/** Keeps one run of the user's tests in a baseline: no prompts, and of each test the start of one answer. */

import { z } from 'zod';
import { defined, picked } from '../../../base/fields.js';
import { UserError } from '../../../base/user-error.js';
import type { Conditions } from '../../../contract/conditions.js';
import type { Row } from '../../../contract/row.js';

export type BaselineSeries = Pick<
  Row,
  'benchmark' | 'task' | 'language' | 'haystack' | 'version' | 'variant' | 'control'
>;

/** What Cases have in common. */
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

export interface TestRound {
  pass: boolean;
  /** promptfoo's score, and what named assertions report, from 0 to 1. */
  score: number;
  metrics: Readonly<Record<string, number>>;
  blank?: Blank;
}

/** An answer without text, or one that was refused or held back. */
export type Blank = (typeof BLANKS)[number];

export const BLANKS = ['empty', 'refused'] as const;

export interface KeptTest {
  name: string;
  /** How a passing answer begins, without secrets. */
  answer?: string;
  rounds: TestRound[];
}

export interface SuiteModel {
  /** The provider, with the prompt if it has several. */
  name: string;
  provider: string;
  prompt: string;
  conditions?: Conditions;
  /** Mean price of an answer. Absent if no answer reports it. */
  call?: CallPrice;
  /** By what is asked and how it is judged. */
  tests: ReadonlyMap<string, KeptTest>;
}

/** US dollars, and tokens of prompt and answer. */
export interface CallPrice {
  cost?: number;
  used?: number;
}

/** Models in the order of promptfoo's columns. */
export type SuiteRun = readonly SuiteModel[];

const share = z.number().min(0).max(1);

const roundsSchema = z
  .strictObject({
    /** `1` for an answer that passed, `0` for others. */
    pass: z.string().regex(/^[01]+$/),
    /** If these differ from `pass`. */
    scores: z.array(share).exactOptional(),
    metrics: z.record(z.string(), z.array(share.nullable())).exactOptional(),
    /** `e` for an empty answer, `r` for a refused one, else `-`. */
    blank: z
      .string()
      .regex(/^[er-]+$/)
      .exactOptional(),
  })
  .refine(({ pass, scores, blank, metrics = {} }) =>
    [scores, blank, ...Object.values(metrics)].every(
      (list) => !list || list.length === pass.length,
    ),
  );

const modelSchema = z.strictObject({
  provider: z.string(),
  prompt: z.string(),
  conditions: z.array(conditionsSchema.nullable()).exactOptional(),
  calls: z
    .array(
      z
        .strictObject({
          cost: z.number().min(0).exactOptional(),
          used: z.number().min(0).exactOptional(),
        })
        .nullable(),
    )
    .exactOptional(),
  tests: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      answer: z.string().exactOptional(),
      runs: z.array(roundsSchema.nullable()),
    }),
  ),
});

const suitesSchema = z.record(z.string(), modelSchema);

/**
 * Reads the runs that a baseline file keeps.
 *
 * @throws {UserError} when they are damaged
 */
export function parseSuites(value: unknown, file: string): SuiteRun[] {
  const parsed = suitesSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new UserError(
      `${file}: \`tests\` is damaged (${path.join('.')}: ${message}). Restore the file, or delete it and ` +
        'make the baseline again.',
    );
  }
  const models = Object.entries(parsed.data);
  const count = Math.max(
    0,
    ...models.flatMap(([, { tests }]) => Object.values(tests).map(({ runs }) => runs.length)),
  );
  return Array.from({ length: count }, (_, run) =>
    models.flatMap(([name, { provider, prompt, conditions, calls, tests }]) => {
      const kept = Object.entries(tests).flatMap(([id, test]) => {
        const rounds = test.runs[run];
        const named = picked(test, ['name', 'answer']);
        return rounds ? [[id, { ...named, rounds: roundsOf(rounds) }] as const] : [];
      });
      const told = defined({ conditions: conditions?.[run], call: calls?.[run] });
      return kept.length === 0 ? [] : [{ name, provider, prompt, ...told, tests: new Map(kept) }];
    }),
  );
}

function roundsOf(rounds: z.output<typeof roundsSchema>): TestRound[] {
  const { pass, scores, blank, metrics = {} } = rounds;
  return [...pass].map((digit, i) => ({
    pass: digit === '1',
    score: scores?.[i] ?? Number(digit),
    metrics: Object.fromEntries(
      Object.entries(metrics).flatMap(([name, shares]) =>
        typeof shares[i] === 'number' ? [[name, shares[i]]] : [],
      ),
    ),
    ...defined({ blank: BLANKS.find(([letter]) => letter === blank?.[i]) }),
  }));
}
