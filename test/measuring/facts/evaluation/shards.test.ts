import { describe, expect, it } from 'vitest';
import {
  assertComplete,
  missingShardsText,
} from '../../../../src/measuring/facts/evaluation/completeness.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { conflictOf, missingShards } from '../../../../src/measuring/facts/evaluation/shards.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { htmlReport, markdownReport } from '../../report/outputs.js';
import { imagine } from '../../results/rows-for-tests.js';

const rows = (...shards: (string | undefined)[]) =>
  shards.map((shard) => (shard === undefined ? {} : { shard }));

const places = (ids: string, { grid = 'g', shard }: { grid?: string; shard: string }) =>
  [...ids].map((id) => ({ id, provider: 'a', prompt: '', grid: { id: grid, size: 4 }, shard }));

describe('missingShards', () => {
  it('names the shards that no row comes from, in order', () => {
    expect(missingShards(rows('4/4', '1/4', '1/4'))).toEqual(['2/4', '3/4']);
    expect(missingShards(rows('2/2', '1/2'))).toEqual([]);
    expect(missingShards(rows('1/1'))).toEqual([]);
  });

  it('says nothing of rows without a shard, or with a label that is none', () => {
    expect(missingShards([])).toEqual([]);
    expect(missingShards(rows(undefined, undefined))).toEqual([]);
    expect(missingShards(rows(undefined, '1/2'))).toEqual(['2/2']);
    expect(missingShards(rows('two of four', '1/999999999'))).toEqual([]);
  });

  it('refuses parts of different divisions', () => {
    expect(() => missingShards(rows('1/4', '2/3'))).toThrow(
      'The results are of shard 1/4 and of shard 2/3, which are parts of different divisions. ' +
        'Give the files of one division, all with the same number of shards.',
    );
  });
});

describe('assertComplete', () => {
  it('refuses a part of a grid', () => {
    const all = imagine('reader', () => 1, { seeds: 2 });
    const sharded = (shards: number) =>
      evaluationOf(all.map((row) => ({ ...row, shard: `${row.seed}/${shards}` })));
    expect(() => assertComplete(sharded(2))).not.toThrow();
    expect(() => assertComplete(sharded(3))).toThrow(
      'Shard 3/3 is missing: its prompts are not in these results. Give the files of all shards, or ' +
        'take what is there with `--allow missing`.',
    );
  });
});

describe('conflictOf', () => {
  const first = places('12', { shard: '1/2' });
  const second = places('34', { shard: '2/2' });

  it('takes the shards of one config, however many grids it has, and repeats', () => {
    const more = [
      ...places('56', { grid: 'h', shard: '1/2' }),
      ...places('78', { grid: 'h', shard: '2/2' }),
    ];
    expect(conflictOf([...first, ...second, ...more])).toBeUndefined();
    expect(conflictOf([...first, ...second, ...first, ...second])).toBeUndefined();
    expect(conflictOf(first)).toBeUndefined();
  });

  it('refuses shards of two configs, and one that is there twice', () => {
    const other = places('34', { grid: 'h', shard: '2/2' });
    expect(conflictOf([...first, ...other])).toContain(
      'Shard 1/2 and shard 2/2 are of different grids',
    );
    expect(conflictOf([...first, ...first, ...second])).toContain(
      'Shard 1/2 was evaluated 2 times, and shard 2/2 once.',
    );
  });
});

describe('missingShardsText', () => {
  it.each([
    [[], undefined],
    [['3/4'], 'Shard 3/4 is missing: its prompts are not in these results'],
    [['2/4', '3/4'], 'Shards 2/4 and 3/4 are missing: their prompts are not in these results'],
    [
      Array.from({ length: 11 }, (_, i) => `${i + 1}/12`),
      'Shards 1/12, 2/12, 3/12, 4/12, 5/12, 6/12, 7/12, 8/12 and 3 more are missing: their prompts are not in these results',
    ],
  ])('%j', (missing, text) => {
    expect(missingShardsText(missing)).toBe(text);
  });
});

describe('a report with a missing shard', () => {
  const SENTENCE = 'Shard 3/3 is missing: its prompts are not in these results.';
  const sharded = imagine('reader', () => 1, { seeds: 2 }).map((row) => ({
    ...row,
    shard: `${row.seed}/3`,
  }));
  const complete = sharded.map((row, i) => (i === 0 ? { ...row, shard: '3/3' } : row));

  it('says so on top of every form', () => {
    const data = analyse(evaluationOf(sharded));
    expect(data.missing.shards).toEqual(['3/3']);
    expect(markdownReport(data)).toContain(`❔ ${SENTENCE}`);
    const html = htmlReport(data);
    expect(html).toContain(`<p class="line warn">${SENTENCE}</p>`);
    expect(html.indexOf(SENTENCE)).toBeLessThan(html.indexOf('class="cards"'));
  });

  it('says nothing when all are there, and counts the same', () => {
    const data = analyse(evaluationOf(complete));
    expect(data.missing.shards).toEqual([]);
    expect(data).toEqual(analyse(evaluationOf(imagine('reader', () => 1, { seeds: 2 }))));
    expect(markdownReport(data)).not.toContain('missing');
    expect(htmlReport(data)).not.toContain('class="line warn"');
  });
});
