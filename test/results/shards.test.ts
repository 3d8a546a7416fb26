import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/analysis/analyse.js';
import { renderHtml } from '../../src/report/html/page.js';
import { markdownReport } from '../../src/report/markdown-report.js';
import { assertAllShards, missingShards, missingShardsText } from '../../src/results/shards.js';
import { imagine } from './rows-for-tests.js';

const rows = (...shards: (string | undefined)[]) =>
  shards.map((shard) => (shard === undefined ? {} : { shard }));

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

describe('assertAllShards', () => {
  it('refuses a part of a grid', () => {
    expect(() => assertAllShards(rows('1/2', '2/2'))).not.toThrow();
    expect(() => assertAllShards(rows('1/2'))).toThrow(
      'Shard 2/2 is missing: its prompts are not in these results. Give the files of all shards, or ' +
        'take what is there with `--allow-missing`.',
    );
  });
});

describe('missingShardsText', () => {
  it.each([
    [[], undefined],
    [['3/4'], 'Shard 3/4 is missing: its prompts are not in these results.'],
    [['2/4', '3/4'], 'Shards 2/4 and 3/4 are missing: their prompts are not in these results.'],
    [
      Array.from({ length: 11 }, (_, i) => `${i + 1}/12`),
      'Shards 1/12, 2/12, 3/12, 4/12, 5/12, 6/12, 7/12, 8/12 and 3 more are missing: their prompts are not in these results.',
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
  const page = (data: ReturnType<typeof analyse>) =>
    renderHtml(data, [], { title: 'Report', generatedBy: 'tests', lines: [], configJson: '' });

  it('says so on top of every form', () => {
    const data = analyse(sharded);
    expect(data.missingShards).toEqual(['3/3']);
    expect(markdownReport(data)).toContain(`\n\n**${SENTENCE}**\n\n## `);
    expect(page(data)).toContain(`</h1>\n<p class="some">${SENTENCE}</p>`);
  });

  it('says nothing when all are there, and counts the same', () => {
    const data = analyse(complete);
    expect(data).not.toHaveProperty('missingShards');
    expect(data).toEqual(analyse(imagine('reader', () => 1, { seeds: 2 })));
    expect(markdownReport(data)).not.toContain('missing');
    expect(page(data)).not.toContain('class="some"');
  });
});
