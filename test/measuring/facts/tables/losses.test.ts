import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { causeText } from '../../../../src/measuring/facts/tables/cause-text.js';
import type { ReportData } from '../../../../src/measuring/facts/tables/tables.js';
import { markdownReport } from '../../report/outputs.js';
import { imagine } from '../../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000];

/** Rows of a reader that recalls so much in each way, by length where it has one. */
function model(
  provider: string,
  recall: Record<'facts' | 'changes' | 'flat' | 'history', (tokens: number) => number>,
): Row[] {
  return Object.entries(recall).flatMap(([given, of]) => {
    const isShort = given === 'facts' || given === 'changes';
    const rows = imagine(provider, of, { lengths: isShort ? [500] : LENGTHS, seeds: 12 });
    if (given === 'history') return rows;
    const own = { given, control: true, variant: `evidence 6, given ${given}` };
    return rows.map((row) => ({ ...row, ...own, id: `${given}.${row.id}` }));
  });
}

const all = () => 1;
const half = () => 0.5;
const none = () => 0;

describe('what recall is lost to', () => {
  const rows = [
    ...model('stale', { facts: all, changes: none, flat: none, history: none }),
    ...model('short', { facts: all, changes: all, flat: half, history: half }),
    ...model('prose', { facts: all, changes: all, flat: all, history: half }),
    ...model('perfect', { facts: all, changes: all, flat: all, history: all }),
  ].map((row) => (row.given ? row : { ...row, variant: 'evidence 6' }));
  const data = analyse(evaluationOf(rows));

  it('is told from what is not, with intervals that say which', () => {
    const clear = (provider: string) =>
      data.losses!.flatMap((row) =>
        row.provider === provider && row.loss.low > 0.2 ? row.lostTo : [],
      );
    expect(clear('stale')).toEqual(['interference']);
    expect(clear('short')).toEqual(['length']);
    expect(clear('prose')).toEqual(['form']);
    expect(clear('perfect')).toEqual([]);
    const others = data.losses!.filter(({ provider }) => provider === 'perfect');
    for (const { loss, draws } of others) {
      expect(loss.value).toBe(0);
      expect(loss.low).toBeLessThan(0);
      expect(draws).toBe(12);
    }
  });

  it('adds up to what is lost in all', () => {
    const own = data.losses!.filter(({ provider }) => provider === 'short');
    const lost = own.reduce((sum, { loss }) => sum + loss.value, 0);
    const [{ recall } = { recall: { value: 0 } }] = data.benchmarks.filter(
      ({ provider }) => provider === 'short',
    );
    expect(lost).toBeCloseTo(1 - recall.value, 10);
  });

  it('is a row for each reader, and nothing without other ways', () => {
    expect(markdownReport(data)).toMatch(/\| `stale` \| 100 \(/);
    const alone = analyse(evaluationOf(rows.filter(({ given }) => given === undefined)));
    expect(alone).not.toHaveProperty('losses');
    expect(markdownReport(alone)).not.toContain('What facts are lost to');
  });
});

describe('what is wrong with a reader', () => {
  const wrongIn = ({ benchmarks }: ReportData) =>
    benchmarks.flatMap((row) => (row.isDefect && row.cause ? [causeText(row.cause, row)] : []));

  const worse = (diagnosis: string) =>
    imagine(diagnosis, none, { seeds: 2 }).map((row) => ({ ...row, diagnosis }));

  it('is its main cause', () => {
    const one = analyse(evaluationOf(worse('superseded')));
    expect(wrongIn(one)).toEqual(['gives superseded values in 8 of 8']);
    const two = analyse(evaluationOf([...worse('obeyed'), ...imagine('perfect', all)]));
    expect(wrongIn(two)).toEqual(['follows instructions inside tool results in 8 of 8']);
    expect(wrongIn(analyse(evaluationOf(worse('wrong'))))).toEqual([]);
  });

  const behind = (tokens: number, position: number) => (1 - position) * tokens;

  it('is a border at a distance from the end, at several lengths', () => {
    const recent = imagine('recent', (tokens, at) => Number(behind(tokens, at) < 5000), {
      stars: 32,
    });
    expect(wrongIn(analyse(evaluationOf(recent)))).toEqual([
      expect.stringMatching(/^ignores everything before the last (4\.9\d?|5|5\.0\d|5\.1)K tokens$/),
    ]);
  });

  it('is one at a distance from the start, too', () => {
    const early = imagine('early', (tokens, at) => Number(tokens * at < 5000), { stars: 32 });
    expect(wrongIn(analyse(evaluationOf(early)))).toEqual([
      expect.stringMatching(/^ignores everything after the first (4\.9\d?|5|5\.0\d|5\.1)K tokens$/),
    ]);
  });

  it.each([
    ['the last quarter at every length', (_: number, at: number) => Number(at > 0.75)],
    ['nothing', none],
    ['half, anywhere', half],
    ['all of short prompts', (tokens: number) => Number(tokens < 10_000)],
  ])('is no such border where a reader finds %s', (_, recallAt) => {
    const rows = imagine('other', recallAt, { stars: 32, seeds: 3 });
    expect(wrongIn(analyse(evaluationOf(rows)))).toEqual([]);
  });
});
