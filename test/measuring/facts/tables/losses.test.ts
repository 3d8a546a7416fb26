import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { defects } from '../../../../src/measuring/facts/tables/defects.js';
import { lossSentences } from '../../../../src/measuring/facts/tables/losses.js';
import { reportAnswer } from '../../../../src/measuring/report/answer.js';
import { stepsTable } from '../../../../src/measuring/report/columns/losses.js';
import { terminalReport } from '../../../../src/measuring/report/terminal-report.js';
import { imagine } from '../../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000];

/** Rows of a reader that recalls so much in each way, by length where it has one. */
function reader(
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
    ...reader('stale', { facts: all, changes: none, flat: none, history: none }),
    ...reader('short', { facts: all, changes: all, flat: half, history: half }),
    ...reader('prose', { facts: all, changes: all, flat: all, history: half }),
    ...reader('perfect', { facts: all, changes: all, flat: all, history: all }),
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

  it('is a sentence for each reader, and nothing without other ways', () => {
    expect(lossSentences(data).find((one) => one.startsWith('stale'))).toMatch(
      /^stale: recall lost to interference \+1\.000 \(.*\), to length .*, to form [^,]*\.$/,
    );
    const alone = analyse(evaluationOf(rows.filter(({ given }) => given === undefined)));
    expect(alone).not.toHaveProperty('losses');
    expect(lossSentences(alone)).toEqual([]);
  });
});

describe('the table of what recall is lost to', () => {
  const rows = [
    ...reader('short', { facts: all, changes: () => 0.9, flat: half, history: () => 0.25 }),
    ...reader('perfect', { facts: all, changes: all, flat: all, history: all }),
  ].map((row) => (row.given ? row : { ...row, variant: 'evidence 6' }));
  // One draw was not asked in one way, so it says nothing of the sum.
  const [, ...others] = rows.filter(({ given }) => given === 'flat');
  const data = analyse(evaluationOf([...rows.filter(({ given }) => given !== 'flat'), ...others]));

  it('adds up from the facts alone to what is left, in the order of the ranks', () => {
    const { rows: steps } = stepsTable(data);
    expect(steps.map(({ of, name }) => `${of}: ${name}`)).toEqual(
      ['perfect', 'short'].flatMap((of) =>
        ['Facts alone', 'Replaced values', 'Length', 'Form'].map((name) => `${of}: ${name}`),
      ),
    );
    for (const [i, { lost, left }] of steps.entries()) {
      if (lost) expect(steps[i - 1]!.left - lost.value).toBeCloseTo(left, 12);
    }
  });
});

describe('what is wrong with a reader', () => {
  const worse = (diagnosis: string) =>
    imagine(diagnosis, none, { seeds: 2 }).map((row) => ({ ...row, diagnosis }));

  it('stands in the first lines, behind the answer, where it is the main cause', () => {
    const one = analyse(evaluationOf(worse('superseded')));
    expect(defects(one)).toEqual(['superseded gives superseded values in 8 of 8.']);
    expect(terminalReport(one, { width: 100, colour: false })).toContain(
      'superseded gives superseded values in 8 of 8.',
    );
    const two = analyse(evaluationOf([...worse('obeyed'), ...imagine('perfect', all)]));
    const { answer, explained } = reportAnswer(two);
    expect(answer).toMatch(/^perfect is reliable up to /);
    expect(explained).toContain('obeyed follows instructions inside tool results in 8 of 8.');
    expect(defects(analyse(evaluationOf(worse('wrong'))))).toEqual([]);
  });

  const behind = (tokens: number, position: number) => (1 - position) * tokens;

  it('is a border at a distance from the end, at several lengths', () => {
    const recent = imagine('recent', (tokens, at) => Number(behind(tokens, at) < 5000), {
      stars: 32,
    });
    expect(defects(analyse(evaluationOf(recent)))).toEqual([
      expect.stringMatching(
        /^recent ignores everything before the last (4\.9\d?|5|5\.0\d|5\.1)K tokens\.$/,
      ),
    ]);
  });

  it('is one at a distance from the start, too', () => {
    const early = imagine('early', (tokens, at) => Number(tokens * at < 5000), { stars: 32 });
    expect(defects(analyse(evaluationOf(early)))).toEqual([
      expect.stringMatching(
        /^early ignores everything after the first (4\.9\d?|5|5\.0\d|5\.1)K tokens\.$/,
      ),
    ]);
  });

  it.each([
    ['the last quarter at every length', (_: number, at: number) => Number(at > 0.75)],
    ['nothing', none],
    ['half, anywhere', half],
    ['all of short prompts', (tokens: number) => Number(tokens < 10_000)],
  ])('is no such border where a reader finds %s', (_, recallAt) => {
    const rows = imagine('other', recallAt, { stars: 32, seeds: 3 });
    expect(defects(analyse(evaluationOf(rows)))).toEqual([]);
  });
});
