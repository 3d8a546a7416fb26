import { expect, it } from 'vitest';
import { normalKey, vocabularyOf } from '../../../src/answers/prepared-answer.js';
import { isUnderKey, rankIn } from '../../../src/answers/scanner/values.js';

const long = 'the_little_penguin_that_lives_on_a_high_mountain';
const vocabulary = vocabularyOf({ keys: ['little_penguin', '小企鹅', long] });

it('a key has no capital letters, separators, or ё', () => {
  expect(normalKey('Пингвинёнок_２-А б')).toBe('пингвиненок2аб');
});

it.each<[string, boolean, number | undefined]>([
  ['littlepenguin', false, 0],
  ['littlepenguin', true, 0],
  ['小企鹅', true, 1],
  ['littlepenguincounts', true, 3],
  ['小企鹅颗数', true, 4],
  ['小企鹅颗数', false, undefined],
  ['littlepenguinpages', true, undefined],
  ['小企鹅错误颗数', true, undefined],
  ['owl', true, undefined],
])('%j over a list (%j) has the rank %s', (key, isList, rank) => {
  expect(rankIn(vocabulary.keys, key, isList)).toBe(rank);
});

it.each([
  ['little_penguin: ', true],
  ['{"Little Penguin" : ', true],
  ['**Little penguin** = ', true],
  ["{'little_penguin' => ", true],
  [`"${long}"${' '.repeat(20)}: `, true],
  ['小企鹅：'.replace('：', ':'), true],
  ['little_penguin ', false],
  ['So: little_penguin ', false],
  ['owl: ', false],
])('behind %j a list stands under a key: %j', (before, isUnder) => {
  expect(isUnderKey(`${before}[3]`, before.length, vocabulary)).toBe(isUnder);
});
