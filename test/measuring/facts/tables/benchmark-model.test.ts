import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { compositePrompts } from '../../../../src/measuring/facts/tables/benchmark-model.js';
import {
  independentMarks,
  STEADY,
} from '../../../../src/measuring/statistics/curve/prompt-marks.js';
import { imagine } from '../../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000];

/** Rows of one part, all with one score. */
function part(name: string, weight: number, score: number, seeds: number): Row[] {
  return imagine('reader', () => 1, { lengths: LENGTHS, stars: 1, seeds }).map((row) => ({
    ...row,
    id: `${name}/${row.id}`,
    task: name,
    marks: [score],
    score,
    composite: { part: name, weight },
  }));
}

const promptsOf = (rows: readonly Row[]) =>
  compositePrompts(evaluationOf(rows).models.flatMap(({ cases }) => [...cases.values()]));

describe('a composite score over length', () => {
  it('has the mean of its parts at each length, however many prompts each has', () => {
    const rows = [...part('easy', 3, 1, 30), ...part('hard', 1, 0, 4)];
    const prompts = promptsOf(rows);
    expect(prompts).toHaveLength(4 * LENGTHS.length);
    for (const { marks } of prompts) expect(marks).toEqual([0.75]);
    const [line] = analyse(evaluationOf(rows)).benchmarks;
    expect(line!.recall.value).toBeCloseTo(0.75, 9);
    expect(line!.effectiveLength).toMatchObject({ value: 0 });
  });

  it('tells as much as the parts together, of which a heavy one counts for few', () => {
    const worths = (...weights: number[]) =>
      promptsOf(weights.flatMap((weight, i) => part(`no. ${i}`, weight, 1, 2))).map(
        ({ worth }) => worth,
      );
    for (const worth of worths(1, 1, 1, 1)) {
      expect(worth).toBeCloseTo(independentMarks(4, STEADY), 9);
    }
    for (const worth of worths(9, 1)) expect(worth).toBeCloseTo(1.2, 1);
  });

  it('is not known at a length at which a part has no answer', () => {
    const hard = part('hard', 1, 0.5, 2).map((row) =>
      row.tokens === 16_000 ? { ...row, error: 'no answer' } : row,
    );
    const prompts = promptsOf([...part('easy', 1, 1, 2), ...hard]);
    expect(prompts.map(({ tokens }) => tokens)).toEqual([4000, 4000, 8000, 8000]);
  });
});
