import { describe, expect, it } from 'vitest';
import { mean } from '../../../src/base/numbers.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { needleBench, needleInAHaystack, SimulatedReader, score } from '../../../src/index.js';
import type { SimulatedReaderConfig } from '../../../src/providers/read-prompt.js';

type Tests = Awaited<ReturnType<typeof needleBench>>;

async function ask(tests: Tests, config: SimulatedReaderConfig) {
  const model = new SimulatedReader({ config });
  return Promise.all(
    tests.map(async ({ vars, metadata }) => {
      const { prompt, promptTokens } = await buildPrompt(vars!.case as never);
      const { output, tokenUsage } = await model.callApi(prompt, { vars } as never);
      expect(tokenUsage!.prompt).toBe(promptTokens);
      const result = await score(output, { vars: vars as never });
      return { result, metadata: metadata!, marks: result.metadata!.marks as number[] };
    }),
  );
}

const own = {
  sentence: 'The boathouse key hangs behind the thermostat.',
  question: 'Where does the boathouse key hang?',
  keywords: ['thermostat'],
};

describe('the reader of needles', () => {
  it.each(['en', 'zh'])('answers everything in %s', async (language) => {
    const tests = await Promise.all([
      needleBench({ language, lengths: [2000], depths: 3, perCell: 4 }),
      needleInAHaystack({ language, lengths: [2000], depths: 3, evidence: [1, 3] }),
    ]);
    for (const { result } of await ask(tests.flat(), { profile: 'perfect' })) {
      expect(result).toMatchObject({ score: 1, pass: true });
    }
  });

  it('answers needles of the user’s own', async () => {
    const tests = await needleInAHaystack({ needle: own, lengths: [2000], depths: 3 });
    for (const { result } of await ask(tests, { profile: 'perfect' })) expect(result.score).toBe(1);
  });

  it('shows the U shape of a reader that is lost in the middle', async () => {
    const tests = await needleInAHaystack({ lengths: [2000], depths: 5, perCell: 20, seeds: 4 });
    const answers = await ask(tests, { profile: 'lost-in-the-middle', recall: 0.2 });
    const at = (depth: number) =>
      mean(
        answers.filter(({ metadata }) => metadata.depth === depth).flatMap(({ marks }) => marks),
      );
    expect(at(0)).toBeGreaterThan(0.95);
    expect(at(1)).toBeGreaterThan(0.95);
    expect(at(0.5)).toBeLessThan(0.4);
    expect(at(0.25)).toBeGreaterThan(at(0.5));
    expect(at(0.75)).toBeGreaterThan(at(0.5));
  });

  it('sees only its window, and says something wrong about the rest', async () => {
    const tests = await needleInAHaystack({ lengths: [4000], depths: [0, 1], perCell: 2 });
    const answers = await ask(tests, { profile: 'window', tokens: 1000 });
    expect(answers.map(({ result }) => result.score)).toEqual([0, 0, 1, 1]);
    expect(answers[1]!.result.metadata).toMatchObject({ diagnosis: 'wrong' });
  });

  it('needs every sentence of a chain', async () => {
    const tests = await needleBench({
      tasks: 'M-RS',
      lengths: [4000],
      depths: [0],
      scoring: 'keywords',
    });
    const answers = await ask(tests, { profile: 'lazy', after: 1 });
    expect(answers.map(({ result }) => result.score)).toEqual([0, 0, 0, 0]);
  });

  it('does not see what is taken out of the text', async () => {
    const [test] = await needleInAHaystack({ lengths: [2000], depths: 1, perCell: 1 });
    const { vars } = test!;
    const { question } = await buildPrompt(vars!.case as never);
    const text = `Nothing here.\n\n${question}`;
    const { output } = await new SimulatedReader().callApi(text, { vars } as never);
    expect((await score(output, { vars: vars as never })).score).toBe(0);
  });
});
