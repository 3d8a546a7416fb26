import { describe, expect, it } from 'vitest';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { csvTables } from '../../../src/measuring/report/report-files.js';
import { imagine } from '../results/rows-for-tests.js';

const worse = imagine('reader', (_, position) => (position > 0.5 ? 1 : 0.5), { seeds: 3 });

/** The answer of the first failure, as the CSV has it. */
function answerIn(answer: string): string {
  const rows = imagine('reader', () => 0).map((row) => ({ ...row, answer }));
  const csv = csvTables(analyse(evaluationOf(rows.slice(0, 1))))['failures.csv']!;
  return csv.slice(csv.indexOf('0/8,scattered,') + '0/8,scattered,'.length).trimEnd();
}

describe('csvTables', () => {
  it('writes negative numbers as numbers', () => {
    const data = analyse(evaluationOf(worse));
    const loss = data.summary[0]!.tailLoss!.value;
    expect(loss).toBeLessThan(0);
    expect(csvTables(data)['summary.csv']).toContain(`,${loss},`);
    expect(csvTables(data)['summary.csv']).not.toContain("'-");
  });

  it('leaves a cell empty where nothing was measured', () => {
    const failed = worse.map((row) => ({ ...row, error: 'HTTP 500' }));
    expect(csvTables(analyse(evaluationOf(failed)))['summary.csv']).not.toContain('NaN');
  });

  it('has signs for effective lengths beyond the grid, and for answers that are not whole', () => {
    const perfect = imagine('reader', () => 1, { seeds: 3 });
    const cut = perfect.map((row, i) =>
      i === 0 ? { ...row, unfinished: 'cut-off' as const } : row,
    );
    const csv = csvTables(analyse(evaluationOf(cut)))['summary.csv']!;
    expect(csv).toMatch(/,32000,at least,32000,at least,32000,at least,4000,32000,/);
    expect(csv).toMatch(/,inconclusive,,unusable,1,12,1,0\.\d+,0\.\d+,1 cut-off,/);
    expect(csv).not.toMatch(/\[object|Infinity/);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['-1', "'-1"],
    ['+1', "'+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    [' =1+1', "' =1+1"],
    ['＝1', "'＝1"],
    ['a;=HYPERLINK(x)', "a;'=HYPERLINK(x)"],
    ['a\n=1+1', `"a\n'=1+1"`],
    ['- one\n- two', `"'- one\n- two"`],
    ['3, 5 and -9', '"3, 5 and -9"'],
    ['小企鹅 3', '小企鹅 3'],
  ])('keeps the answer %j harmless as %j', (answer, cell) => {
    expect(answerIn(answer)).toBe(cell);
  });

  it('passes no control character on', () => {
    const all = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
    expect(answerIn(all)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
    expect(answerIn('a\u001b[31mb\u0000c')).toBe('a␛[31mb␀c');
    expect(answerIn('a\u202eb\u2066c')).toBe('a\ufffdb\ufffdc');
  });
});
