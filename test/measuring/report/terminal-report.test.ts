import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { once } from '../../../src/base/kept.js';
import { speaking } from '../../../src/base/text/speaking.js';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/evaluation/evaluation.js';
import { terminalReport } from '../../../src/measuring/report/terminal-report.js';
import { analyse } from '../../../src/measuring/tables/analyse.js';
import { imagine } from '../results/rows-for-tests.js';

const plain = { colour: false, width: 80 };

describe('terminalReport', () => {
  it('shows a table and a heatmap', () => {
    const rows = imagine('short', (tokens) => (tokens <= 8000 ? 1 : 0), { seeds: 3 });
    expect(terminalReport(analyse(evaluationOf(rows)), plain)).toBe(
      [
        'short',
        '  start ████····',
        ...new Array(6).fill('        ████····'),
        '    end ████····',
        '        4K   32K',
        '',
        '        recall  █ ≥ 0.97   ▓ ≥ 0.85   ▒ ≥ 0.6   ░ ≥ 0.3   · less',
        '',
        'counting-things · 4K–32K · 1 reader × 12 prompts · $0.180',
        'short is reliable up to 8K tokens but not at 16K.',
        '',
        '   reader  reliable up to  recall (95 %)        lost where',
        '1  short   8K              0.500 (0.201–0.766)  ▅▅▅▅▅▅▅▅',
        '',
        'Paid: 178.8K tokens in.',
      ].join('\n'),
    );
  });

  it('has the ranked table last, within 24 lines, for twelve readers', () => {
    const grid = { lengths: [4000, 16_000, 64_000], seeds: 4, stars: 16 };
    const readers = Array.from({ length: 10 }, (_, i) =>
      imagine(`reader ${i}`, () => 0.99 - i / 12, grid),
    );
    const silent = ['unread', 'refusing'].map((name) =>
      imagine(name, () => 0, grid).map((row) => ({
        ...row,
        reading: 'unreadable' as const,
        diagnosis: name === 'refusing' ? 'refused' : 'unreadable',
        answer: 'The path is XX',
      })),
    );
    const data = analyse(evaluationOf([...readers, ...silent].flat()));
    const lines = terminalReport(data, plain).split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines[0]).toMatch(/^counting-things · 4K–64K · 12 readers × 12 prompts · /);
    const first = lines.indexOf('') + 2;
    expect(lines[first]).toMatch(/^1 {2}reader 0 {2}64K\+/);
    expect(lines.slice(first, first + 10).map((line) => line.slice(3, 11))).toEqual(
      data.providers.slice(0, 10),
    );
    expect(lines[first + 10]).toMatch(/^– {2}refusing {2}none: refused 12 of 12 +–$/);
    expect(lines[first + 11]).toMatch(/^ {3}unread {4}none: 12 of 12 unusable /);
    expect(lines.join(' ')).toContain('refusing: 12 of 12 answers refused');
  });

  it('has a line for each benchmark and reader where there are several series', () => {
    const rows = ['b', 'a'].flatMap((benchmark) =>
      imagine('reader', () => 1, { seeds: 8 }).map((row) => ({
        ...row,
        benchmark,
        id: benchmark + row.id,
      })),
    );
    const text = terminalReport(analyse(evaluationOf(rows)), plain);
    expect(text).toMatch(/^2 series · 4K–32K · 1 reader × 64 prompts · \$[\d.]+$/m);
    expect(text).toMatch(/^a {2}reader {2}32K\+ /m);
    expect(text).toMatch(/^b {2}reader {2}32K\+ /m);
  });

  const inTasks = (rows: readonly Row[]) =>
    ['list', 'sum'].flatMap((task) =>
      rows.map((row) => ({ ...row, task, id: `${task} ${row.id}` })),
    );
  const sentences = (rows: readonly Row[]) => {
    const text = terminalReport(analyse(evaluationOf(rows)), plain);
    return text
      .slice(text.lastIndexOf('\n\n') + 2)
      .replace(/\n {2}/g, ' ')
      .split('\n');
  };

  it('names the series of what it says of a reader, and says it once', () => {
    const lost = imagine('lost', () => 0.5).map((row, i) => ({
      ...row,
      ...(i === 0 && { error: 'HTTP 500' }),
      diagnosis: 'repetition',
    }));
    const said = sentences(inTasks([...lost, ...imagine('sure', () => 1, { seeds: 8 })]));
    const ofLost = said.filter((one) => one.startsWith('lost') && !one.startsWith('lost and '));
    expect(ofLost.length).toBeGreaterThan(0);
    for (const one of ofLost) expect(one).toMatch(/^lost, counting-things · (list|sum)\b/);
    expect(ofLost.join()).toContain(
      'lost, counting-things · list and counting-things · sum: repeated itself in 3 of 3; 1 of 4 calls failed',
    );
    expect(new Set(said).size).toBe(said.length);
  });

  it('does not ask for more prompts of a series where the table knows how far its benchmark holds', () => {
    const perfect = imagine('perfect', () => 1, { seeds: 2, stars: 16 });
    const data = analyse(evaluationOf(inTasks(perfect)));
    expect(data.benchmarks.map(({ open }) => open)).toEqual([undefined]);
    expect(terminalReport(data, plain)).toMatch(/perfect {2}32K\+ /);
    expect(terminalReport(data, plain)).not.toContain('unknown');
    const steady = imagine('steady', () => 0.9, { stars: 16 });
    const [open] = sentences(inTasks(steady));
    expect(open).toMatch(
      /^steady, counting-things · list and counting-things · sum: seeds: \d+ instead of 1 /,
    );
  });

  it('does not repeat below the table what is wrong with a reader', () => {
    const rows = imagine('stale', () => 0, { seeds: 2 }).map((row) => ({
      ...row,
      diagnosis: 'superseded',
    }));
    const one = terminalReport(analyse(evaluationOf(rows)), plain);
    expect(one.match(/superseded values/g)).toHaveLength(1);
    const other = inTasks(imagine('stale', () => 1)).map((row) => ({ ...row, benchmark: 'b' }));
    expect(terminalReport(analyse(evaluationOf([...rows, ...other])), plain)).toContain(
      '\nstale, counting-things: gives superseded values in 8 of 8.\n',
    );
  });

  const names = Array.from({ length: 12 }, (_, i) =>
    i % 2 === 0
      ? `企鹅数星星的模型第${i}号长上下文版`
      : `openrouter:maker/model-of-a-long-name-${i}`,
  );
  const ofLongNames = once(() => {
    const grid = { lengths: [4000, 16_000, 64_000], seeds: 4, stars: 16 };
    return analyse(
      evaluationOf(names.flatMap((name, i) => imagine(name, () => 0.99 - i / 12, grid))),
    );
  });

  it.each([80, 120])('says what changed since a baseline, in %d columns', (width) => {
    const data = ofLongNames();
    const change = (i: number) => ({
      ...[
        { change: '▼ 0.108 at 128K+', verdict: 'worse' as const, note: '0.051 to 0.160' },
        { change: 'inconclusive', verdict: 'open' as const, note: 'too little data' },
        { change: 'no drop > 0.041', verdict: 'held' as const, note: 'none > 0.2 at 64K' },
      ][Math.min(i, 2)]!,
      provider: names[i]!,
    });
    const lost = {
      provider: 'lost',
      change: '—',
      verdict: 'open' as const,
      note: 'not in these results',
    };
    const since = {
      baseline: 'main-2026-11-14.json',
      changes: [
        ...names.slice(0, 2).map((_, i) => change(i)),
        lost,
        ...names.slice(2).map((_, i) => change(i + 2)),
      ],
    };
    const lines = terminalReport({ ...data, since }, { colour: false, width }).split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    for (const line of lines) expect(stringWidth(line), line).toBeLessThanOrEqual(width);
    const head = lines.findIndex((line) => / reliable up to +recall/.test(line));
    expect(lines[head]).toMatch(width === 80 ? / since main-2026…$/ : / since main-2026-11-14$/);
    expect(lines[head + 1]).toMatch(/ ▼ 0\.108 at 128K\+$/);
    expect(lines.filter((line) => line.endsWith(' no drop > 0.041'))).toHaveLength(10);
    const text = lines.join('\n').replace(/\n +/g, ' ');
    expect(text).toMatch(
      /^Since main-2026-11-14\.json: \S+ ▼ 0\.108 at 128K\+ \(0\.051 to 0\.160\); \S+ inconclusive \(too little data\); lost — \(not in these results\)$/m,
    );
    expect(terminalReport(data, plain)).not.toContain('ince');
  });

  it('says the change of all series together below their table', () => {
    const rows = ['b', 'a'].flatMap((benchmark) =>
      ['x', 'y'].flatMap((reader) =>
        imagine(reader, () => 1).map((row) => ({ ...row, benchmark, id: benchmark + row.id })),
      ),
    );
    const changes = [
      { provider: 'y', change: '▼ 0.2 in a', verdict: 'worse' as const, note: '0.1 to 0.3' },
      { provider: 'x', change: 'no drop > 0.041', verdict: 'held' as const, note: '' },
    ];
    const data = { ...analyse(evaluationOf(rows)), since: { baseline: 'main.json', changes } };
    expect(terminalReport(data, plain)).toContain(
      '\n\nSince main.json: y ▼ 0.2 in a (0.1 to 0.3); x no drop > 0.041\n',
    );
  });

  it.each([1, 3, 32, 200])('fits 80 columns with %d lengths and long names', (count) => {
    const lengths = Array.from({ length: count }, (_, i) => 1000 * (i + 1));
    const name = `${'企鹅'.repeat(40)}\u001b[2J\nnext`;
    const text = terminalReport(
      analyse(evaluationOf(imagine(name, () => 0.5, { lengths }))),
      plain,
    );
    for (const line of text.split('\n')) {
      const wide = [...line].reduce(
        (sum, c) => sum + (c > '\u1100' && c !== '█' && !/[▁-▇▓▒░–…·]/.test(c) ? 2 : 1),
        0,
      );
      expect(wide, line).toBeLessThanOrEqual(80);
    }
    expect(text).not.toContain('\u001b');
  });

  it('compares readers in one line each', () => {
    const rows = [
      ...imagine('good', () => 1, { seeds: 8 }),
      ...imagine('short', (tokens) => (tokens <= 8000 ? 1 : 0), { seeds: 8 }),
    ];
    expect(terminalReport(analyse(evaluationOf(rows)), plain)).toMatch(
      /^good recalls 0\.500 more than short \(0\.\d{3} to 0\.\d{3}\); the difference shows at\s+16K–32K$/m,
    );
    const same = ['a', 'b'].flatMap((name) => imagine(name, () => 1, { seeds: 4 }));
    expect(terminalReport(analyse(evaluationOf(same)), plain)).toMatch(
      /^a and b: no clear difference, \+0\.000 \(−0\.\d{3} to \+0\.\d{3}\)$/m,
    );
  });

  it('speaks Chinese in as many columns', () => {
    const rows = [
      ...imagine('good', () => 1, { seeds: 8 }),
      ...imagine('a reader with a long name', (tokens) => (tokens <= 8000 ? 1 : 0), { seeds: 8 }),
    ];
    const text = speaking(['zh'], () => terminalReport(analyse(evaluationOf(rows)), plain));
    expect(text).toMatch(/^counting-things · 4K–32K · 2 个被测者 × 32 条提示词 · /m);
    expect(text).toMatch(/^ +被测者 +.* +召回率（95 %） +丢在哪里$/m);
    expect(text).toMatch(/^good 的召回率比 a reader with a long … 高 0\.500（/m);
    for (const line of text.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(80);
  });

  it('uses colour only where it may', () => {
    const data = analyse(evaluationOf(imagine('a', () => 1)));
    expect(terminalReport(data, { colour: true, width: 80 })).toContain('\u001b[38;5;228m');
    expect(terminalReport(data, plain)).not.toContain('\u001b');
  });
});
