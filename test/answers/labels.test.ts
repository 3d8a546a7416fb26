import { expect, it } from 'vitest';
import { isAside, rankOfKey, roleBefore, rolesOf } from '../../src/answers/labels.js';

it.each<[string, string[]]>([
  ['The final counts are ', ['right', 'count']],
  ['trueCount', ['right', 'count']],
  ['true_count', ['right', 'count']],
  ['chapterTotal', ['place', 'total']],
  ['TOTAL', ['total']],
  ['the most', []],
  ['12, 13; 14.5', []],
  ['', []],
  ['最终的总数', ['right', 'total']],
  ['Итого звёзд', ['total', 'count']],
  ['잘못된 개수', ['mistaken', 'count']],
  ['not correct', ['mistaken']],
  [`total ${'and so on '.repeat(10)}`, []],
  [`total ${'and so on '.repeat(9)}`, ['total']],
])('rolesOf(%j) are %j', (label, roles) => {
  expect(rolesOf(label)).toEqual(roles);
});

it.each<[string, string]>([
  ['true_count', 'stated'],
  ['count', 'total'],
  ['count', 'chapter'],
  ['count_per_chapter', 'chapter'],
  ['total', 'so_far'],
  ['fox', 'index'],
  ['number_of_mentions', 'mention'],
  ['index', 'wrong_count'],
  ['fox', 'first_half'],
])('%s says more of a number than %s', (one, other) => {
  expect(rankOfKey(one)).toBeLessThan(rankOfKey(other));
});

it.each<[string, string | undefined]>([
  ['I left out the mistaken ones: ', 'mistaken'],
  ['Without the mistaken ones, the final list: ', 'right'],
  ['So far, the counts are ', 'partial'],
  ['In chapter 5 the numbers are ', 'place'],
  ['In all 5 sentences: ', 'mention'],
  ['The counts: ', 'count'],
  ['The penguin says ', undefined],
])('roleBefore(%j) is %s', (label, role) => {
  expect(roleBefore(label)).toBe(role);
});

it('knows the roles of lists that are not asked for', () => {
  expect((['mistaken', 'place', 'right', undefined] as const).map(isAside)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
