/** No figure stands twice with two values: on a page, in the terminal, in Markdown. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { renderHtml } from '../../../src/measuring/report/html/page.js';
import { markdownReport } from '../../../src/measuring/report/markdown-report.js';
import { terminalReport } from '../../../src/measuring/report/terminal-report.js';
import { analyse } from '../../../src/measuring/tables/analyse.js';
import { imagine } from '../results/rows-for-tests.js';
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

/** An agent's history in all ways that facts are given, and two compactions of it. */
function histories(): Row[] {
  const whole = imagine('agent', () => 0.9, { lengths: [8000, 16_000], seeds: 4 });
  const given = ['facts', 'changes', 'flat'].flatMap((way) =>
    imagine('agent', () => (way === 'facts' ? 1 : 0.95), {
      lengths: way === 'flat' ? [8000, 16_000] : [500],
      seeds: 4,
    }).map((row) => ({
      ...{ ...row, id: `${way} ${row.id}`, control: true, given: way },
      variant: `evidence 6, given ${way}`,
    })),
  );
  const shortened = ['last', 'half'].flatMap((way, i) =>
    whole.map((row): Row => {
      const isKept = (position: number) => (i === 0 ? position > 0.5 : position > 0.25);
      const marks = row.marks.map((mark, at) => (isKept(row.positions[at]!) ? mark : 0));
      return {
        ...row,
        id: `${row.id}/${way}`,
        variant: `evidence 6, compact compact.mjs:${way}`,
        marks,
        score: marks.reduce((sum, mark) => sum + mark, 0) / marks.length,
        compaction: {
          way: `compact.mjs:${way}`,
          of: row.id,
          before: row.tokens,
          after: row.tokens / 2,
          current: [0, 1, 2, 3].map((quarter) => [isKept((quarter + 1) / 4) ? 2 : 0, 2]),
          superseded: [],
        },
      };
    }),
  );
  return [...whole.map((row) => ({ ...row, variant: 'evidence 6' })), ...given, ...shortened];
}

/** Questions in prompts of 4, 8 and 16 documents. */
const questions = [4, 8, 16].flatMap((documents) =>
  ['good', 'middle'].flatMap((provider) =>
    Array.from({ length: 12 }, (_, question): Row => {
      const isLost = provider === 'middle' && (question === 0 || documents > 4 + question);
      const [row] = imagine(provider, () => Number(!isLost), {
        lengths: [documents * 110 + question],
        stars: 1,
        seeds: 1,
      });
      return {
        ...row!,
        id: `${documents} ${question}`,
        size: `${documents} documents`,
        cluster: `question ${question}`,
        description: `questions.jsonl no. ${question + 1} · ${documents} documents`,
      };
    }),
  ),
);

describe('no figure stands twice with two values', () => {
  it.each([
    ['of one series', readers, 8],
    ['of several benchmarks', inBenchmarks(readers), 16],
    ['of histories and compactions', histories(), 12],
    ['of questions by number of documents', questions, 8],
  ])('%s', (_, rows, least) => {
    const outputs = outputsOf(rows);
    const { found, compared } = contradictions(outputs);
    expect(found, outputs.terminal).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(least);
  });

  it('finds a figure that does', () => {
    const outputs = outputsOf(inBenchmarks(readers));
    const terminal = outputs.terminal.replace(/≥64K/, '≥16K');
    expect(contradictions({ ...outputs, terminal }).found).not.toEqual([]);
  });
});

it('the page of documents says how many, and which questions fail always, with many or never', () => {
  const { page } = outputsOf(questions);
  expect(answerOf(page)).toMatch(/^good holds at least 16 documents \(/);
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
