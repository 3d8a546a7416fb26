import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { renderHtml } from '../../../src/measuring/report/html/page.js';
import { markdownReport } from '../../../src/measuring/report/markdown-report.js';
import { terminalReport } from '../../../src/measuring/report/terminal-report.js';
import { analyse, DEFAULT_OPTIONS } from '../../../src/measuring/tables/analyse.js';
import { compactionSentences } from '../../../src/measuring/tables/compaction.js';
import { imagine } from '../results/rows-for-tests.js';

const QUARTERS = 4;

/** The same prompts shortened in one way, by a reader that loses the marks of positions that are not kept. */
function shortened(
  rows: readonly Row[],
  way: string,
  isKept: (position: number) => boolean,
): Row[] {
  return rows.map((row) => {
    const marks = row.marks.map((mark, i) => (isKept(row.positions[i]!) ? mark : 0));
    const current = Array.from({ length: QUARTERS }, (_, quarter): [number, number] => {
      const own = row.positions.filter((at) => Math.min(3, Math.floor(at * QUARTERS)) === quarter);
      return [own.filter(isKept).length, own.length];
    });
    return {
      ...row,
      id: `${row.id}/${way}`,
      variant: `compact ${way}`,
      marks,
      score: marks.reduce((sum, mark) => sum + mark, 0) / marks.length,
      compaction: {
        way,
        of: row.id,
        before: row.tokens,
        after: row.tokens / 4,
        current,
        superseded: [
          [1, 2],
          [0, 2],
          [0, 0],
          [0, 0],
        ],
      },
    };
  });
}

const data = (rows: readonly Row[]) => analyse(evaluationOf(rows));

const whole = imagine('gpt', () => 1, { seeds: 4 });
const late = (position: number) => position > 0.5;
const rows = [
  ...whole,
  ...shortened(whole, 'a.mjs:last', late),
  ...shortened(whole, 'a.mjs:all', () => true),
];

describe('what compactions cost', () => {
  it('is the mean difference on the same prompts, by age too', () => {
    const [all, last] = data(rows).compactions!;
    expect(last).toMatchObject({
      provider: 'gpt',
      way: 'a.mjs:last',
      prompts: 16,
      tokensSaved: 0.75,
      kept: 0.5,
      supersededKept: 0.25,
      without: 1,
      with: 0.5,
    });
    expect(last!.ages.map(({ lost }) => lost)).toEqual([1, 1, 0.5, 0]);
    expect(last!.lost).toMatchObject({ value: 0.5 });
    expect(last!.lost!.low).toBeGreaterThan(0.3);
    expect(all!.lost).toMatchObject({ value: 0 });
  });

  it('is said in a sentence for each way', () => {
    const [all, last] = compactionSentences(data(rows));
    expect(last).toMatch(
      /^a\.mjs:last saves 75% of the tokens, keeps 50% of the facts, and costs gpt 0\.500 of recall \(0\.\d{3} to 0\.\d{3}\)\.$/,
    );
    expect(all).toMatch(/and no loss of recall is shown for gpt: at most 0\.0\d\d\.$/);
  });

  it('is unknown of a reader that recalls nothing without it', () => {
    const lost = imagine('lost', () => 0.02, { seeds: 2 });
    const [sentence] = compactionSentences(data([...lost, ...shortened(lost, 'a.mjs:last', late)]));
    expect(sentence).toContain(
      'What that costs lost is unknown: it recalls hardly anything without it.',
    );
  });

  it('may be a gain, and counts only prompts that were answered both ways', () => {
    const poor = imagine('poor', (_, position) => (position > 0.5 ? 0.9 : 0.3), { seeds: 6 });
    const better = shortened(poor, 'a.mjs:last', () => true).map((row) => ({
      ...row,
      marks: row.marks.map(() => 1),
      score: 1,
    }));
    const half = better
      .slice(0, 12)
      .concat(better.slice(12).map((row) => ({ ...row, error: 'asleep' })));
    const [found] = data([...poor, ...half]).compactions!;
    expect(found).toMatchObject({ prompts: 12, with: 1 });
    expect(compactionSentences(data([...poor, ...half]))[0]).toMatch(
      /and gains poor 0\.\d{3} of recall/,
    );
  });

  it('has bounds that hold whatever an unreadable answer remembers', () => {
    const unread = shortened(whole, 'a.mjs:last', () => false).map((row) => ({
      ...row,
      reading: 'unreadable' as const,
    }));
    const [found] = data([...whole, ...unread]).compactions!;
    expect(found!.lost!.low).toBeLessThanOrEqual(0);
    expect(found!.lost!.high).toBe(1);
  });

  it('stands in page, Markdown and terminal, with a row for each task', () => {
    const other = whole.map((row) => ({ ...row, id: `other/${row.id}`, task: 'sum' }));
    const report = data([...rows, ...other, ...shortened(other, 'a.mjs:last', late)]);
    expect(report.compactions!.map(({ way, series }) => [way, series])).toEqual([
      ['a.mjs:all', undefined],
      ['a.mjs:last', undefined],
      ['a.mjs:last', expect.stringContaining('list')],
      ['a.mjs:last', expect.stringContaining('sum')],
    ]);
    const method = { title: 'T', generatedBy: 'x', lines: [], configJson: '{}' };
    const texts = [
      String(renderHtml(report, [], method)),
      markdownReport(report),
      terminalReport(report, { colour: false, width: 120 }),
    ];
    for (const text of texts) expect(text.replace(/\s+/g, ' ')).toContain('saves 75%');
    expect(texts[0]).toContain('Superseded kept');
    expect(data(whole).compactions).toBeUndefined();
    expect(DEFAULT_OPTIONS.confidence).toBe(0.95);
  });
});
