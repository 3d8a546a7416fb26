import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { documentJunit } from '../../../src/measuring/document/render/junit.js';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { changesSince } from '../../../src/measuring/gate/changes.js';
import { DEFAULT_GATE } from '../../../src/measuring/gate/gate.js';
import { gateDocument } from '../../../src/measuring/gate/gate-document.js';
import type { GateOptions } from '../../../src/measuring/gate/gate-result.js';
import { gateWithFloors as gate } from '../../../src/measuring/gate/gate-with-floors.js';
import { reachedAt } from '../output/likely.js';
import { imagine, kept } from '../results/rows-for-tests.js';
import { everything, verdictLine } from './said.js';

const LENGTHS = [4000, 8000, 16_000, 32_000];
const good = imagine('reader', () => 0.95, { lengths: LENGTHS, seeds: 20 });
const bad = good.map((row): Row => ({ ...row, score: 0, marks: row.marks.map(() => 0) }));

/** What a server that got worse has answered now, where promptfoo's cache did not answer for it. */
const behind = (isNew: (row: Row, i: number) => boolean, now = bad) =>
  good.map((row, i): Row => (isNew(row, i) ? now[i]! : { ...row, cached: true }));

const decide = (rows: readonly Row[], options: Partial<GateOptions> = {}, baseline = kept(good)) =>
  gate(evaluationOf(rows), options.floors ? undefined : baseline, { ...DEFAULT_GATE, ...options });

const FLOOR: Partial<GateOptions> = {
  floors: [
    { kind: 'recall', recall: 0.5 },
    { kind: 'recall', recall: 0.5, tokens: 32_000 },
    { kind: 'effective-length', tokens: 4000 },
  ],
  floorsBy: 'estimate',
};

describe('a server that got worse behind promptfoo’s cache', () => {
  it.each<[string, (row: Row, i: number) => boolean]>([
    ['where no answer is new', () => false],
    ['where one is', (_, i) => i === 7],
    ['where only the longest length is cached', ({ tokens }) => tokens < 32_000],
    ['where only the longest length is new', ({ tokens }) => tokens === 32_000],
    ['where a few at each length are new', ({ seed }) => seed <= 9],
    ['where half at each length are new', ({ seed }) => seed <= 10],
    ['where all are new', () => true],
  ])('never passes %s', (_, isNew) => {
    const rows = behind(isNew);
    for (const options of [{}, FLOOR, { margin: 0.5 }]) {
      expect(decide(rows, options).verdict).not.toBe('passed');
    }
  });

  it('is inconclusive where nobody was asked, and says so first', () => {
    const result = decide(behind(() => false));
    const line = 'Inconclusive: 80 of 80 answers came from the cache. Run with --no-cache.';
    expect(verdictLine(result)).toBe(line);
    expect(
      verdictLine(
        decide(
          behind(() => false),
          FLOOR,
        ),
      ),
    ).toBe(line);
    expect(documentJunit(gateDocument(result))).toContain(
      '<error message="80 of 80 answers came from the cache.',
    );
    expect(result.providers[0]).not.toHaveProperty('regression');
  });

  it('fails by the new answers alone, and counts them first', () => {
    const result = decide(behind(({ seed }) => seed <= 15));
    expect(verdictLine(result)).toMatch(/^Failed: reader/);
    expect(everything(result)).toContain('60 of 80 answers are new, and only these count.');
    expect(result.providers[0]!.regression!.prompts).toBe(60);
    expect(everything(decide(behind(({ tokens }) => tokens < 32_000)))).toContain(
      '20 of 80 answers came from the cache.',
    );
  });

  it('is no change that a report may call none', () => {
    const since = (rows: readonly Row[]) => {
      const evaluation = evaluationOf(rows);
      const result = gate(evaluation, kept(good));
      return changesSince({ file: 'baseline.json', evaluation, result }).changes[0]!;
    };
    expect(since(behind(() => false))).toMatchObject({
      change: 'inconclusive',
      verdict: 'open',
      note: expect.stringContaining('80 of 80 answers came from the cache'),
    });
    expect(since(behind(({ seed }) => seed <= 15))).toMatchObject({ verdict: 'worse' });
    expect(since(behind(({ seed }) => seed <= 15, good))).toMatchObject({ verdict: 'open' });
  });

  it('is not judged by another measure either', () => {
    const measured = (rows: readonly Row[], cites: number) =>
      rows.map((row): Row => ({ ...row, measures: { cites: row.cached ? 1 : cites } }));
    const result = gate(
      evaluationOf(
        measured(
          behind(() => false),
          0,
        ),
        { measures: ['cites'] },
      ),
      { ...kept(good), runs: gateRuns(measured(good, 1)) },
    );
    expect(result.verdict).toBe('inconclusive');
    expect(verdictLine(result)).toMatch(/^Inconclusive: 80 of 80 answers came from the cache/);
  });
});

/** The runs of a baseline with all measures. */
function gateRuns(rows: readonly Row[]) {
  const { runs } = kept(rows);
  const [run] = runs;
  const cases = new Map(
    [...run!.get('reader')!].map(([id, one]) => [
      `cites: ${id}`,
      { ...one, measure: 'cites', score: 1, marks: [] },
    ]),
  );
  return [new Map([['reader', cases]])];
}

describe('new answers beside cached ones', () => {
  it('pass where at every length half of the prompts have one', () => {
    const half = decide(behind(({ seed }) => seed <= 10, good));
    expect(verdictLine(half)).toMatch(/^Passed: any drop is at most /);
    expect(everything(half)).toContain('40 of 80 answers are new, and only these count.');
    expect(half.providers[0]!.completeness.map(({ kind }) => kind)).toEqual(['cached']);
    const fewer = decide(behind(({ seed, tokens }) => seed <= 10 - Number(tokens === 8000), good));
    expect(verdictLine(fewer)).toBe(
      'Inconclusive: 41 of 80 answers came from the cache. Run with --no-cache.',
    );
    expect(fewer.providers[0]!.completeness).toMatchObject([
      { kind: 'cached', short: { tokens: 8000, prompts: 20, asked: 9 } },
    ]);
  });

  it('count one answer of a repeated prompt as enough', () => {
    const cached = good.map((row): Row => ({ ...row, cached: true }));
    const result = decide([...cached, ...cached, ...good]);
    expect(result.verdict).toBe('passed');
    expect(everything(result)).toContain('80 of 240 answers are new, and only these count.');
    expect(decide([...cached, ...cached, ...bad]).verdict).toBe('failed');
  });

  it('leave failed calls failures, and nothing missing', () => {
    const failed = behind(({ seed }) => seed <= 10, good).map(
      (row, i): Row => (i === 0 ? { ...row, error: 'HTTP 500' } : row),
    );
    const result = decide(failed);
    expect(result.verdict).toBe('failed');
    expect(verdictLine(result)).toBe('Failed: 1 of 80 calls failed.');
    expect(everything(result)).toContain('40 of 79 answers came from the cache.');
    expect(result.providers[0]!.completeness.some(({ kind }) => kind === 'missing')).toBe(false);
  });

  it('are not asked for by who allows cached ones, which is said', () => {
    const allow = { ...DEFAULT_GATE.allow, cached: true };
    const result = decide(
      behind(() => false),
      { allow },
    );
    expect(result.verdict).toBe('passed');
    expect(everything(result)).toContain('80 of 80 answers came from the cache, and they count.');
  });

  it('are not mentioned where all are', () => {
    expect(decide(good).providers[0]!.completeness).toEqual([]);
  });

  it('do not let a search pass or fail by what it was told from the cache', () => {
    const searched = (value: number) =>
      new Map([
        [
          'reader',
          {
            longest: 32_000,
            effectiveLength: { value, low: value, high: value },
            ...reachedAt([8000, 16_000, 32_000], { low: value, high: value + 1 }),
          },
        ],
      ]);
    const floors: GateOptions = {
      ...DEFAULT_GATE,
      floors: [{ kind: 'effective-length', tokens: 16_000 }],
    };
    const judged = (rows: readonly Row[], value: number) =>
      gate(evaluationOf(rows), undefined, floors, searched(value));
    for (const value of [8000, 32_000]) {
      const result = judged(
        behind((_, i) => i > 0, good),
        value,
      );
      expect(verdictLine(result)).toBe(
        'Inconclusive: 1 of 80 answers came from the cache. Search again with `-- --no-cache`.',
      );
    }
    expect(judged(good, 32_000).verdict).toBe('passed');
    expect(judged(good, 8000).verdict).toBe('failed');
  });
});
