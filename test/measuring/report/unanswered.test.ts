import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { effectiveLengthText } from '../../../src/measuring/facts/effective-length.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { terminalReport } from '../../../src/measuring/report/terminal-report.js';
import { unansweredText } from '../../../src/measuring/report/unanswered.js';
import { imagine } from '../results/rows-for-tests.js';

/** What is said of a perfect model whose answers to some prompts are held back. */
function heldBack(isHeldBack: (row: Row, i: number) => boolean) {
  const rows = imagine('model', () => 1, { seeds: 3, stars: 16 }).map((row, i) =>
    isHeldBack(row, i)
      ? {
          ...row,
          ...{ unfinished: 'filtered' as const, diagnosis: 'filtered', answer: '' },
          ...{ marks: row.marks.map(() => 0), score: 0 },
        }
      : row,
  );
  const data = analyse(evaluationOf(rows));
  return {
    text: unansweredText(data.summary),
    length: effectiveLengthText(data.summary[0]!),
    terminal: terminalReport(data, { colour: false, width: 100 }),
  };
}

describe('prompts that went unanswered', () => {
  it('are why no length is given, where they may be of any length', () => {
    const { text, length } = heldBack((_, i) => i % 2 === 0);
    expect(text).toContain('left 6 of 12 prompts unanswered');
    expect(length).not.toMatch(/^\d/);
  });

  it('take no length back that the verdict gives below the one where they are', () => {
    const { text, length, terminal } = heldBack(({ tokens }) => tokens === 32_000);
    expect(length).toMatch(/^16K/);
    expect(text).toBeUndefined();
    expect(terminal).not.toContain('no length is given');
    expect(terminal).toContain('model is reliable up to 16K tokens');
  });

  it('are not told where they are few', () => {
    expect(heldBack((_, i) => i === 0).text).toBeUndefined();
  });
});
