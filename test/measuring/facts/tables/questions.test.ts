import { expect, it } from 'vitest';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { imagine } from '../../results/rows-for-tests.js';

/** Of five answers at each of three lengths: how many fail. */
const LOST = {
  everywhere: [5, 5, 5],
  'now and then': [1, 1, 4],
  'from the middle on': [0, 2, 4],
  'in the middle': [0, 3, 0],
  nowhere: [0, 0, 0],
};

it('a question fails always only if each of its answers does', () => {
  const rows = Object.entries(LOST).flatMap(([question, lost]) =>
    lost.flatMap((failing, i) => {
      const own = imagine('reader', () => 1, { lengths: [1000 * 2 ** i], stars: 1, seeds: 5 });
      return own.map((row, k) => ({
        ...row,
        ...(k < failing && { score: 0, marks: [0] }),
        id: `${question} ${row.id}`,
        cluster: question,
        description: `${question} · ${row.tokens} tokens · seed ${row.seed}`,
      }));
    }),
  );
  const { questions } = analyse(evaluationOf(rows));
  expect(questions!.map(({ question, fails }) => [question, fails])).toEqual([
    ['everywhere', 'always'],
    ['from the middle on', 'long'],
    ['now and then', 'some'],
    ['in the middle', 'some'],
    ['nowhere', 'never'],
  ]);
});
