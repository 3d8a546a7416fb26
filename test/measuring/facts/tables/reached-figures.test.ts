import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { GRIDS, PLANTED, plantedRows } from '../../../../bench/planted.mjs';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { causeText } from '../../../../src/measuring/facts/tables/cause-text.js';
import { causeOf as causeIn } from '../../../../src/measuring/facts/tables/reached-figures.js';
import { likelyLengths } from '../../../../src/measuring/statistics/curve/effective-length.js';
import { recallCurve } from '../../../../src/measuring/statistics/curve/recall-curve.js';
import { middleDip, tailLoss } from '../../../../src/measuring/statistics/positions.js';
import { reliableLength } from '../../../../src/measuring/statistics/reliable/reliable-length.js';
import { imagine } from '../../results/rows-for-tests.js';

const lengths = [4000, 8000, 16_000];
const rows = imagine('reader', () => 1, { lengths, seeds: 4 });
const lost = (row: Row, changes: Partial<Row>): Row => ({
  ...row,
  score: 0,
  marks: row.marks.map(() => 0),
  ...changes,
});

/** As a report has it: with the place that is ignored, by all answers. */
const wholeCauseOf = (own: readonly Row[]) => {
  const likely = likelyLengths(recallCurve(own));
  const { likely: _, ...reliable } = reliableLength(own, likely, { threshold: 0.85 });
  const row = { reliable, shortest: Math.min(...own.map(({ tokens }) => tokens)) };
  const found = causeIn(own, row);
  return found && { ...found, text: causeText(found.cause, row) };
};

const causeOf = (own: readonly Row[]) => wholeCauseOf(own)?.text;

describe('causeOf', () => {
  const all = (change: (row: Row) => Row) => causeOf(rows.map(change));

  it('is what most of what was lost was lost to', () => {
    expect(causeOf(rows)).toBeUndefined();
    expect(all((row) => lost(row, { reading: 'unreadable', diagnosis: 'refused' }))).toBe(
      'refused 12 of 12',
    );
    expect(all((row) => lost(row, { diagnosis: 'repetition' }))).toBe(
      'repeated itself in 12 of 12',
    );
    expect(all((row) => lost(row, { diagnosis: 'wrong' }))).toBeUndefined();
    const half = rows.map((row, i) =>
      i % 2 ? row : lost(row, { unfinished: 'cut-off', diagnosis: 'cut-off' }),
    );
    expect(causeOf(half)).toBe('cut off 6 of 12');
  });

  it('is a defect where it is wrong with the reader, whatever it was asked', () => {
    const told = (diagnosis: string) => wholeCauseOf(rows.map((row) => lost(row, { diagnosis })));
    expect(told('superseded')).toEqual({
      cause: { of: 'superseded', answers: 12, outOf: 12 },
      text: 'gives superseded values in 12 of 12',
      isDefect: true,
    });
    expect(told('repetition')).not.toHaveProperty('isDefect');
  });

  it('is nothing where nothing is most of it, or little was lost', () => {
    const diagnoses = ['repetition', 'recited', 'mixed-up'] as const;
    expect(
      causeOf(rows.map((row, i) => lost(row, { diagnosis: diagnoses[i % 3]! }))),
    ).toBeUndefined();
    const where = ['missing-head', 'missing-middle', 'missing-tail'];
    const scattered = imagine('scattered', () => 0.5, { lengths, seeds: 4 });
    expect(
      causeOf(scattered.map((row, i) => ({ ...row, diagnosis: where[i % 3]! }))),
    ).toBeUndefined();
    expect(causeOf(scattered.map((row) => ({ ...row, diagnosis: where[2]! })))).toBeUndefined();
    const [first, ...others] = rows;
    const one = { ...first!, score: 0.5, diagnosis: 'missing-tail' };
    expect(causeOf([one, ...others])).toBeUndefined();
  });

  describe('says where most was lost', () => {
    const finds = (
      isFound: (position: number, tokens: number) => boolean,
      options: { lengths?: number[]; stars?: number } = {},
    ) =>
      causeOf(
        imagine('reader', (tokens, position) => Number(isFound(position, tokens)), {
          ...{ lengths: [8000, 16_000, 32_000, 64_000], seeds: 3, stars: 16 },
          ...options,
        }),
      );

    it.each<[string, (position: number, tokens: number) => boolean]>([
      ['misses the start (first 75%)', (at) => at > 0.75],
      // Three quarters are lost of long prompts alone: neither the middle, nor all but some tokens.
      ['misses the start (first 75%) from 32K', (at, tokens) => at > 0.75 || tokens <= 16_000],
      ['misses the end (last 75%)', (at) => at <= 0.25],
      ['misses the end (last 50%) from 32K', (at, tokens) => at <= 0.5 || tokens <= 16_000],
      ['misses the middle (between 25% and 63% of the way through)', (at) => at < 0.3 || at > 0.65],
      [
        'ignores everything before the last 11.5K tokens',
        (at, tokens) => (1 - at) * tokens < 12_000,
      ],
      ['ignores everything after the first 12.5K tokens', (at, tokens) => at * tokens <= 12_000],
    ])('%s', (cause, isFound) => {
      expect(finds(isFound)).toBe(cause);
    });

    it('not by one answer', () => {
      const [row] = imagine('reader', (_, at) => Number(at < 0.5), { lengths: [8000], stars: 32 });
      expect(causeOf([row!])).toBeUndefined();
    });

    it('not where what is lost has another reason', () => {
      const half = imagine('reader', (_, at) => Number(at < 0.5), { lengths, seeds: 4, stars: 16 });
      expect(causeOf(half)).toBe('misses the end (last 56%)');
      expect(causeOf(half.map((row) => ({ ...row, diagnosis: 'repetition' })))).toBe(
        'repeated itself in 12 of 12',
      );
      expect(causeOf(half.map((row) => ({ ...row, diagnosis: 'missing' })))).toBe(
        'misses the end (last 56%)',
      );
      const cut = half.map((row) => ({ ...row, unfinished: 'cut-off' as const }));
      expect(causeOf(cut)).toBe('cut off 12 of 12');
    });

    it('not where a few answers failed whole, which are counted beside the length', () => {
      const failing = imagine('reader', () => 1, { lengths, seeds: 4, stars: 16 });
      expect(
        causeOf(failing.map((row, i) => (i % 6 === 0 ? lost(row, { diagnosis: 'wrong' }) : row))),
      ).toBeUndefined();
    });
  });

  it('is no place in a history that was shortened: what is gone there, the compaction took', () => {
    const recent = imagine('recent', (tokens, at) => Number((1 - at) * tokens < 5000), {
      stars: 32,
    });
    const causeIn = (own: readonly Row[]) => {
      const [row] = analyse(evaluationOf(own)).summary;
      return row!.cause && causeText(row!.cause, row);
    };
    expect(causeIn(recent)).toMatch(/^ignores everything before the last /);
    const compaction = {
      way: 'lastTurns',
      of: 'a',
      before: 2,
      after: 1,
      current: [],
      superseded: [],
    };
    expect(causeIn(recent.map((row) => ({ ...row, compaction })))).toBeUndefined();
  });
});

describe('the causes of planted readers', () => {
  const DRAWS = 8;
  const grids = Object.entries(GRIDS.unseen).filter(([, { seeds, marks }]) => seeds * marks >= 48);
  const judged = Object.keys(PLANTED).flatMap((name) =>
    grids.flatMap(([gridName, grid]) =>
      Array.from({ length: DRAWS }, (_, i) => {
        const random = seedrandom(`test/${gridName}/${name}/${i}`);
        const { rows: own, right } = plantedRows(name, grid, random, () => 'scattered');
        const cause = causeOf(own as Row[]);
        return { rows: own, cause, isRight: right(cause) };
      }),
    ),
  );

  it('are named rightly in 95% and falsely in at most 3%', () => {
    const right = judged.filter(({ isRight }) => isRight);
    const wrong = judged.filter(({ cause, isRight }) => cause !== undefined && !isRight);
    expect(right.length / judged.length).toBeGreaterThanOrEqual(0.95);
    expect(wrong.length / judged.length).toBeLessThanOrEqual(0.03);
  });

  it('do not contradict the columns beside them', () => {
    const columns = judged.flatMap(({ rows: own, cause = '' }) => {
      if (/the end/.test(cause)) return tailLoss(own)!.value;
      if (/the middle/.test(cause)) return middleDip(own)!.value;
      return /the start/.test(cause) ? -tailLoss(own)!.value : [];
    });
    expect(columns.length).toBeGreaterThan(100);
    expect(columns.filter((value) => value <= 0)).toEqual([]);
  });
});
