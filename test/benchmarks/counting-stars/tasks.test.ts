import { describe, expect, it } from 'vitest';
import { type CountingStarsCase, starsOf } from '../../../src/benchmarks/counting-stars/stars.js';
import type { StarsTask } from '../../../src/benchmarks/counting-stars/words.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { countingStars, SimulatedReader, score } from '../../../src/index.js';
import type { SimulatedReaderConfig } from '../../../src/providers/read-prompt.js';

async function oneTest(task: StarsTask, change: object = {}) {
  const [test] = await countingStars({ tasks: task, stars: 32, lengths: [6000], ...change });
  const vars = test!.vars as Record<string, unknown>;
  const theCase = vars.case as CountingStarsCase;
  return { vars, theCase, stars: starsOf(theCase) };
}

const answer = (value: unknown) => JSON.stringify({ little_penguin: value });

describe('reasoning', () => {
  it('gives 1, 0.5, 0.25 and 0', async () => {
    const { vars, stars } = await oneTest('reasoning', { stars: 4 });
    const [a, b, c] = stars;
    const result = await score(answer([a!.count, b!.count, b!.wrong, c!.wrong]), { vars });
    expect(result.metadata!.marks).toEqual([1, 0.5, 0.25, 0]);
    expect(result.score).toBe(1.75 / 4);
    expect(result.reason).toBe(
      'Found 1.75 of 4 facts. No. 3 and 4 are missing. It lists 2 mistaken numbers.',
    );
  });
});

describe('sum', () => {
  it('is exact or not, and says by how much', async () => {
    const { vars, stars } = await oneTest('sum');
    const total = stars.reduce((sum, { count }) => sum + count, 0);
    expect(await score(answer(total), { vars })).toMatchObject({
      pass: true,
      score: 1,
      reason: `The total of ${total} is right.`,
      namedScores: { 'facts found': 1, 'relative error': 0 },
    });
    const off = await score(`In all, that is ${total + 21} ★.`, { vars });
    expect(off).toMatchObject({ pass: false, score: 0 });
    expect(off.namedScores!['relative error']).toBeCloseTo(21 / total);
    expect(off.reason).toBe(`The total is ${total}, not ${total + 21} (+1.0%).`);
    expect(await score('', { vars })).toMatchObject({
      pass: false,
      reason: 'The answer is empty.',
    });
  });
});

describe('corrections', () => {
  it('wants the corrected counts', async () => {
    const { vars, stars } = await oneTest('corrections');
    const said = stars.map(({ count, wrong }) => wrong ?? count);
    const mistaken = stars.filter(({ wrong }) => wrong !== undefined).length;
    expect(mistaken).toBeGreaterThan(3);
    const result = await score(answer(said), { vars });
    expect(result.score).toBe((32 - mistaken) / 32);
    expect(result.metadata!.diagnosis).toBe('mixed-up');
    expect((await score(answer(stars.map(({ count }) => count)), { vars })).score).toBe(1);
  });
});

describe('distractors', () => {
  it('stand in the text, and their numbers are no star has', async () => {
    const { theCase, stars } = await oneTest('acquisition', { distractors: 20 });
    const { context } = await buildPrompt(theCase);
    const others = [...context.matchAll(/The [a-z' ]+ counted (\d+) (?!★)[a-z]/g)].map((match) =>
      Number(match[1]),
    );
    expect(others).toHaveLength(20);
    expect(new Set(others).size).toBe(20);
    const counts = new Set(stars.map(({ count }) => count));
    expect(others.filter((number) => counts.has(number))).toEqual([]);
    const vars = { case: theCase };
    const result = await score(answer(others.slice(0, 3)), { vars });
    expect(result.reason).toBe('Found 0 of 32 facts. It lists 3 numbers that others counted.');
  });
});

describe('each simulated reader has its diagnosis', () => {
  const cases: [SimulatedReaderConfig, StarsTask, string][] = [
    [{ profile: 'perfect' }, 'acquisition', 'complete'],
    [{ profile: 'window', tokens: 3500, side: 'last' }, 'acquisition', 'missing-head'],
    [{ profile: 'window', tokens: 3500, side: 'first' }, 'acquisition', 'missing-tail'],
    [{ profile: 'lost-in-the-tail' }, 'acquisition', 'missing-tail'],
    [{ profile: 'lost-in-the-middle', recall: 0 }, 'acquisition', 'missing-middle'],
    [{ profile: 'forgetful', recall: 0.7 }, 'acquisition', 'scattered'],
    [{ profile: 'lazy' }, 'acquisition', 'regular-sequence'],
    [{ profile: 'repeating' }, 'acquisition', 'repetition'],
    [{ profile: 'reciting' }, 'acquisition', 'recited'],
    [{ profile: 'hasty' }, 'reasoning', 'mixed-up'],
    [{ profile: 'rambling' }, 'acquisition', 'unreadable'],
    [{ profile: 'refusing' }, 'acquisition', 'refused'],
    [{ profile: 'silent' }, 'acquisition', 'empty'],
  ];

  it.each(cases)('%j in %s: %s', async (config, task, diagnosis) => {
    const { vars, theCase } = await oneTest(task);
    const { prompt } = await buildPrompt(theCase);
    const { output } = await new SimulatedReader({ config }).callApi(prompt, {
      vars,
    } as never);
    const result = await score(output, { vars });
    expect([result.metadata!.diagnosis, result.reason]).toEqual([diagnosis, result.reason]);
  });
});
