import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeRounds,
  type RepeatedTest,
} from '../../../../src/measuring/statistics/rounds/judge-rounds.js';
import { roundsPower } from '../../../../src/measuring/statistics/rounds/rounds-power.js';

const OPTIONS = { alpha: 0.05, maxDrop: 0.02, confidence: 0.95 };

/** Rounds as they are written in a baseline: `110` passed twice and failed once. */
const rounds = (digits: string) => [...digits].map(Number);
const unit = (id: string, now: string, ...baseline: string[]): RepeatedTest => {
  return { id, baseline: baseline.map(rounds), now: rounds(now) };
};
/** So many units of one kind. */
const units = (count: number, now: string, ...baseline: string[]): RepeatedTest[] =>
  Array.from({ length: count }, (_, i) => unit(`${now}/${baseline}/${i}`, now, ...baseline));
const judge = (all: RepeatedTest[]) => judgeRounds([all], OPTIONS);

const FLAKY = [...units(4, '110', '111'), ...units(4, '111', '101')];

describe('judging rounds', () => {
  it('passes what did not change, and says how large a drop may be', () => {
    const {
      verdict,
      findings: [mean],
      units: count,
      repeats,
    } = judge([...units(32, '111', '111'), ...FLAKY]);
    expect([verdict, count, repeats]).toEqual(['passed', 40, { fewest: 3, most: 3 }]);
    expect(mean!.drop).toBeCloseTo(0);
    expect(mean!.excludes).toBeGreaterThan(0);
    expect(mean!.excludes).toBeLessThan(0.1);
  });

  it('finds five tests of forty that broke, by the mean and by what broke', () => {
    const all = [...units(27, '111', '111'), ...FLAKY, ...units(5, '000', '111')];
    const { verdict, findings } = judge(all);
    expect(verdict).toBe('failed');
    expect(findings.map(({ kind, failed }) => [kind, failed])).toEqual([
      ['mean', true],
      ['few', true],
    ]);
    expect(findings[0]!.bounds.low).toBeGreaterThan(0);
  });

  it('finds two that broke where repeats are independent', () => {
    const all = [...units(30, '111', '111'), ...FLAKY, ...units(2, '000', '111')];
    expect(judge(all).verdict).toBe('failed');
  });

  it('takes a run of copies for one round', () => {
    const copies = [
      ...units(30, '111', '111'),
      ...units(5, '000', '111'),
      ...units(5, '111', '000'),
    ];
    expect(judge(copies).verdict).toBe('passed');
    const independent = judgeRounds([[...units(35, '111', '111'), ...units(4, '000', '111')]], {
      ...OPTIONS,
      isIndependent: true,
    });
    expect(independent.verdict).toBe('failed');
  });

  it('finds shares that fell evenly', () => {
    const share = (i: number, round: number, lost: number) =>
      0.5 + ((7 * i + 3 * round) % 10) / 25 - lost;
    const all = (lost: number): RepeatedTest[] =>
      Array.from({ length: 40 }, (_, i) => ({
        id: `${i}`,
        baseline: [[0, 1, 2].map((round) => share(i, round, 0))],
        now: [3, 4, 5].map((round) => share(i, round, lost)),
      }));
    expect(judge(all(0)).verdict).toBe('passed');
    expect(judge(all(0.15)).verdict).toBe('failed');
  });

  it('does not tell which of single answers broke, but that some did', () => {
    const one = [...units(30, '1', '1'), ...units(9, '0', '1'), ...units(1, '1', '0')];
    expect(judge(one).verdict).toBe('failed');
    expect(judge([...units(37, '1', '1'), ...units(2, '0', '1')]).verdict).toBe('passed');
  });

  it('is inconclusive without a unit in common, and with too few', () => {
    const none = judge([{ id: 'a', baseline: [[]], now: rounds('1') }]);
    expect([none.verdict, none.reasons]).toEqual(['inconclusive', ['nothing in common']]);
    expect(judge(units(2, '1', '1')).verdict).toBe('inconclusive');
  });

  it('asks for proof with a margin', () => {
    const all = units(40, '111', '111');
    const at = (margin: number) => judgeRounds([all], { ...OPTIONS, margin });
    expect([at(0.2).verdict, at(0.01).verdict]).toEqual(['passed', 'inconclusive']);
  });

  it('judges each measure, and each of several groups', () => {
    const group = (one: RepeatedTest, of: number) => ({ ...one, group: of, id: `${of}/${one.id}` });
    const steady = units(20, '111', '111').map((one) => group(one, 0));
    const broken = [...units(7, '111', '111'), ...FLAKY, ...units(5, '000', '111')];
    const all = [...steady, ...broken.map((one) => group(one, 1))];
    const { findings } = judgeRounds([all, steady], OPTIONS);
    const failed = findings.filter((one) => one.failed);
    expect(new Set(failed.map(({ measure }) => measure))).toEqual(new Set([0]));
    expect(failed.map((one) => one.group)).not.toContain(0);
    expect(
      findings.filter(({ measure }) => measure === 1).map(({ units: count }) => count),
    ).toEqual([20, 20]);
  });

  it('gives the same result in whatever order units, runs and rounds come', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '1'), minLength: 1, maxLength: 3 });
    const any = fc.array(fc.tuple(digits, digits, digits), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(any, fc.boolean(), (tests, reversed) => {
        const all = tests.map(([a, b, now], i) => unit(`${i + 10}`, now, a, b));
        const other = tests.map(([a, b, now], i) => {
          const turned = (text: string) => [...text].reverse().join('');
          return unit(`${i + 10}`, turned(now), turned(a), turned(b));
        });
        if (reversed) other.reverse();
        expect(judge(other)).toEqual(judge(all));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the power that is stated', () => {
  it('grows with repeats and with what broke', () => {
    const rates = Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? 0.8 : 0.99));
    const at = (repeats: number, broken: number) =>
      roundsPower(rates, { repeats, runs: 1 }, { broken });
    expect(at(1, 2)).toBeLessThan(at(3, 2));
    expect(at(3, 1)).toBeLessThan(at(3, 5));
    expect(at(3, 5)).toBeGreaterThan(0.9);
    expect(roundsPower(rates, { repeats: 3, runs: 1 }, { lower: 0.3 })).toBeGreaterThan(0.9);
  });
});
