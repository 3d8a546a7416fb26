import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/analysis/analyse.js';
import { evaluationOf } from '../../src/evaluation/evaluation.js';
import { terminalReport } from '../../src/report/terminal-report.js';
import { imagine } from '../results/rows-for-tests.js';

const plain = { colour: false, width: 80 };

describe('terminalReport', () => {
  it('shows a table and a heatmap', () => {
    const rows = imagine('short', (tokens) => (tokens <= 8000 ? 1 : 0));
    expect(terminalReport(analyse(evaluationOf(rows)), plain)).toBe(
      [
        'counting-things',
        '',
        '             recall (95 %)  effective length (95 %)  answers  errors',
        'short  0.500 (0.128–0.879)                  unknown        4',
        '',
        'short: effective length unknown: these prompts do not tell; 1 more at each',
        '  length from 4K to 32K may (60K tokens, cost $0.0600)',
        '',
        'short',
        '  start ████····',
        ...new Array(6).fill('        ████····'),
        '    end ████····',
        '        4K   32K',
        '',
        '        recall  █ ≥ 0.97   ▓ ≥ 0.85   ▒ ≥ 0.6   ░ ≥ 0.3   · less',
      ].join('\n'),
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
        (sum, c) => sum + (c > '\u1100' && c !== '█' && !/[▓▒░–…≥·]/.test(c) ? 2 : 1),
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
      /^good recalls 0\.500 more than short \(0\.\d{3}–0\.\d{3}\), plainly at 16K–32K$/m,
    );
    const same = ['a', 'b'].flatMap((name) => imagine(name, () => 1, { seeds: 4 }));
    expect(terminalReport(analyse(evaluationOf(same)), plain)).toMatch(
      /^a and b: no clear difference, \+0\.000 \(−0\.\d{3} to \+0\.\d{3}\)$/m,
    );
  });

  it('uses colour only where it may', () => {
    const data = analyse(evaluationOf(imagine('a', () => 1)));
    expect(terminalReport(data, { colour: true, width: 80 })).toContain('\u001b[38;5;228m');
    expect(terminalReport(data, plain)).not.toContain('\u001b');
  });
});
