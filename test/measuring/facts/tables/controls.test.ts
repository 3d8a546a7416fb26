import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { controlText } from '../../../../src/measuring/facts/tables/controls.js';
import { htmlReport } from '../../report/outputs.js';
import { imagine } from '../../results/rows-for-tests.js';

const grid = { lengths: [4000], seeds: 2, stars: 4 };

/** Answers of one model, and of two controls in which it knows these shares. */
function rows(provider: string, without: number, facts: number): Row[] {
  const control = (share: number, more: Partial<Row>) =>
    imagine(provider, () => share, grid).map((row) => ({
      ...row,
      ...more,
      id: `${row.id}/${more.task}`,
      benchmark: 'own-history',
      control: true,
    }));
  return [
    ...imagine(provider, () => 1, grid),
    ...control(without, { task: 'closed-book' }),
    ...control(facts, { task: 'facts', given: 'facts' }),
  ];
}

const dataOf = (...all: Row[][]) => analyse(evaluationOf(all.flat()));

describe('controls', () => {
  it('are one line where all passed, and no picture', () => {
    const data = dataOf(rows('gpt', 0, 1));
    expect(controlText(data)).toBe(
      'Controls passed: 0 of 8 known without the text, 8 of 8 with only the facts.',
    );
    expect(htmlReport(data)).toContain('<p class="line good">Controls passed');
  });

  it('name who failed, in red', () => {
    const data = dataOf(rows('gpt', 0, 1), rows('q4', 1, 0));
    expect(controlText(data)).toBe(
      'Controls failed: q4 (8 of 8 known without the text), q4 (0 of 8 with only the facts).',
    );
    expect(htmlReport(data)).toContain('<p class="line bad">Controls failed');
  });

  it('are none of published questions, and of what is compared with others', () => {
    const [row] = rows('gpt', 0, 1);
    const other = {
      ...row!,
      id: 'x',
      benchmark: 'multi-document-qa',
      task: 'closed-book',
      control: true,
    };
    expect(controlText(dataOf([row!, other as Row]))).toBeUndefined();
  });
});
