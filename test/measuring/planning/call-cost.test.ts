import { describe, expect, it } from 'vitest';
import { callCostRange, paidForCall } from '../../../src/measuring/planning/call-cost.js';
import { pricingOf } from '../../../src/measuring/planning/prices.js';

const pricing = pricingOf({ id: 'mine' }, [{ input: 1, output: 10 }])!;

describe('callCostRange', () => {
  const prompt = { tokens: 10_000, reserve: 1000 };

  it('has another tokenizer and thinking in the most', () => {
    expect(callCostRange({ id: 'gpt-4.1' }, pricing, prompt)).toEqual([0.019, 0.019]);
    const thinks = { id: 'mine', most: 2, thinking: 3000 };
    expect(callCostRange(thinks, pricing, prompt)).toEqual([0.019, 2 * 0.019 + 0.03]);
  });

  it('has twice the longest answer so far instead of an assumption, once there are three', () => {
    const [, assumed] = callCostRange({ id: 'mine' }, pricing, prompt);
    expect(assumed).toBeCloseTo(0.009 + 0.01 + 0.04, 9);
    const most = (answers: number, longest: number, more: object = {}) =>
      callCostRange({ id: 'mine', seen: { answers, longest }, ...more }, pricing, prompt)[1];
    expect(most(2, 1200)).toBe(assumed);
    expect(most(2, 6000)).toBeCloseTo(0.009 + 0.06, 9);
    expect(most(3, 1200)).toBeCloseTo(0.009 + 0.024, 9);
    expect(most(3, 100)).toBeCloseTo(0.019, 9);
    expect(most(3, 4000)).toBeCloseTo(0.009 + 0.08, 9);
    // What a config allows stays what is allowed.
    expect(most(3, 1200, { thinking: 3000 })).toBeCloseTo(0.009 + 0.01 + 0.03, 9);
    expect(most(3, 1200, { id: 'gpt-4.1' })).toBeCloseTo(0.009 + 0.012, 9);
  });
});

describe('paidForCall', () => {
  it.each([
    ['what a provider counted', { promptTokens: 1000, outputTokens: 100 }, 0.002],
    ['what promptfoo reports, where that is more', { promptTokens: 1000, cost: 0.005 }, 0.005],
    ['what promptfoo reports alone', { cost: 0.005 }, 0.005],
    ['the most, where nothing is known', {}, 0.07],
  ])('is %s', (_, paid, cost) => {
    expect(paidForCall(paid, pricing, 0.07)).toBeCloseTo(cost, 9);
  });
});
