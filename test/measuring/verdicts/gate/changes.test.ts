import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { changesSince } from '../../../../src/measuring/verdicts/gate/changes.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import type { GateOptions } from '../../../../src/measuring/verdicts/gate/gate-result.js';
import { gateWithFloors as gate } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { imagine, kept } from '../../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000, 24_000, 32_000, 64_000, 96_000, 128_000];
const GRID = { lengths: LENGTHS, seeds: 4, stars: 32 };
const rowsOf = (recallAt: (tokens: number) => number, provider = 'reader', grid = GRID) =>
  imagine(provider, recallAt, grid);
const good = rowsOf(() => 0.95);
const since = (
  before: readonly Row[],
  after: readonly Row[],
  options: Partial<GateOptions> = {},
) => {
  const evaluation = evaluationOf(after);
  const result = gate(evaluation, kept(before), { ...DEFAULT_GATE, ...options });
  return changesSince({ file: 'runs/main.json', evaluation, result });
};
const change = (
  before: readonly Row[],
  after: readonly Row[],
  options: Partial<GateOptions> = {},
) => since(before, after, options).changes.find(({ provider }) => provider === 'reader')!;
const ofSeries = (benchmark: string, rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, benchmark, id: benchmark + row.id }));

describe('changesSince', () => {
  it('names the baseline by its file, and says how large the drop may be, never "no change"', () => {
    expect(since(good, good)).toEqual({
      baseline: 'main.json',
      changes: [
        {
          drop: expect.objectContaining({ value: expect.any(Number) }),
          provider: 'reader',
          change: 'no drop > 5.2 points',
          verdict: 'held',
          note: 'none > 26 points at 128K',
        },
      ],
    });
  });

  it('says an even drop as that of all lengths', () => {
    const {
      change: words,
      verdict,
      note,
    } = change(
      good,
      rowsOf(() => 0.7),
    );
    expect(words).toMatch(/^▼ 2\d points$/);
    expect(verdict).toBe('worse');
    expect(note).toMatch(/^[\d.]+–[\d.]+$/);
  });

  it('says where recall fell, where it fell further there than on average', () => {
    const tail = rowsOf((tokens) => (tokens >= 64_000 ? 0.6 : 0.95));
    expect(change(good, tail).change).toMatch(/^▼ 3\d points at (64|96)K\+$/);
    const end = rowsOf((tokens) => (tokens === 128_000 ? 0 : 0.95));
    expect(change(good, end).change).toMatch(/^▼ 9\d points at 128K$/);
  });

  it('says a rise, and a drop that is accepted', () => {
    expect(
      change(
        rowsOf(() => 0.6),
        good,
      ),
    ).toMatchObject({ verdict: 'held' });
    expect(
      change(
        rowsOf(() => 0.6),
        good,
      ).change,
    ).toMatch(/^▲ 3\d points$/);
    const accepted = change(
      good,
      rowsOf(() => 0.7),
      { maxDrop: 0.4 },
    );
    expect(accepted.change).toMatch(/^▼ 2\d points$/);
    expect(accepted).toMatchObject({ verdict: 'held' });
    expect(accepted.note).toMatch(/; up to 40 points are accepted$/);
  });

  it('is inconclusive where the gate is, with the reason', () => {
    const tiny = { lengths: [4000, 8000], seeds: 1, stars: 8 };
    const few = (recall: number) => rowsOf(() => recall, 'reader', tiny);
    expect(change(few(0.9), few(0.8))).toEqual({
      drop: expect.objectContaining({ value: expect.closeTo(0.125, 3) }),
      provider: 'reader',
      change: 'inconclusive',
      verdict: 'open',
      note: 'With 2 prompts, reader could lose half its recall unnoticed.',
    });
    const unread = good.map((row): Row => ({ ...row, reading: 'unreadable' }));
    expect(change(unread, unread)).toMatchObject({
      change: 'inconclusive',
      note: 'reader has no prompt with readable answers on both sides.',
    });
  });

  it('says where recall fell to nothing, which is too little to decide', () => {
    const short = { ...GRID, seeds: 1 };
    const before = rowsOf(() => 1, 'reader', short);
    const after = rowsOf((tokens) => (tokens === 32_000 ? 0 : 1), 'reader', short);
    const { change: words, note } = change(before, after);
    expect(words).toBe('inconclusive');
    expect(note).toMatch(/^reader's recall at 32K fell from 100% to 0%, but 1 prompts? /);
  });

  it('is inconclusive by answers that became unreadable, and worse by refusals', () => {
    const unread = good.map(
      (row, i): Row =>
        i % 2 === 0
          ? { ...row, reading: 'unreadable', score: 0, marks: row.marks.map(() => 0) }
          : row,
    );
    const refused = unread.map((row): Row => ({ ...row, diagnosis: 'refused' }));
    expect(change(good, refused)).toMatchObject({ change: '▼ unreadable', verdict: 'worse' });
    expect(change(good, unread)).toMatchObject({ change: 'inconclusive', verdict: 'open' });
    expect(change(good, unread).note).toMatch(/In the baseline: 0 of 32\./);
  });

  it('says how many prompts were compared, where these are not all', () => {
    const part = change(good, good.slice(0, 24), {
      allow: {
        errors: true,
        missing: true,
        extra: true,
        cached: false,
        changed: false,
        new: false,
      },
    });
    expect(part.verdict).toBe('open');
    expect(part.note).toContain('24 of 32 prompts compared');
    const more = change(good.slice(0, 24), good);
    expect(more.note).toContain('24 of 32 prompts compared');
    const failed = good.map((row, i): Row => (i < 8 ? { ...row, error: 'HTTP 500' } : row));
    expect(change(good, failed).note).toContain('24 of 32 prompts compared');
  });

  it('says of readers that one side lacks, or that share no prompt, that they are not compared', () => {
    const other = rowsOf(() => 0.9, 'other');
    expect(since([...good, ...rowsOf(() => 0.9, 'lost')], [...good, ...other]).changes).toEqual([
      { provider: 'lost', change: '—', verdict: 'open', note: 'not in these results' },
      { provider: 'other', change: '—', verdict: 'open', note: '' },
      expect.objectContaining({ provider: 'reader', verdict: 'held' }),
    ]);
    const moved = good.map((row) => ({ ...row, id: `new ${row.id}` }));
    expect(since([...good, ...other], [...moved, ...other]).changes[0]).toEqual({
      provider: 'reader',
      change: '—',
      verdict: 'open',
      note: 'no prompt in common',
    });
    const chosen = since([...good, ...other], [...good, ...other], { providers: ['reader'] });
    expect(chosen.changes.map(({ provider, change: words }) => [provider, words])).toEqual([
      ['other', '—'],
      ['reader', 'no drop > 5.2 points'],
    ]);
    const renamed = since(good, other, { providers: ['reader=other'] });
    expect(renamed.changes[0]!.note).toMatch(/from reader$/);
  });

  it('names each measure where several are followed, the one that fell first', () => {
    const cited = (rows: readonly Row[], cites: number): Row[] =>
      rows.map((row, i) => ({
        ...row,
        measures: { cites: i % 10 < cites * 10 ? 1 : 0 },
        follow: ['recall', 'cites'],
      }));
    const { changes } = since(cited(good, 1), [
      ...cited(good, 0.2),
      ...cited(
        rowsOf(() => 0.9, 'new'),
        1,
      ),
    ]);
    expect(changes[0]).toMatchObject({ provider: 'reader', verdict: 'worse' });
    expect(changes[0]!.change).toMatch(
      /^cites ▼ \d+ points( at \d+K\+?)?; recall no drop > [\d.]+ points$/,
    );
    expect(changes[0]!.note).toMatch(/^cites: [\d.]+–\d+; recall: none > \d+ points at 128K$/);
    expect(changes[1]).toEqual({
      provider: 'new',
      change: 'recall —; cites —',
      verdict: 'open',
      note: '',
    });
    const alone = (rows: readonly Row[]) => rows.map((row) => ({ ...row, follow: ['cites'] }));
    const one = change(alone(cited(good, 1)), alone(cited(good, 0.2)));
    expect(one.change).toMatch(/^▼ \d+ points/);
  });

  it('names the series that fell; of several together, no length that is not the same in each', () => {
    const fallen = rowsOf((tokens) => (tokens >= 64_000 ? 0.4 : 0.95));
    const both = [...ofSeries('stars', good), ...ofSeries('needles', good)];
    const one = change(both, [...ofSeries('stars', fallen), ...ofSeries('needles', good)]);
    expect(one.change).toMatch(/^▼ \d+ points at (64|96)K\+ in stars$/);
    const all = change(both, [...ofSeries('stars', fallen), ...ofSeries('needles', fallen)]);
    expect(all.change).toMatch(/^▼ \d+ points in the longest (quarter|half)$/);
    const whole = [
      ...ofSeries(
        'stars',
        rowsOf(() => 0.3),
      ),
      ...ofSeries('needles', good),
    ];
    expect(change(both, whole).change).toMatch(/^▼ \d+ points in stars$/);
  });
});
