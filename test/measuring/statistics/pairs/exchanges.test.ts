import { describe, expect, it } from 'vitest';
import { exchangeKind, exchanges } from '../../../../src/measuring/statistics/pairs/exchanges.js';
import { choose, coinTail } from '../../../../src/measuring/statistics/pairs/tails.js';

describe('exchanges', () => {
  it('are within prompts where these are enough, else within lengths, else none', () => {
    expect(exchangeKind([3, 3, 3], 0.02)).toBe('within prompts');
    expect(exchangeKind([3, 3, 3], 0.001)).toBe('within lengths');
    expect(exchangeKind([3, 3, 3], 1e-5)).toBe('none');
    expect(exchangeKind([1, 1, 1, 1, 1], 0.02)).toBe('none');
  });

  it.each([
    ['within prompts', [3, 1, 2], 64],
    ['within lengths', [3, 1, 2], 20 * 2 * 6],
    ['within prompts', [9, 9], undefined],
    ['within lengths', [9, 9], undefined],
  ] as const)('%s give as many answers as they get, each as often: %j', (kind, counts, ways) => {
    const { all, next } = exchanges(kind, counts);
    expect(all).toBe(ways);
    const prompts = counts.reduce((sum, count) => sum + count, 0);
    const given = Array(prompts).fill(0);
    const got = Array(prompts).fill(0);
    const tried = all ?? 4000;
    const seen = new Set<string>();
    for (let n = 0; n < tried; n++) {
      const exchange = next();
      let first = 0;
      for (const count of counts) {
        const own = (list: Uint8Array) => list.slice(first, first + count).filter(Boolean).length;
        expect(own(exchange.given)).toBe(own(exchange.got));
        if (kind === 'within prompts') expect(exchange.given).toEqual(exchange.got);
        first += count;
      }
      seen.add([...exchange.given, ...exchange.got].join(''));
      exchange.given.forEach((one, i) => {
        given[i] += one / tried;
      });
      exchange.got.forEach((one, i) => {
        got[i] += one / tried;
      });
    }
    if (all) expect(seen.size).toBe(all);
    for (const share of [...given, ...got]) expect(share).toBeCloseTo(0.5, 1);
  });

  it('are the same every time', () => {
    const first = () => {
      const { next } = exchanges('within lengths', [9, 9]);
      next();
      const { given, got } = next();
      return [...given, ...got];
    };
    expect(first()).toEqual(first());
  });
});

describe('coins', () => {
  it('fall in so many ways', () => {
    expect([choose(6, 3), choose(5, 0), choose(18, 9)]).toEqual([20, 1, 48_620]);
  });

  it('have a chance that falls with the difference', () => {
    expect(coinTail(5, 5)).toBe(1 / 1024);
    expect(coinTail(5, 4.5)).toBe(11 / 1024);
    expect(coinTail(1, 0)).toBe(3 / 4);
  });
});
