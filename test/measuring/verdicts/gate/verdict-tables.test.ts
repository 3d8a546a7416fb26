import { expect, it } from 'vitest';
import { markdownTable } from '../../../../src/measuring/document/markdown.js';
import { worstTable } from '../../../../src/measuring/verdicts/gate/verdict-tables.js';

it('the worst cells have a description or an id, and a reason that is cut short', () => {
  const cell = { id: 'a', description: '', tokens: 1, seed: 1, baseline: 1, now: 0.5 };
  const rows = [
    { ...cell, reason: 'y'.repeat(400) },
    { ...cell, description: 'cell', reason: 'wrong | odd' },
  ];
  expect(markdownTable(worstTable(rows)).split('\n').slice(2)).toEqual([
    `| \`a\` | 1.000 | 0.500 | \`${'y'.repeat(300)}\` |`,
    '| `cell` | 1.000 | 0.500 | `wrong \\| odd` |',
  ]);
});
