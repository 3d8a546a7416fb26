import { describe, expect, it } from 'vitest';
import { assertPriced, assertWithin, mustAsk } from '../../src/commands/consent.js';

describe('a budget of prompts that are sent at once', () => {
  it('is kept, in dollars and in tokens', () => {
    const run = { tokens: 5000, cost: 2 };
    expect(() => assertWithin({ dollars: 2 }, run)).not.toThrow();
    expect(() => assertWithin({ tokens: 5000 }, run)).not.toThrow();
    expect(() => assertWithin(undefined, run)).not.toThrow();
    expect(() => assertWithin({ dollars: 1 }, run)).toThrow(
      '--budget is $1, and this may cost $2.00.',
    );
    expect(() => assertWithin({ tokens: 4999 }, run)).toThrow('this sends 5000.');
    expect(() => assertWithin({ dollars: 9 }, { tokens: 1 })).toThrow(
      'price of a model is unknown',
    );
  });

  it('names the model without a price, if it is known', () => {
    expect(() => assertPriced({ dollars: 9 }, undefined, 'gpt')).toThrow(
      'the price of gpt is unknown',
    );
    expect(() => assertPriced({}, undefined, 'gpt')).not.toThrow();
  });

  it('is agreement enough without a terminal', () => {
    expect(mustAsk({ budget: { dollars: 1 } })).toBe(false);
    expect(() => mustAsk({})).toThrow(
      "Can't ask for confirmation without a terminal. Pass --yes or --budget 5.",
    );
  });
});
