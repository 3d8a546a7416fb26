import { describe, expect, it } from 'vitest';
import type { LevelStep } from '../../../src/extras/history/change-points.js';
import { historyOf, type ReaderHistory } from '../../../src/extras/history/history.js';
import {
  byLengthTable,
  changeText,
  historyAnswer,
  trendText,
  worseSince,
} from '../../../src/extras/history/history-words.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { reachedBy } from '../../measuring/document/likely.js';
import { imagine } from '../../measuring/results/rows-for-tests.js';

const step = (run: number, value: number, changes: Partial<LevelStep> = {}): LevelStep => {
  return {
    run,
    from: run,
    to: run,
    drop: { value, low: value - 0.02, high: value + 0.02 },
    ...changes,
  };
};
const reader = (changes: Partial<ReaderHistory['course']>): ReaderHistory => ({
  reader: 'gpt',
  series: [],
  spent: [],
  course: {
    changed: 0.97,
    shape: 'steps',
    steps: [],
    since: 0,
    drift: { squares: 0, noise: 0, freedom: 0 },
    ...changes,
  },
  last: {
    verdict: 'passed',
    drop: { value: 0.01, low: -0.02, high: 0.04 },
    excludes: 0.0301,
    prompts: 9,
  },
});
const said = (of: ReaderHistory) =>
  trendText(of, {
    runs: ['a', 'b', 'c', 'd'].map((name) => [name]),
    options: { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 },
  });

describe('trendText', () => {
  it('says since when it is worse, and which runs it may be', () => {
    expect(said(reader({ steps: [step(2, 0.1)] }))).toBe(
      'worse since c: drop 0.100 (95 % interval 0.080 to 0.120; probability 97%)',
    );
    expect(said(reader({ steps: [step(2, 0.1, { from: 1, to: 3 })] }))).toContain(
      'worse since c (it may be any from b to d): drop',
    );
  });

  it('says that it was worse and is no longer, or never by more than is accepted', () => {
    const rise = step(3, -0.1);
    const end = "; the last run's drop is at most 0.031";
    expect(said(reader({ steps: [step(2, 0.1), rise] }))).toBe(`was worse and is no longer${end}`);
    expect(said(reader({ steps: [rise] }))).toBe(`not worse (a change: probability 97%)${end}`);
    expect(said(reader({ shape: 'none', changed: 0.4 }))).toBe(
      `no change is shown (probability 40%)${end}`,
    );
  });

  it('says how much it falls or rises from run to run', () => {
    const trend = { value: 0.01, low: 0.005, high: 0.015 };
    expect(said(reader({ shape: 'trend', trend }))).toBe(
      'falls by 0.010 from run to run (95 % interval 0.005 to 0.015; probability 97%)',
    );
    const rising = { value: -0.01, low: -0.015, high: -0.005 };
    expect(said(reader({ shape: 'trend', trend: rising }))).toMatch(
      /^rises by 0\.010 .*0\.005 to 0\.015/,
    );
  });

  it('says when the gate finds the last run worse, or there is nothing to compare', () => {
    const { last, ...alone } = reader({ shape: 'none', changed: 0.3 });
    expect(said({ ...alone, last: { ...last!, verdict: 'failed' } })).toBe(
      'no change is shown (probability 30%); the last run is worse by 0.010 (−0.020 to 0.040)',
    );
    expect(said(alone)).toBe(
      'nothing to compare: the last run has no case in common with those before',
    );
    const only = { runs: [['a.json']], options: { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 } };
    expect(trendText(alone, only)).toBe('nothing to compare: there is only one run');
  });
});

describe('the page of a history', () => {
  const runs = [1, 1, 0.5].map((recall, i) =>
    evaluationOf(
      imagine('reader', (tokens) => (tokens > 10_000 ? recall : 1), { seeds: 8, stars: 16 }),
      { sources: [`${i}.json`] },
    ),
  );
  const history = historyOf(runs, { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 });

  it('begins with what changed and since when, with the value of the table', () => {
    const { answer, beside, explained } = historyAnswer(history);
    expect(answer).toMatch(/^reader: worse since 2\.json: drop 0\.\d{3}$/);
    const drop = answer.slice(-5);
    expect(changeText(history.readers[0]!, 2)).toContain(`fell by ${drop} (`);
    expect(beside).toMatch(/^ \(95 % interval /);
    expect(explained).toEqual(['Its reliable length was 32K+, and is 8K in the last run.']);
  });

  it('has the range of reliable lengths before, and says when the last run is inconclusive', () => {
    const [first] = history.readers;
    const [series] = first!.series;
    const point = series!.points[0]!;
    const chances = (...values: number[]) => ({
      ...point,
      ...reachedBy(values.map((probability, i) => ({ tokens: [8000, 32_000][i]!, probability }))),
    });
    const explained = (...points: (typeof point)[]) =>
      historyAnswer({
        ...history,
        readers: [{ ...first!, series: [{ ...series!, points }] }],
      }).explained;
    const [near, far, unsure] = [chances(0.99, 0.84), chances(1, 0.98), chances(0.86, 0.38)];
    expect(explained(far, near, unsure)).toEqual([
      'Its reliable length was 8K to 32K+ in the 2 runs before, and is inconclusive in the last.',
    ]);
    expect(explained(unsure, far, near)).toEqual([
      'Its reliable length was inconclusive to 32K+ in the 2 runs before, and is 8K in the last.',
    ]);
    expect(explained(far, far, far)).toEqual([]);
  });

  it('has recall by length and run, the longest first', () => {
    const [series] = history.readers[0]!.series;
    const { rows, columns } = byLengthTable(
      series!,
      worseSince(history.readers[0]!.course, 0.02),
      0.85,
    );
    expect(rows).toEqual([32_000, 16_000, 8000, 4000]);
    expect(columns.map(({ heading }) => heading)).toEqual(['length', '1', '2', '3', 'since 3']);
    const mean = (run: number) =>
      rows.reduce((sum, length) => sum + (columns[run]!.of(length) as { share: number }).share, 0) /
      4;
    for (const run of [1, 2, 3]) {
      expect(mean(run)).toBeCloseTo(series!.points[run - 1]!.recall.value, 10);
    }
    expect(columns[4]!.of(32_000)).toMatch(/^−0\.\d\d$/);
  });
});

it('a change stands at its run', () => {
  const found = reader({ steps: [step(1, 0.1), step(3, -0.1)] });
  expect([0, 1, 2, 3].map((run) => changeText(found, run))).toEqual([
    '',
    'fell by 0.100 (0.080 to 0.120)',
    '',
    'rose by 0.100 (0.080 to 0.120)',
  ]);
});
