import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import type { BaselineCase } from '../../../../src/measuring/results/baseline/baseline.js';
import { worstOf } from '../../../../src/measuring/verdicts/gate/length-changes.js';
import { POWERS, powerFrom } from '../../../../src/measuring/verdicts/gate/powers.js';
import { regressionOf } from '../../../../src/measuring/verdicts/gate/regressions.js';
import { type SharedCase, scoresOf } from '../../../../src/measuring/verdicts/gate/shared-cases.js';

const LIMITS = { powers: POWERS, alpha: 0.05, maxDrop: 0.02, measures: 1 };

function answered(score: number, changes: Partial<BaselineCase> = {}): BaselineCase {
  return { tokens: 4000, seed: 1, score, marks: [score], description: 'a case', ...changes };
}

/** A Case by the score of each run of the baseline and the score now; nothing for no answer. */
function shared(
  id: string,
  before: readonly (number | undefined)[],
  now?: number,
  changes: Partial<BaselineCase> = {},
): SharedCase {
  return {
    id,
    unit: id,
    series: 'A',
    before: before.map((score) => (score === undefined ? undefined : answered(score))),
    ...(now !== undefined && { after: answered(now, changes) }),
    shown: { reason: `reason of ${id}`, answer: '' } as Row,
    positions: [],
  };
}

const many = (amount: number, now: number, changes?: Partial<BaselineCase>) =>
  Array.from({ length: amount }, (_, i) => shared(`c${i}`, [1], now, changes));

describe('regressionOf', () => {
  it('decides nothing where there is nothing to compare', () => {
    expect(regressionOf([], { ...LIMITS, detect: 0.1 })).toEqual({ unread: false });
    const silent = regressionOf([shared('a', [1])], { ...LIMITS, detect: 0.1 });
    expect(silent).toMatchObject({ regression: { prompts: 0 } });
    expect(silent).not.toHaveProperty('power');
  });

  it('states power only where the drop to be found is given', () => {
    expect(regressionOf(many(4, 1), LIMITS)).not.toHaveProperty('power');
    expect(regressionOf(many(4, 1), { ...LIMITS, detect: 0.5 }).power).toMatchObject({
      drop: 0.5,
      runs: 1,
      drift: 0,
    });
  });

  it('takes a prompt without marks for one of one mark', () => {
    const judged = (marks: number[]) => {
      const cases = Array.from({ length: 12 }, (_, i) =>
        shared(`c${i}`, [(i % 3) / 2], (i % 3) / 2, { marks }),
      );
      return regressionOf(cases, { ...LIMITS, detect: 0.5 });
    };
    expect(judged([])).toEqual(judged([1]));
    expect(judged([])).not.toEqual(judged(new Array<number>(8).fill(1)));
  });

  it('keeps series apart', () => {
    const cases = many(20, 1).map((one, i) => ({ ...one, series: i < 8 ? 'A' : 'B' }));
    const { comparisons } = regressionOf(cases, LIMITS).regression!;
    expect(new Set(comparisons.map(({ series }) => series))).toEqual(
      new Set([undefined, 'A', 'B']),
    );
  });

  it('passes a margin on', () => {
    expect(regressionOf(many(20, 1), { ...LIMITS, margin: 0.001 }).regression).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['margin not shown'],
    });
    expect(regressionOf(many(20, 1), { ...LIMITS, margin: 0.9 }).regression).toMatchObject({
      verdict: 'passed',
    });
  });

  it('shows the cells that fell furthest, the furthest first, and of equal ones the first', () => {
    const worst = worstOf([
      shared('as before', [0.5], 0.5),
      shared('little', [0.9], 0.8),
      shared('risen', [0.2], 0.9),
      shared('most', [1, undefined, 0.8], 0.1, {
        seed: 3,
        tokens: 8000,
        diagnosis: 'missing-head',
        description: 'the most',
      }),
      shared('silent', [1]),
      shared('half', [1], 0.5),
      shared('also half', [0.5], 0),
      shared('a tenth', [0.625], 0.5),
      shared('least', [0.5], 0.49),
    ]);
    expect(worst.map(({ id }) => id)).toEqual(['most', 'half', 'also half', 'a tenth', 'little']);
    expect(worst[0]).toMatchObject({
      id: 'most',
      description: 'the most',
      tokens: 8000,
      seed: 3,
      baseline: 0.9,
      now: 0.1,
      diagnosis: 'missing-head',
      reason: 'reason of most',
      answer: '',
    });
    expect(worst[1]).not.toHaveProperty('diagnosis');
  });
});

describe('scoresOf', () => {
  it('has each answer where there were several', () => {
    expect(scoresOf(undefined)).toEqual([]);
    expect(scoresOf(answered(0.5))).toEqual([0.5]);
    expect(scoresOf(answered(0.5, { scores: [0.25, 0.75] }))).toEqual([0.25, 0.75]);
  });
});

describe('powerFrom', () => {
  const cases = (candidate: number[], ...baseline: number[][]) =>
    Array.from({ length: 8 }, (_, i) => ({
      tokens: 1000 * (i + 1),
      marks: 1,
      baseline,
      candidate,
    }));
  const power = (own: ReturnType<typeof cases>) =>
    powerFrom([{ series: 'A', cases: own }], { ...LIMITS, detect: 0.3 });

  it('is what the runs of the baseline show, whatever the candidate', () => {
    const one = power(cases([1], [1]));
    expect(one).toMatchObject({ drop: 0.3, runs: 1, drift: 0 });
    expect(power(cases([0], [1]))).toEqual(one);
    expect(power(cases([], [], [1]))).toMatchObject({ runs: 2, drift: 0 });
    expect(power(cases([1], [1], [0.5])).drift).toBeGreaterThan(0.02);
  });
});
