import { describe, expect, it } from 'vitest';
import { mean } from '../../src/base/numbers.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { countingStars, SimulatedReader, score } from '../../src/index.js';
import { curveRecall } from '../../src/providers/model-profiles.js';
import type { SimulatedReaderConfig } from '../../src/providers/read-prompt.js';

/** Ask a reader all prompts of a small grid, and score its answers. */
async function ask(config: SimulatedReaderConfig, seeds = 4, language: 'en' | 'zh' = 'en') {
  const model = new SimulatedReader({ config });
  const tests = await countingStars({ stars: 32, lengths: [4000, 16_000], seeds, language });
  return Promise.all(
    tests.map(async ({ vars }) => {
      const built = await buildPrompt(vars!.case as never);
      const response = await model.callApi(built.prompt, { vars } as never);
      const result = await score(response.output, { vars: vars as Record<string, unknown> });
      return { built, response, result, marks: result.metadata!.marks as number[] };
    }),
  );
}

describe('SimulatedReader', () => {
  it.each(['en', 'zh'] as const)(
    'perfect: finds everything by reading, in %s',
    async (language) => {
      for (const { result, response, built } of await ask({ profile: 'perfect' }, 1, language)) {
        expect(result.score).toBe(1);
        expect(response.tokenUsage!.prompt).toBe(built.promptTokens);
        expect(response.latencyMs).toBeGreaterThan(0);
      }
    },
  );

  it('forgetful: recalls as often as it was told to', async () => {
    const marks = (await ask({ profile: 'forgetful', recall: 0.9 }, 16)).flatMap((a) => a.marks);
    const deviation = Math.sqrt((0.9 * 0.1) / marks.length);
    expect(Math.abs(mean(marks) - 0.9)).toBeLessThan(4 * deviation);
  });

  it('forgetful with a curve: recalls as it says at the length of the prompt', async () => {
    const curve = [
      [4000, 1],
      [16_000, 0.5],
    ] as const;
    const answers = await ask({ profile: 'forgetful', curve }, 8);
    const marksAt = (short: boolean) =>
      answers.flatMap(({ built, marks }) => (built.promptTokens < 10_000 === short ? marks : []));
    expect(mean(marksAt(true))).toBe(1);
    const deviation = Math.sqrt(0.25 / marksAt(false).length);
    expect(Math.abs(mean(marksAt(false)) - 0.5)).toBeLessThan(4 * deviation);
    expect(curveRecall(curve, 8000)).toBeCloseTo(0.75);
    expect(curveRecall(curve, 1e6)).toBe(0.5);
  });

  it('lost-in-the-middle: finds the ends and loses the middle', async () => {
    const answers = await ask({ profile: 'lost-in-the-middle', recall: 0.2 }, 16);
    const at = (i: number) => mean(answers.map(({ marks }) => marks[i]!));
    expect(at(31)).toBe(1);
    expect(at(0)).toBeGreaterThan(0.75);
    const middle = [14, 15, 16].map(at);
    expect(mean(middle)).toBeGreaterThan(0.05);
    expect(mean(middle)).toBeLessThan(0.45);
  });

  it('lost-in-the-tail: loses what stands behind `from`', async () => {
    for (const { marks } of await ask({ profile: 'lost-in-the-tail', from: 0.5 })) {
      expect(mean(marks.slice(0, 15))).toBe(1);
      expect(mean(marks.slice(17))).toBe(0);
    }
  });

  it.each(['first', 'last'] as const)('window: sees its %s tokens only', async (side) => {
    for (const { marks, built } of await ask({ profile: 'window', tokens: 8000, side })) {
      const expected = Math.min(1, 8000 / built.promptTokens);
      expect(Math.abs(mean(marks) - expected)).toBeLessThan(2 / 32);
      if (expected < 1) expect(marks[side === 'first' ? 31 : 0]).toBe(0);
    }
  });

  it('lazy: goes on regularly and finds the rest only by accident', async () => {
    for (const { response, marks } of await ask({ profile: 'lazy', after: 8, step: 4 })) {
      const { little_penguin: listed } = JSON.parse(String(response.output));
      expect(listed).toHaveLength(32);
      expect(mean(marks.slice(0, 8))).toBe(1);
      expect(listed[20] - listed[19]).toBe(4);
    }
  });

  it('repeating: runs away with one number', async () => {
    for (const { response, marks } of await ask({ profile: 'repeating', after: 5, length: 90 })) {
      const { little_penguin: listed } = JSON.parse(String(response.output));
      expect(listed).toHaveLength(90);
      expect(new Set(listed.slice(4)).size).toBe(1);
      expect(mean(marks)).toBe(5 / 32);
    }
  });

  it('answers the same prompt alike, and anew for every repeat and seed', async () => {
    const [test] = await countingStars({ stars: 64, lengths: [4000] });
    const { vars } = test!;
    const { prompt } = await buildPrompt(vars!.case as never);
    const answer = async (seed: number, repeatIndex: number) => {
      const model = new SimulatedReader({ config: { profile: 'forgetful', recall: 0.5, seed } });
      return (await model.callApi(prompt, { repeatIndex, vars } as never)).output;
    };
    expect(await answer(0, 0)).toBe(await answer(0, 0));
    expect(await answer(0, 1)).not.toBe(await answer(0, 0));
    expect(await answer(1, 0)).not.toBe(await answer(0, 0));
  });

  it('reads chat messages, and knows only what stands in the prompt that was sent', async () => {
    const model = new SimulatedReader();
    const [test] = await countingStars({ stars: 8, lengths: [2000] });
    const { vars } = test!;
    const { prompt } = await buildPrompt(vars!.case as never);
    const marksOf = async (text: string) => {
      const { output } = await model.callApi(text, { vars } as never);
      return (await score(output, { vars: vars as never })).metadata!.marks;
    };
    expect(await marksOf(JSON.stringify([{ role: 'user', content: prompt }]))).toEqual(
      Array(8).fill(1),
    );
    const half = prompt.slice(0, prompt.length / 2);
    const there = (half.match(/★/g) ?? []).length;
    expect(await marksOf(half)).toEqual([...Array(there).fill(1), ...Array(8 - there).fill(0)]);
    expect(there).toBeGreaterThan(1);
    expect(there).toBeLessThan(7);
  });

  it('has nothing to look for in a test that is not of ours', async () => {
    const model = new SimulatedReader();
    expect((await model.callApi('What is the time?')).output).toBe('{"answer":[]}');
    const vars = { case: { benchmark: 'somebody else’s' } };
    expect((await model.callApi('What is the time?', { vars } as never)).output).toBe(
      '{"answer":[]}',
    );
  });

  it.each([
    [{ profile: 'perfekt' }, 'SimulatedReader: there is no profile "perfekt". Use one of perfect,'],
    [
      { profile: 'forgetful', from: 0.5 },
      'the profile "forgetful" has no parameter `from`. It has recall, curve.',
    ],
    [{ profile: 'perfect', recall: 0.5 }, 'has no parameter `recall`. It has none.'],
    [
      {
        profile: 'forgetful',
        curve: [
          [4000, 0.9],
          [2000, 0.8],
        ],
      },
      '`curve` is [[4000,0.9],[2000,0.8]], but must be a list of [tokens, recall] with rising tokens',
    ],
    [{ profile: 'forgetful', recall: 1.5 }, '`recall` is 1.5, but must be a number from 0 to 1'],
    [{ profile: 'window', tokens: -1 }, '`tokens` is -1, but must be a whole number, at least 0'],
    [{ profile: 'window', side: 'left' }, '`side` is "left", but must be first or last'],
  ])('rejects %j before any call', (config, message) => {
    expect(() => new SimulatedReader({ config: config as never })).toThrow(message);
  });

  it('is perfect when its config does not say', () => {
    expect(new SimulatedReader().id()).toBe('simulated-reader:perfect');
    expect(new SimulatedReader({ config: { basePath: '/somewhere' } }).id()).toBe(
      'simulated-reader:perfect',
    );
  });
});
