import { describe, expect, it } from 'vitest';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { imagine } from '../../results/rows-for-tests.js';

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
    const [overall] = apart;
    expect(overall).toMatchObject({ by: 'overall', higher: 'good', toTokens: 32_000 });
    expect(overall!.p).toBeLessThan(0.05);
    expect(apart.at(-1)).toMatchObject({ by: 'length', higher: 'good', toTokens: 32_000 });
  });

  it('count a question once that is asked at several lengths', () => {
    const grid = { lengths: [1000, 2000, 4000, 8000, 16_000], seeds: 17 };
    const rows = [
      ...imagine('one', () => 1, grid),
      ...imagine('other', () => 1, grid).map((row) =>
        row.seed <= 4 ? { ...row, score: 0, marks: row.marks.map(() => 0) } : row,
      ),
    ];
    const compared = (own: typeof rows) => analyse(evaluationOf(own)).comparisons[0]!;
    const alone = compared(rows);
    expect(alone).toMatchObject({ better: 'one', prompts: 85 });
    const asked = compared(rows.map((row) => ({ ...row, cluster: `question ${row.seed}` })));
    expect(asked).toMatchObject({ prompts: 85, apart: [] });
    expect(asked).not.toHaveProperty('better');
    expect(asked.difference.value).toBeCloseTo(alone.difference.value);
    const width = ({ low, high }: typeof asked.difference) => high - low;
    expect(width(asked.difference)).toBeGreaterThan(1.3 * width(alone.difference));
    const lost = rows.map((row) =>
      row.provider === 'other' && row.seed <= 9
        ? { ...row, score: 0, marks: row.marks.map(() => 0) }
        : row,
    );
    const worse = compared(lost.map((row) => ({ ...row, cluster: `question ${row.seed}` })));
    expect(worse).toMatchObject({
      better: 'one',
      apart: [{ by: 'overall', fromTokens: 1000, toTokens: 16_000 }],
    });
  });

  it('put an effective length that is sure before recall at short lengths', () => {
    const grid = { lengths: [4000, 8000, 16_000, 32_000, 64_000], seeds: 8, stars: 16 };
    const { comparisons, ranking } = analyse(
      evaluationOf([
        ...imagine('long', () => 0.93, grid),
        ...imagine('short', (tokens) => (tokens > 16_000 ? 0.5 : 1), grid),
      ]),
    );
    expect(comparisons).toMatchObject([{ provider: 'long', better: 'long' }]);
    expect(comparisons[0]!.apart.map(({ by, higher }) => [by, higher])).toEqual(
      expect.arrayContaining([
        ['range', 'short'],
        ['range', 'long'],
        ['length', 'long'],
      ]),
    );
    expect(ranking).toMatchObject([
      { provider: 'long', rank: 1 },
      { provider: 'short', rank: 2, worseThan: ['long'] },
    ]);
  });

  it('are made over all series together, which may show what no series does', () => {
    const battery = (name: string, recall: number) =>
      ['a', 'b', 'c', 'd'].flatMap((task) =>
        imagine(name, () => recall, { lengths: [4000, 8000], seeds: 2 }).map((row) => ({
          ...row,
          id: `${task}/${row.id}`,
          task,
        })),
      );
    const rows = ['good', 'alike', 'poor', 'worse'].flatMap((name, i) =>
      battery(name, [1, 1, 0.6, 0.1][i]!),
    );
    const { comparisons, overall, ranking } = analyse(evaluationOf(rows));
    const ofPoor = comparisons.filter(({ provider, other }) =>
      [provider, other].some((one) => one === 'poor'),
    );
    expect(ofPoor.filter(({ better }) => better !== undefined)).toEqual([]);
    expect(overall).toHaveLength(6);
    expect(
      overall!.find(({ provider, other }) => [provider, other].sort().join() === 'good,poor'),
    ).toMatchObject({
      better: 'good',
      prompts: 16,
      apart: [{ by: 'overall', fromTokens: 4000, toTokens: 8000 }],
    });
    expect(ranking.map(({ rank }) => rank)).toEqual([1, 1, 2, 2]);
    const measured = rows.flatMap((row) =>
      ['a', 'b'].includes(row.task) ? [row, { ...row, measure: 'tone' }] : [],
    );
    expect(analyse(evaluationOf(measured)).overall![0]!.prompts).toBe(8);
  });

  it('leave open what chance explains', () => {
    const { comparisons } = analyse(
      evaluationOf([...imagine('a', () => 0.9, seeds), ...imagine('b', () => 0.9, seeds)]),
    );
    expect(comparisons).toMatchObject([{ provider: 'a', other: 'b', apart: [] }]);
    expect(comparisons[0]).not.toHaveProperty('better');
    const { low, high } = comparisons[0]!.difference;
    expect(low).toBeLessThanOrEqual(0);
    expect(high).toBeGreaterThanOrEqual(0);
  });

  it('hold whatever those answers recall that could not be read', () => {
    const good = imagine('good', () => 1, seeds);
    const poor = imagine('poor', () => 0.4, seeds);
    const unread = poor.map((row) => ({ ...row, reading: 'unreadable' as const }));
    const better = (rows: typeof good) => analyse(evaluationOf(rows)).comparisons[0]!.better;
    expect(better([...good, ...poor])).toBe('good');
    expect(better([...good, ...unread])).toBeUndefined();
    expect(better([...good, ...unread.slice(0, 2), ...poor.slice(2)])).toBe('good');
  });

  it('are stricter the more pairs there are, since all of them are to hold together', () => {
    const two = ['a', 'b'].flatMap((name) => imagine(name, () => 0.9, seeds));
    const four = [...two, ...['c', 'd'].flatMap((name) => imagine(name, () => 0.9, seeds))];
    const width = (rows: typeof two) => {
      const { low, high } = analyse(evaluationOf(rows)).comparisons[0]!.difference;
      return high - low;
    };
    expect(analyse(evaluationOf(four)).comparisons).toHaveLength(6);
    expect(width(four)).toBeGreaterThan(1.2 * width(two));
    const worse = (names: readonly string[]) =>
      analyse(
        evaluationOf([
          ...imagine('good', () => 0.97, seeds),
          ...names.flatMap((name) => imagine(name, () => 0.8, seeds)),
        ]),
      ).comparisons.find(({ provider, other }) => [provider, other].includes('good'))!.apart[0]!.p!;
    expect(worse(['a', 'b', 'c'])).toBeGreaterThan(worse(['a']));
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
