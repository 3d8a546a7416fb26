/** No figure stands twice with two values: on a page, in the terminal, in Markdown. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { renderHtml } from '../../../src/measuring/report/html/page.js';
import { markdownReport } from '../../../src/measuring/report/markdown-report.js';
import { terminalReport } from '../../../src/measuring/report/terminal-report.js';
import { imagine } from '../results/rows-for-tests.js';
import { histories, questions } from './example-rows.js';
import { answerOf, contradictions } from './figures.js';

const METHOD = { title: 'Report', generatedBy: 'the tests', lines: [], configJson: '' };

function outputsOf(rows: readonly Row[]) {
  const data = analyse(evaluationOf(rows));
  return {
    page: renderHtml(data, [], METHOD),
    markdown: markdownReport(data),
    terminal: terminalReport(data, { colour: false, width: 120 }),
  };
}

const grid = { lengths: [4000, 16_000, 64_000], seeds: 3 };
const readers = [
  ...imagine('steady', () => 1, grid),
  ...imagine('short', (tokens) => (tokens < 10_000 ? 1 : 0.3), grid),
];

/** The same rows in benchmarks of other names. */
const inBenchmarks = (rows: readonly Row[]) =>
  ['stars', 'needles'].flatMap((benchmark) =>
    rows.map((row) => ({ ...row, benchmark, id: `${benchmark} ${row.id}` })),
  );

describe('no figure stands twice with two values', () => {
  it.each([
    ['of one series', readers, 8],
    ['of several benchmarks', inBenchmarks(readers), 16],
    ['of histories and compactions', histories(), 12],
    ['of questions by number of documents', questions(), 8],
  ])('%s', (_, rows, least) => {
    const outputs = outputsOf(rows);
    const { found, compared } = contradictions(outputs);
    expect(found, outputs.terminal).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(least);
  });

  it('finds a figure that does', () => {
    const outputs = outputsOf(inBenchmarks(readers));
    const terminal = outputs.terminal.replace(/64K\+/, '16K+');
    expect(contradictions({ ...outputs, terminal }).found).not.toEqual([]);
  });
});

it('the page of documents says how many, and which questions fail always, with many or never', () => {
  const { page } = outputsOf(questions());
  expect(answerOf(page)).toMatch(/^good is reliable up to 16 documents\.$/);
  expect(page).toContain('8 documents');
  const groups = [...page.matchAll(/<tr class="kind">.*?>([^<>]+)<\/th>/g)].map(([, text]) => text);
  expect(groups).toEqual([
    'Fails always: 1 of 12',
    'Fails only with many documents: 11 of 12',
    'Never fails: 12 of 12',
  ]);
});

it('the page of compactions begins with what is left behind each', () => {
  const { page } = outputsOf(histories());
  expect(answerOf(page)).toMatch(
    /^After 8K–16K tokens of history agent recalls 0\.\d{3}; with half 0\.\d{3}, with last 0\.\d{3}\.$/,
  );
  expect(page.indexOf('<table id="steps">')).toBeLessThan(page.indexOf('id="to-compaction"'));
});
