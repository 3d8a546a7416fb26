import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageVersion } from '../../../src/base/version.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { eeeRecords } from '../../../src/measuring/report/eee-report.js';
import { imagine } from '../results/rows-for-tests.js';

/** What version 0.3.0 of the format demands of a record, written down by hand. */
const details = z.record(z.string(), z.string());
const result = z.object({
  evaluation_name: z.string(),
  source_data: z.object({ dataset_name: z.string(), source_type: z.literal('other') }),
  metric_config: z.object({
    lower_is_better: z.boolean(),
    score_type: z.literal('continuous'),
    min_score: z.number(),
    max_score: z.number(),
  }),
  score_details: z.object({
    score: z.number(),
    details: details.optional(),
    uncertainty: z.object({
      confidence_interval: z.object({
        lower: z.number(),
        upper: z.number(),
        confidence_level: z.number().min(0).max(1),
      }),
      num_samples: z.number().int(),
    }),
  }),
});
const record = z.strictObject({
  schema_version: z.literal('0.3.0'),
  evaluation_id: z.string(),
  evaluation_timestamp: z.string().optional(),
  retrieved_timestamp: z.string(),
  source_metadata: z.object({
    source_name: z.string(),
    source_type: z.literal('evaluation_run'),
    source_organization_name: z.string(),
    evaluator_relationship: z.enum(['first_party', 'third_party', 'collaborative', 'other']),
  }),
  eval_library: z.object({ name: z.string(), version: z.string() }),
  model_info: z.object({
    name: z.string(),
    id: z.string(),
    additional_details: z.object({
      deployment_type: z.enum(['self_deployed', 'externally_managed', 'unknown']),
      model_availability: z.enum(['open_weights', 'closed_weights', 'unknown']),
    }),
  }),
  evaluation_results: z.array(result).min(1),
});

const rows = (name: string, recall: number) => imagine(name, () => recall, { seeds: 3, stars: 32 });
const recordsOf = (all: Parameters<typeof evaluationOf>[0], evalId?: string) => {
  const data = analyse(evaluationOf(all, evalId === undefined ? {} : { evalId }));
  return { data, files: eeeRecords(data) };
};

describe('records of Every Eval Ever', () => {
  it('are one for each reader, with the figures of the report', () => {
    const { data, files } = recordsOf(
      [...rows('openai:chat:gpt-4.1', 0.99), ...rows('a model', 0.3), ...rows('a-model', 0.5)],
      'eval-abc-2026-11-22T21:48:03',
    );
    expect([...files.keys()].sort()).toEqual([
      'eee-a-model-3.json',
      'eee-a-model.json',
      'eee-openai-chat-gpt-4.1.json',
    ]);
    for (const text of files.values()) record.parse(JSON.parse(text));
    const made = record.parse(JSON.parse(files.get('eee-openai-chat-gpt-4.1.json')!));
    expect(made).toMatchObject({
      evaluation_id: 'eval-abc-2026-11-22T21:48:03/openai/gpt-4.1/1795384080',
      retrieved_timestamp: '1795384080',
      eval_library: { version: packageVersion() },
      model_info: { name: 'openai:chat:gpt-4.1', id: 'openai/gpt-4.1' },
    });
    const summary = data.summary.find(({ provider }) => provider.startsWith('openai'))!;
    const [overall, ...others] = made.evaluation_results;
    expect(overall!.score_details.score).toBe(summary.recall.value);
    expect(others.map(({ evaluation_name }) => evaluation_name)).toEqual([
      'counting-things at 4K',
      'counting-things at 8K',
      'counting-things at 16K',
      'counting-things at 32K',
      'counting-things',
    ]);
    const { score, details: said } = others.at(-1)!.score_details;
    expect(score).toBe(32_000);
    expect(said).toMatchObject({ bound: 'at least', threshold: '0.85' });
  });

  it('say that a time is unknown, and leave out who gave no answer', () => {
    const failed = rows('broken', 1).map((row) => ({ ...row, error: 'HTTP 500' }));
    const { files } = recordsOf([...rows('fine', 0.9), ...failed]);
    expect([...files.keys()]).toEqual(['eee-fine.json']);
    const made = record.parse(JSON.parse(files.get('eee-fine.json')!));
    expect(made.retrieved_timestamp).toBe('unknown');
    expect(made).not.toHaveProperty('evaluation_timestamp');
  });
});
