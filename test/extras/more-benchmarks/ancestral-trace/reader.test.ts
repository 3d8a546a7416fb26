import { describe, expect, it } from 'vitest';
import type { AncestralTraceCase } from '../../../../src/extras/more-benchmarks/ancestral-trace/cases.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import {
  type AncestralTraceConfig,
  ancestralTrace,
  SimulatedReader,
  score,
} from '../../../../src/index.js';
import type { SimulatedReaderConfig } from '../../../../src/providers/read-prompt.js';

async function results(config: AncestralTraceConfig, model: SimulatedReaderConfig) {
  const provider = new SimulatedReader({ config: model });
  const tests = await ancestralTrace(config);
  return Promise.all(
    tests.map(async (test) => {
      const vars = test.vars as { case: AncestralTraceCase };
      const { prompt } = await buildPrompt(vars.case);
      const context = { vars, prompt: { raw: '', label: '' } };
      const { output } = await provider.callApi(prompt, context as never);
      return score(output, { vars, test });
    }),
  );
}

const meanScore = (list: readonly { score: number }[]) =>
  list.reduce((sum, { score: one }) => sum + one, 0) / list.length;

describe('a simulated reader of the Ancestral Trace Challenge', () => {
  it.each<AncestralTraceConfig>([
    { chains: 2 },
    { chains: 2, language: 'zh' },
    { chains: 2, tasks: ['open', 'ancestor', 'descendant', 'distance'], boxed: true },
    { chains: 2, tasks: ['ancestor', 'descendant', 'distance'], language: 'zh' },
    { steps: [2, 5], chains: 3, examples: 4, reasoning: true },
    { steps: [2, 5], chains: 3, tasks: ['open', 'distance'], examples: 2, language: 'zh' },
    { tasks: 'open', distractors: 5 },
    { tasks: 'open', language: 'zh' },
    { steps: [3, 9], chains: 2, lengths: [3000], haystack: 'prose' },
    { steps: [256], chains: 1 },
  ])('solves everything by reading when it is perfect: %j', async (config) => {
    expect(meanScore(await results(config, { profile: 'perfect' }))).toBe(1);
  });

  it('stops partway when it loses a statement, the sooner the longer the chain', async () => {
    const config = { tasks: 'open', chains: 60 } as const;
    const short = await results({ ...config, steps: [2] }, { profile: 'forgetful', recall: 0.9 });
    const long = await results({ ...config, steps: [12] }, { profile: 'forgetful', recall: 0.9 });
    expect(meanScore(short)).toBeGreaterThan(0.65);
    expect(meanScore(long)).toBeLessThan(0.45);
    const diagnoses = new Set(long.map(({ metadata }) => metadata!.diagnosis));
    expect(diagnoses).toContain('partway');
  });
});
