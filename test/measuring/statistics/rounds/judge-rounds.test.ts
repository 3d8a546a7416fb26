import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeProbability } from '../../../../src/measuring/statistics/rounds/copied-runs.js';
import { judgeRounds } from '../../../../src/measuring/statistics/rounds/judge-rounds.js';
import { roundsPower } from '../../../../src/measuring/statistics/rounds/rounds-power.js';
import { comparedUnits, type Unit } from '../../../../src/measuring/statistics/rounds/units.js';

const OPTIONS = { alpha: 0.05, maxDrop: 0.02, confidence: 0.95 };
const PASS = [{ measure: 0 }];

/** Rounds as they are written in a baseline: `110` passed twice and failed once. */
const rounds = (digits: string) => [...digits].map((digit) => [Number(digit)]);
const unit = (id: string, now: string, ...baseline: string[]): Unit => {
  return { id, baseline: baseline.map(rounds), now: rounds(now) };
};
/** So many units of one kind. */
const units = (count: number, now: string, ...baseline: string[]): Unit[] =>
  Array.from({ length: count }, (_, i) => unit(`${now}/${baseline}/${i}`, now, ...baseline));
const judge = (all: Unit[]) => judgeRounds(all, PASS, OPTIONS);

const FLAKY = [...units(4, '110', '111'), ...units(4, '111', '101')];

describe('judging rounds', () => {
  it('passes what did not change, and says how large a drop may be', () => {
    const {
      verdict,
      measures,
      units: count,
      repeats,
    } = judge([...units(32, '111', '111'), ...FLAKY]);
    expect([verdict, count, repeats]).toEqual(['passed', 40, { fewest: 3, most: 3 }]);
    expect(measures[0]!.drop.value).toBeCloseTo(0);
    expect(measures[0]!.excludes).toBeGreaterThan(0);
    expect(measures[0]!.excludes).toBeLessThan(0.1);
  });

  it('finds five tests of forty that broke, and which', () => {
    const all = [...units(27, '111', '111'), ...FLAKY, ...units(5, '000', '111')];
    const { verdict, states, measures } = judge(all);
    expect(verdict).toBe('failed');
    const broke = states.filter(({ byChance }) => byChance < 0.3).map(({ id }) => id);
    expect(broke).toHaveLength(5);
    expect(broke.every((id) => id.startsWith('000'))).toBe(true);
    expect(measures[0]!.drop.low).toBeGreaterThan(0);
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
    expect(wholeProbability(comparedUnits(copies, PASS))).toBeGreaterThan(0.9);
    expect(judge(copies).verdict).toBe('passed');
    expect(wholeProbability(comparedUnits(FLAKY, PASS))).toBeLessThan(0.1);
  });

  it('does not learn of copies from what broke', () => {
    const chance = (broken: number) =>
      wholeProbability(comparedUnits([...FLAKY, ...units(broken, '000', '111')], PASS));
    expect(chance(6)).toBe(chance(0));
  });

  it('finds shares that fell evenly', () => {
    const share = (i: number, round: number, lost: number) => [
      0.5 + ((7 * i + 3 * round) % 10) / 25 - lost,
    ];
    const all = (lost: number): Unit[] =>
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
    const at = (margin: number) => judgeRounds(all, PASS, { ...OPTIONS, margin });
    expect([at(0.2).verdict, at(0.01).verdict]).toEqual(['passed', 'inconclusive']);
  });

  it('moves all lengths and measures of a unit together', () => {
    const cells = [1, 2, 4].flatMap((length) => [0, 1].map((measure) => ({ measure, length })));
    const lost = (now: number): Unit[] =>
      Array.from({ length: 17 }, (_, i) => ({
        id: `${i + 10}`,
        baseline: [[[1, 1, 1, 1, 1, 1]]],
        now: [[1, 1, 1, 1, i < now ? 0 : 1, i < now ? 0 : 1]],
      }));
    const { verdict, findings, measures } = judgeRounds(lost(10), cells, OPTIONS);
    expect(verdict).toBe('failed');
    const longest = findings.filter(
      ({ fromLength, toLength }) => fromLength === 4 && toLength === 4,
    );
    expect(longest.map(({ drop, failed }) => [Number(drop.toFixed(3)), failed])).toEqual([
      [0.588, true],
      [0.588, true],
    ]);
    expect(measures).toHaveLength(2);
    expect(judgeRounds(lost(0), cells, OPTIONS).verdict).toBe('passed');
  });

  it('leaves out a cell that a round lacks, and a unit without any', () => {
    const cells = [{ measure: 0 }, { measure: 1 }];
    const all: Unit[] = units(10, '11', '11').map((one, i) => ({
      ...one,
      baseline: [
        [
          [1, i === 0 ? undefined : 1],
          [1, 1],
        ],
      ],
      now: [
        [1, 1],
        [1, 1],
      ],
    }));
    const { measures } = judgeRounds(all, cells, OPTIONS);
    expect(measures.map((one) => one.units)).toEqual([10, 9]);
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
