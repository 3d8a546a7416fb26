import { describe, expect, it } from 'vitest';
import {
  saidSide,
  saysAbsent,
  sideOf,
  standsInUnknown,
} from '../../src/answers/accepted-answers.js';

describe('sideOf', () => {
  it.each([
    ...(['Yes', 'yes.', '是', '네', 'да', 'sí'] as const).map((word) => [word, 'yes'] as const),
    ...(['No', 'nein', '不', '没有', '아니요', 'нет'] as const).map(
      (word) => [word, 'no'] as const,
    ),
    ...(['not', 'know', 'yes-man', '是谁', ''] as const).map((word) => [word, undefined] as const),
  ])('%j: %s', (word, side) => {
    expect(sideOf(word)).toBe(side);
  });
});

describe('saidSide', () => {
  it.each([
    ['Yes it is', 'yes'],
    ['"No"', 'no'],
    ['- no', 'no'],
    ['It says: no.', 'no'],
    ['没有任何限制', 'no'],
    ['네, 그렇습니다', 'yes'],
    ['No document says so', undefined],
    ['네덜란드', undefined],
    ['Yes and no', undefined],
    ['Yes. No.', undefined],
    ['nobody', undefined],
  ])('%j: %s', (text, side) => {
    expect(saidSide(text)).toBe(side);
  });
});

it('who does not know says neither', () => {
  expect(saysAbsent("No, I DON'T KNOW", [])).toBe(true);
  expect(saysAbsent('it is absent here', ['absent here'])).toBe(true);
  expect(saysAbsent('No.', ['absent here'])).toBe(false);
  const text = 'No idea. No.';
  expect(standsInUnknown(text, { start: 0, end: 2 }, [])).toBe(true);
  expect(standsInUnknown(text, { start: 9, end: 11 }, [])).toBe(false);
  expect(standsInUnknown('no idea', { start: 0, end: 7 }, [])).toBe(false);
});
