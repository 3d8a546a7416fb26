import { describe, expect, it } from 'vitest';
import type { CalledModel, StretchedRow } from '../../../src/extras/stretch/asked.js';
import { unstretchedOf } from '../../../src/extras/stretch/unstretched.js';

const ARMS = [
  { arm: 'as-is', length: 0 },
  { arm: 'one-turn', length: 0 },
  { arm: 'padded', length: 4000 },
  { arm: 'padded', length: 16_000 },
] as const;
const SENT = [20, 50, 4000, 16_000];

/** @param billed - what each arm is billed for; nothing where the provider does not tell */
function model(billed: readonly (number | undefined)[], reads: string[] = []): CalledModel {
  const rowOf = (i: number) =>
    ({
      pass: true,
      stretch: {
        ...{ ...ARMS[i]!, time: 0, model: 'bot', leftOut: [], prompt: [], answer: '', failed: [] },
        note: { tokens: SENT[i]!, tokenizer: 'o200k_base', as: 'conversation', reads },
        ...(billed[i] !== undefined && { billed: billed[i] }),
      },
    }) as unknown as StretchedRow;
  return {
    ...{ name: 'bot', provider: 'bot', prompt: '', arms: [...ARMS] },
    tests: [{ id: 'a', name: 'a', calls: ARMS.map((_, i) => [rowOf(i)]) }],
  };
}

describe('a provider whose model gets the text around prompts', () => {
  it.each([
    ['counts as we do', [20, 50, 4000, 16_000]],
    ['counts more, and something before each prompt', [120, 160, 5300, 20_900]],
    ['counts a character as a quarter of a token', [5, 13, 1000, 4000]],
    ['does not tell what it counts', []],
    ['tells it of some', [undefined, undefined, 3900, 15_800]],
  ])('%s', (_, billed) => {
    expect(unstretchedOf(model(billed))).toBeUndefined();
  });

  it('may read variables, where it tells what it was billed for', () => {
    expect(unstretchedOf(model([20, 50, 4000, 16_000], ['question']))).toBeUndefined();
  });
});

describe('a provider whose model does not', () => {
  it('is billed for as little at every length', () => {
    expect(unstretchedOf(model([5, 5, 5, 5]))).toEqual({
      ...{ why: 'usage', length: 4000, sent: 4000, billed: 5 },
    });
  });

  it.each([
    ['cuts long prompts', [20, 50, 4000, 8000]],
    ['cuts them a little', [20, 50, 4000, 13_000]],
  ])('%s', (_, billed) => {
    expect(unstretchedOf(model(billed))).toMatchObject({ why: 'usage', length: 16_000 });
  });

  it('reads variables itself, and tells nothing', () => {
    expect(unstretchedOf(model([], ['question']))).toEqual({ why: 'vars', reads: ['question'] });
  });
});
