import { describe, expect, it } from 'vitest';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/tables/analyse.js';
import { imagine } from '../results/rows-for-tests.js';

const seeds = { seeds: 12 };

describe('comparisons of readers', () => {
  it('say which is better, by how much, and where', () => {
    const { comparisons } = analyse(
      evaluationOf([
        ...imagine('good', () => 0.97, seeds),
        ...imagine('cliff', (tokens) => (tokens > 16_000 ? 0.3 : 0.97), seeds),
      ]),
    );
    expect(comparisons).toMatchObject([
      { provider: 'cliff', other: 'good', better: 'good', prompts: 48 },
    ]);
    const [{ difference, apart }] = comparisons as [(typeof comparisons)[number]];
    expect(difference.value).toBeCloseTo(-0.17, 1);
    expect(difference.high).toBeLessThan(0);
    expect(apart).toEqual([{ higher: 'good', fromTokens: 32_000, toTokens: 32_000 }]);
  });

  it('leave open what chance explains', () => {
    const { comparisons } = analyse(
      evaluationOf([...imagine('a', () => 0.9, seeds), ...imagine('b', () => 0.9, seeds)]),
    );
    expect(comparisons).toMatchObject([{ provider: 'a', other: 'b', apart: [] }]);
    expect(comparisons[0]).not.toHaveProperty('better');
  });

  it('are wider the more pairs there are, since all of them are to hold together', () => {
    const two = ['a', 'b'].flatMap((name) => imagine(name, () => 0.9, seeds));
    const four = [...two, ...['c', 'd'].flatMap((name) => imagine(name, () => 0.9, seeds))];
    const width = (rows: typeof two) => {
      const { low, high } = analyse(evaluationOf(rows)).comparisons[0]!.difference;
      return high - low;
    };
    expect(analyse(evaluationOf(four)).comparisons).toHaveLength(6);
    expect(width(four)).toBeGreaterThan(1.2 * width(two));
  });

  it('take the prompts that both answered, and are not made of none, of one reader, or of a control', () => {
    const a = imagine('a', () => 1, seeds);
    const b = imagine('b', () => 1, seeds);
    expect(analyse(evaluationOf([...a, ...b.slice(5)])).comparisons).toMatchObject([
      { prompts: 43 },
    ]);
    expect(
      analyse(evaluationOf([...a, ...b.map((row) => ({ ...row, id: `${row.id}/b` }))])).comparisons,
    ).toEqual([]);
    expect(analyse(evaluationOf(a)).comparisons).toEqual([]);
    expect(
      analyse(evaluationOf([...a, ...b].map((row) => ({ ...row, control: true })))).comparisons,
    ).toEqual([]);
  });
});
