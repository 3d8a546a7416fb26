import { describe, expect, it } from 'vitest';
import { planStretch } from '../../../src/extras/stretch/stretch-plan.js';
import { stretchPlanDocument } from '../../../src/extras/stretch/stretch-plan-document.js';
import { testRow } from '../../../src/measuring/results/test-row.js';
import { decisionsOf, mediaOf } from '../../measuring/document/media.js';
import { resultOf } from '../../measuring/facts/tests/rows-for-tests.js';
import { breaking, simulatedRun } from './simulated.js';

const OPTIONS = { lengths: [4000, 16_000], drop: 0.1, alpha: 0.05, prices: [] };

/** Tests of so many tokens each, by the provider's count. */
function sourcesOf(tokens: readonly number[], provider = 'gpt-unknown') {
  const tests = tokens.map((prompt, test) => {
    const result = resultOf({ test, provider });
    const tokenUsage = { prompt, completion: 10, total: prompt + 10 };
    return testRow({ ...result, response: { ...result.response, tokenUsage } })!;
  });
  return [{ name: 'results.json', tests }];
}

describe('a plan of stretching', () => {
  it('counts calls and tokens, and asks no prompt at a length that it is longer than', () => {
    const { designs } = planStretch(sourcesOf([100, 5000]), OPTIONS);
    expect(designs.map(({ repeats }) => repeats)).toEqual([1, 2, 3, 5]);
    expect(designs[0]).toMatchObject({
      calls: 2 * 3 + 3,
      tokens: 3 * 5100 + 2 * 40 + 4000 + 2 * 16_000,
    });
    expect(designs[2]!.calls).toBe(27);
  });

  it('has dollars where a price is known or given', () => {
    const unknown = planStretch(sourcesOf([100]), OPTIONS);
    expect(unknown.designs[0]).not.toHaveProperty('cost');
    expect(mediaOf(stretchPlanDocument(unknown)).terminal).toContain('--price gpt-unknown=2/8');
    const priced = planStretch(sourcesOf([100]), {
      ...OPTIONS,
      prices: [{ input: 1, output: 10 }],
    });
    expect(priced.designs[0]!.cost).toBeCloseTo((20_340 + 5 * 10 * 10) / 1e6, 9);
    expect(() =>
      planStretch(sourcesOf([100]), {
        ...OPTIONS,
        prices: [{ provider: 'no', input: 1, output: 1 }],
      }),
    ).toThrow('names no provider');
  });

  it('finds more with more repeats', () => {
    const plan = planStretch(
      simulatedRun({ tests: 24, repeats: 2, passes: breaking(new Map(), 0.1) }),
      { ...OPTIONS, drop: 0.2 },
    );
    const { designs, tests } = plan;
    expect(decisionsOf(stretchPlanDocument(plan))).toEqual([
      expect.stringMatching(
        /^good: --repeat [1-3] detects 1 broken test in 8 at 16K, in 80% of runs\.$/,
      ),
    ]);
    expect(tests).toBe(24);
    expect(designs[2]!.lower).toBeGreaterThan(designs[0]!.lower);
    expect(designs[2]!.eighth).toBeGreaterThan(0.8);
  });

  it('refuses results without answers', () => {
    expect(() => planStretch([], OPTIONS)).toThrow('These results have no answered test');
  });
});
