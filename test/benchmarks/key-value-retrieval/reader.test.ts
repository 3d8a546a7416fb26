import { describe, expect, it } from 'vitest';
import { mean } from '../../../src/base/numbers.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import {
  type KeyValueRetrievalConfig,
  keyValueRetrieval,
  SimulatedReader,
  score,
} from '../../../src/index.js';
import type { SimulatedReaderConfig } from '../../../src/providers/read-prompt.js';

/** Ask a reader all prompts of a grid, and score its answers. */
async function ask(config: SimulatedReaderConfig, grid: KeyValueRetrievalConfig) {
  return answersTo(await promptsOf(grid), config);
}

async function promptsOf(grid: KeyValueRetrievalConfig) {
  const tests = await keyValueRetrieval(grid);
  return Promise.all(
    tests.map(async ({ vars }) => ({ vars, ...(await buildPrompt(vars!.case as never)) })),
  );
}

function answersTo(prompts: Awaited<ReturnType<typeof promptsOf>>, config: SimulatedReaderConfig) {
  const model = new SimulatedReader({ config });
  return Promise.all(
    prompts.map(async ({ vars, prompt }) => {
      const response = await model.callApi(prompt, { vars } as never);
      const result = await score(response.output, { vars: vars as Record<string, unknown> });
      const { positions, diagnosis } = result.metadata as {
        positions: number[];
        diagnosis: string;
      };
      return { score: result.score, position: positions[0]!, diagnosis };
    }),
  );
}

describe('reader of key-value retrieval', () => {
  it.each(['en', 'zh', 'ko', 'ru'])('perfect: finds every value, in %s', async (language) => {
    for (const queryAware of [false, true]) {
      const grid = { pairs: [1, 2, 75], language, queryAware };
      const answers = await ask({ profile: 'perfect' }, grid);
      expect(answers.map((answer) => answer.score)).toEqual(answers.map(() => 1));
    }
  });

  it('lost-in-the-middle: its curve is a U, for every seed of its own', async () => {
    const prompts = await promptsOf({ pairs: [75], seeds: 40 });
    for (const seed of [1, 2, 3]) {
      const answers = await answersTo(prompts, { profile: 'lost-in-the-middle', seed });
      const at = (place: number) =>
        mean(answers.filter(({ position }) => position === place).map((answer) => answer.score));
      expect([at(0), at(1)]).toEqual([1, 1]);
      expect(at(0.5)).toBeLessThan(0.65);
      expect(at(0.25)).toBeGreaterThan(at(0.5));
      expect(at(0.75)).toBeGreaterThan(at(0.5));
    }
  });

  it('takes a value beside the right one when it does not recall it', async () => {
    const answers = await ask({ profile: 'forgetful', recall: 0 }, { pairs: [2, 20] });
    for (const { diagnosis } of answers) expect(diagnosis).toBe('another');
    const [alone] = await ask({ profile: 'forgetful', recall: 0 }, { pairs: [1] });
    expect(alone!.diagnosis).toBe('missing');
  });
});
