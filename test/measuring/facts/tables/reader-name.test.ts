import { expect, it } from 'vitest';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { listed, readerName } from '../../../../src/measuring/facts/tables/reader-name.js';
import { imagine } from '../../results/rows-for-tests.js';

const same = (name: string) => name;

it('a reader has its series beside its name where there are several', () => {
  const rows = imagine('gpt', () => 1);
  const [one, three] = [['list'], ['list', 'sum', 'order']].map((tasks) =>
    analyse(
      evaluationOf(
        tasks.flatMap((task) => rows.map((row) => ({ ...row, task, id: task + row.id }))),
      ),
    ),
  ) as [ReturnType<typeof analyse>, ReturnType<typeof analyse>];
  expect(readerName(one, 'gpt', [one.series[0]!.id], (name) => `<${name}>`)).toBe('<gpt>');
  const ids = three.series.map(({ id }) => id);
  expect(readerName(three, 'gpt', ids.slice(0, 1), (name) => `<${name}>`)).toBe(
    '<gpt>, <counting-things · list>',
  );
  expect(readerName(three, 'gpt', ids, same)).toBe(
    'gpt, counting-things · list, counting-things · order and 1 more',
  );
});

it('a list names two and counts the others', () => {
  expect(['a', 'b', 'c', 'd'].map((_, i, all) => listed(all.slice(0, i + 1), same))).toEqual([
    'a',
    'a and b',
    'a, b and 1 more',
    'a, b and 2 more',
  ]);
});
