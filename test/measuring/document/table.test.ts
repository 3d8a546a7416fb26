import { describe, expect, it } from 'vitest';
import { csvTable } from '../../../src/measuring/document/csv.js';
import { bareTable, pageTable } from '../../../src/measuring/document/html/table.js';
import { markdownTable } from '../../../src/measuring/document/markdown.js';
import { column, inCsv, plainRow, type Table } from '../../../src/measuring/document/table.js';
import { terminalTable } from '../../../src/measuring/document/terminal-table.js';
import { reachCell } from '../../../src/measuring/facts/effective-length.js';
import type { Reached } from '../../../src/measuring/facts/length-verdict.js';
import type { Interval } from '../../../src/measuring/statistics/interval.js';
import { reachedAt } from './likely.js';

interface Row extends Reached {
  provider: string;
  group: string;
  recall: Interval;
  tokens: number;
  passed: number;
  cost?: number;
  odd: string[];
}

const found = { value: 0.5, low: 0.25, high: 0.75 };
const rows: Row[] = [
  {
    provider: 'a|<b>',
    group: 'one',
    recall: found,
    tokens: 1234,
    shortest: 4000,
    longest: 64_000,
    effectiveLength: { value: Number.POSITIVE_INFINITY, low: 8000, high: Number.POSITIVE_INFINITY },
    ...reachedAt([4000, 8000, 64_000], { low: 8000 }),
    passed: 0.5,
    cost: 0.25,
    odd: ['x', 'y'],
  },
  {
    provider: '=b',
    group: 'one',
    recall: { value: Number.NaN, low: 0, high: 1 },
    tokens: 5,
    shortest: 4000,
    longest: 64_000,
    likely: [],
    passed: 1,
    odd: [],
  },
];

const table: Table<Row> = {
  id: 'all',
  title: 'A <table>',
  rows,
  note: 'First.',
  columns: [
    column('name', 'reader', ({ provider }) => provider),
    column('interval', 'recall', ({ recall }) => recall, { note: 'what was found' }),
    column('reach', 'effective length', reachCell, {
      field: 'effectiveLength',
      inMarkdown: 'effective length (95 %) at 0.85',
      set: 'number',
    }),
    column('count', 'tokens', ({ tokens }) => tokens),
    column('percent', 'passed', ({ passed }) => passed, { in: ['markdown'] }),
    column('money', 'cost', ({ cost }) => cost, { in: ['terminal'] }),
    column('shade', 'shade', ({ passed }) => ({ share: passed, threshold: 0.85 }), {
      in: ['page'],
    }),
    inCsv('odd', ({ odd }) => (odd.length > 0 ? odd.join(' ') : undefined)),
  ],
};

describe('a table that is declared once', () => {
  it('is Markdown, with texts from outside as code', () => {
    expect(markdownTable(table).split('\n')).toEqual([
      '| reader | recall (95 %) | effective length (95 %) at 0.85 | tokens | passed |',
      '| --- | --- | --- | --- | --- |',
      '| `a\\|<b>` | 0.500 (0.250–0.750) | 8K (64K: inconclusive) | 1,234 | 50% |',
      '| `=b` | – | unknown | 5 | 100% |',
    ]);
    const foreign = column('words', '<i>|', () => '<1', { foreign: true });
    expect(markdownTable({ title: '', rows: [1], columns: [foreign] })).toBe(
      '| `<i>\\|` |\n| --- |\n| &lt;1 |',
    );
  });

  it('is text in columns, where a group is named once', () => {
    expect(terminalTable({ ...table, group: { of: ({ group }) => group } }).split('\n')).toEqual(
      [
        '     reader        recall (95 %)  effective length  tokens   cost',
        'one   a|<b>  0.500 (0.250–0.750)   8K (64K: inconclusive)   1,234  $0.250',
        '         =b                    –                  unknown       5      –',
      ].map((line) => expect.stringMatching(pattern(line))),
    );
  });

  it('has shorter figures where a terminal has little room', () => {
    const [, brief] = terminalTable(table, { figures: 'brief' }).split('\n');
    expect(brief).toMatch(/ 0\.500 \(0\.250–0\.750\) +8K +1,234 /);
    const [head, briefest] = terminalTable(table, { figures: 'briefest' }).split('\n');
    expect(head).toMatch(/ recall \(95 %\) +effective length +tokens /);
    expect(briefest).toContain('0.500 (0.25–0.75) ');
  });

  it('keeps long names different in a narrow terminal, and cuts a heading that has its room', () => {
    const long = ['x'.repeat(60), `${'x'.repeat(59)}y`].map((provider) => ({ provider }));
    const columns = [
      column('name', 'reader', ({ provider }: { provider: string }) => provider),
      column('words', 'h'.repeat(100), () => '', { room: 10 }),
    ];
    const lines = terminalTable({ title: '', rows: long, columns }, { width: 40 }).split('\n');
    expect(lines[0]).not.toContain('hhhhhhhhhh');
    expect(new Set(lines).size).toBe(3);
    const wide = terminalTable({ title: '', rows: long, columns }, { width: 120 });
    expect(wide).toMatch(/ h{49}…$/m);
  });

  it('is CSV and JSON with every field, and words for what no figure says', () => {
    const [head, first, second] = csvTable({ ...table, notInCsv: ['group', 'likely'] }).split('\n');
    expect(head).toBe(
      'provider,recall,recall_low,recall_high,tokens,shortest,longest,' +
        'effectiveLength,effectiveLength_bound,effectiveLength_low,effectiveLength_high,effectiveLength_highBound,' +
        'passed,cost,reliableLength_kind,reliableLength_tokens,reliableLength_cappedBy,' +
        'reliableLength_unusable,reliableLength_answers,reliableLength_broken,' +
        'reliableLength_unusableAtLeast,reliableLength_unusableAtMost,reliableLength_said,odd',
    );
    expect(first).toBe(
      'a|<b>,0.5,0.25,0.75,1234,4000,64000,64000,at least,8000,64000,at least,0.5,0.25,' +
        'shorter,8000,curve,0,12,0,0,0.2209221919455553,8K (64K: inconclusive),x y',
    );
    expect(second).toBe("'=b,,0,1,5,4000,64000,,,,,,1,,,,,,,,,,,");
    expect(csvTable({ ...table, rows: [] })).toBe('');
    const { reliable: _, ...fields } = rows[0]!;
    expect(plainRow(table, rows[0]!)).toEqual({
      ...fields,
      reliableLength: expect.objectContaining({
        ...{ kind: 'shorter', tokens: 8000 },
        said: '8K (64K: inconclusive)',
      }),
      effectiveLength: {
        ...{ value: 64_000, bound: 'at least' },
        low: 8000,
        ...{ high: 64_000, highBound: 'at least' },
      },
    });
  });

  it('is a table of a page, with its notes', () => {
    const { text } = pageTable(table);
    expect(text).toContain(
      'aria-label="A &lt;table&gt;" tabindex="0"><table id="all" class="records">',
    );
    expect(text).toContain('<th scope="col" class="text">Reader</th><th scope="col">Recall</th>');
    expect(text).toContain(
      '<th scope="row"><bdi>a|&lt;b&gt;</bdi></th><td data-head="Recall">0.500 (0.250–0.750)</td>',
    );
    expect(text).toMatch(/<td data-head="[^"]+"><span class="below">0\.50<\/span><\/td>/);
    expect(text).toMatch(/<td class="held" data-head="[^"]+">1\.00<\/td>/);
    // What stays rows on a phone needs its headings once.
    expect(pageTable({ ...table, look: 'rows' }).text).not.toMatch(/data-head|class="records"/);
    expect(text).toMatch(/\n<p class="note">First\. <b>Recall<\/b>: what was found\.<\/p>$/);
    expect(text).not.toMatch(/Cost|Passed|Odd/);
    const silent = { ...table, columns: table.columns.map(({ note: _, ...one }) => one) };
    expect(pageTable({ ...silent, note: undefined } as Table<Row>).text).not.toContain('note');
  });

  it('has small figures beside or below the others on a page, and words before them on a phone', () => {
    const columns = [
      column('words', 'x', () => 'x'),
      column('reach', 'reach', (row: Row) => reachCell(row), { phone: 'holds' }),
      column('interval', 'recall', ({ recall }: Row) => recall),
    ];
    const of = (look: 'lines' | 'cards') => bareTable({ ...table, columns, look }).text;
    expect(of('cards')).toContain(
      '<span class="phone">holds </span><strong>8K</strong><br><small>64K: inconclusive</small>',
    );
    expect(of('lines')).toContain('<td>0.50 <small>0.25–0.75</small></td>');
    expect(of('lines')).toContain('<td>–</td>');
  });

  it('groups the rows of a page, with a heading of their own where it has a name', () => {
    const grouped = (heading?: string) =>
      bareTable({
        ...table,
        group: { of: ({ group }) => group, ...(heading && { heading }) },
      }).text;
    expect(grouped('series')).toContain(
      '<th scope="col" class="text">Series</th><th scope="col" class="text">Reader</th>',
    );
    expect(grouped('series')).toContain('<th scope="rowgroup" rowspan="2">one</th>');
    expect(grouped()).not.toContain('rowgroup');
  });
});

/** A line with any number of spaces between its cells. */
function pattern(line: string): RegExp {
  const escaped = line.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^ *${escaped.replace(/ +/g, ' +')}$`);
}
