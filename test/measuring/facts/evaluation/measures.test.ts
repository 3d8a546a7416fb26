import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { promptsOf } from '../../../../src/measuring/facts/evaluation/asked-case.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { measuredName } from '../../../../src/measuring/facts/evaluation/measures.js';
import { imagine } from '../../results/rows-for-tests.js';

const rows = imagine('reader', () => 1);

/** Every answer with `cites`, which holds up to the second length. */
const cited = rows.map(
  (row): Row => ({ ...row, measures: { cites: row.tokens > 8000 ? 0 : 1, json: 1 } }),
);

function casesOf(given: readonly Row[], measures?: readonly string[] | 'all') {
  return [...evaluationOf(given, { measures }).models[0]!.cases.values()];
}

describe('measures', () => {
  it('are recall alone unless more is asked for, and the others are named', () => {
    const { measures, series } = evaluationOf(cited);
    expect(measures).toEqual({ followed: ['recall'], others: ['cites', 'json'] });
    expect(series.map(({ title }) => title)).toEqual([evaluationOf(rows).series[0]!.title]);
    expect(casesOf(cited)).toHaveLength(rows.length);
  });

  it('are series of their own, with one mark a prompt', () => {
    const { series, measures } = evaluationOf(cited, { measures: ['cites', 'recall'] });
    expect(measures.followed).toEqual(['recall', 'cites']);
    expect(series.map(({ title }) => title.split(' · ').at(-1))).toEqual(['recall', 'cites']);
    const own = casesOf(cited, ['cites']);
    expect(own).toHaveLength(rows.length);
    expect(
      promptsOf(own).map(({ tokens, marks, positions }) => [tokens > 8000, marks, positions]),
    ).toEqual(own.map(({ tokens }) => [tokens > 8000, [tokens > 8000 ? 0 : 1], []]));
    expect(own[0]!.id).toBe(`cites: ${own[0]!.shown.id}`);
  });

  it('are those that the tests name, or that an option names instead', () => {
    const asked = cited.map((row) => ({ ...row, follow: ['json'] }));
    expect(evaluationOf(asked).measures.followed).toEqual(['json']);
    expect(evaluationOf(asked, { measures: ['cites'] }).measures.followed).toEqual(['cites']);
    expect(evaluationOf(asked, { measures: 'all' }).measures.others).toEqual([]);
  });

  it('leave out answers that have none, and keep failed calls as failed', () => {
    const [first, second, ...others] = cited;
    const { measures: _, ...without } = first!;
    const failed = { ...second!, measures: {}, error: 'HTTP 500' };
    const own = casesOf([without, failed, ...others], ['cites']);
    expect(own).toHaveLength(rows.length - 1);
    expect(own.filter(({ answer }) => !answer)).toHaveLength(1);
  });

  it('are followed alone where there is no right answer of ours', () => {
    const unscored = cited.map((row) => ({ ...row, unscored: true as const }));
    expect(evaluationOf(unscored).measures.followed).toEqual(['cites', 'json']);
    expect(casesOf(unscored)).toHaveLength(2 * rows.length);
    const mixed = [unscored[0]!, ...cited.slice(1)];
    expect(casesOf(mixed, ['recall'])).toHaveLength(rows.length - 1);
  });

  it('say which prompts have no result, whichever are followed', () => {
    const half = cited.slice(1).map((row) => ({ ...row, grid: { id: 'g', size: cited.length } }));
    for (const measures of [['recall'], ['cites'], ['recall', 'cites']]) {
      expect(evaluationOf(half, { measures }).missing.gaps).toMatchObject([
        { found: cited.length - 1 },
      ]);
    }
  });

  it.each([
    [
      ['citse'],
      cited,
      'measure "citse": no assertion reports it. There are "recall", "cites", "json"; a metric is',
    ],
    [
      ['cites'],
      rows,
      'measure "cites": no assertion reports it. There is "recall"; a metric is named by `metric:`',
    ],
  ])('refuse %j where nothing reports it', (measures, given, message) => {
    expect(() => evaluationOf(given, { measures })).toThrow(message);
  });

  it('refuse what is no share, only where it is followed', () => {
    const words = cited.map((row) => ({ ...row, measures: { words: 17 } }));
    expect(() => evaluationOf(words, { measures: ['words'] })).toThrow(
      'measure "words": it is 17 in the test',
    );
    expect(evaluationOf(words).measures.others).toEqual(['words']);
  });

  it('are in the name of what is judged', () => {
    expect(measuredName('gpt-4.1', 'recall')).toBe('gpt-4.1');
    expect(measuredName('gpt-4.1', 'cites')).toBe('gpt-4.1 · cites');
  });
});
