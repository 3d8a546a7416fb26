import { expect, it } from 'vitest';
import { evaluationOf } from '../../../../../src/measuring/facts/evaluation/evaluation.js';
import { lostCells } from '../../../../../src/measuring/facts/tables/lost-cells.js';
import { shownCells } from '../../../../../src/measuring/report/html/lost/asked-text.js';
import { imagine } from '../../../results/rows-for-tests.js';

/** How many cells of each of some readers, who lose half of everything, can be opened. */
async function opened(readers: number): Promise<number[]> {
  const names = Array.from({ length: readers }, (_, i) => `reader ${i + 1}`);
  const lengths = Array.from({ length: 32 }, (_, i) => 4000 * (i + 1));
  const rows = names.flatMap((name) =>
    imagine(name, () => 0.5, { lengths, stars: 32, seeds: 1 }).map((row) => ({
      ...row,
      answer: '1234567890'.repeat(60),
    })),
  );
  const shown = await shownCells(lostCells(evaluationOf(rows)), async ({ marks }) => ({
    question: 'What was counted?',
    text: 'word '.repeat(1000),
    pieces: marks.map((_, i) => ({ start: 100 * i, end: 100 * i + 30 })),
  }));
  return names.map((name) => shown.filter(({ provider }) => provider === name).length);
}

it('opens as many cells of each reader, also where there is not room for all', async () => {
  for (const readers of [2, 6, 12]) {
    const counts = await opened(readers);
    expect(Math.min(...counts)).toBeGreaterThan(8);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(0.2 * Math.max(...counts));
  }
});

it('opens fewer cells in all where more readers have tables and maps', async () => {
  const all = async (readers: number) => (await opened(readers)).reduce((a, b) => a + b, 0);
  expect(await all(12)).toBeLessThan(await all(4));
});
