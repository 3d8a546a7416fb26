import { describe, expect, it } from 'vitest';
import { callCostRange, paidForCall } from '../../../src/measuring/plan/call-cost.js';
import { pricingOf } from '../../../src/measuring/plan/prices.js';

const pricing = pricingOf({ id: 'mine' }, [{ input: 1, output: 10 }])!;

describe('callCostRange', () => {
  it('has another tokenizer and thinking in the most', () => {
    const prompt = { tokens: 10_000, reserve: 1000 };
    expect(callCostRange({ id: 'mine' }, pricing, prompt)).toEqual([0.019, 0.019]);
    const thinks = { id: 'mine', most: 2, thinking: 3000 };
    expect(callCostRange(thinks, pricing, prompt)).toEqual([0.019, 2 * 0.019 + 0.03]);
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
