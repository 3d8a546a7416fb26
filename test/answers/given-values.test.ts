import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownKey } from '../../src/answers/answer.js';
import { readableAnswer } from '../../src/answers/readable-answer.js';
import { expectLinear } from '../growth.js';

/** Of each value of a key how often it was replaced; nothing for one that is none of its values. */
function lagsOf(output: unknown, keys: readonly KnownKey[]) {
  return readableAnswer(output)
    .values(keys)
    .map((value, i) =>
      value?.index === undefined ? undefined : keys[i]!.values.length - 1 - value.index,
    );
}

const ASKED = [
  { key: 'bird', values: ['emu', 'grey heron', 'kea'] },
  { key: 'visual art', values: ['etching', 'fresco', 'mosaic'] },
];

describe('answers that give the last value of keys', () => {
  it.each([
    ['sentences', 'The current value of bird is kea. The current value of visual art is mosaic.'],
    ['any order', 'The current value of visual art is mosaic.\nThe current value of bird is kea.'],
    ['pairs on lines', 'bird: kea\nvisual art: mosaic'],
    ['pairs in a row', 'bird: kea; visual art: mosaic;'],
    ['bold and a list', '1. **bird**: kea\n2. **visual art**: mosaic'],
    [
      'quotation marks',
      'The current value of "bird" is "kea". The latest value of \'visual art\' is \'mosaic\'.',
    ],
    [
      'brackets',
      'The current value of <bird> is <kea>. The current value of [visual art] is [mosaic].',
    ],
    ['HTML', '<b>bird</b>: kea\n<i>visual art</i>: mosaic'],
    ['JSON', '{"bird": "kea", "visual art": "mosaic"}'],
    ['JSON in a sentence', 'Here it is: {"bird": "kea", "visual art": "mosaic"} as you asked.'],
    [
      'a list of objects',
      '[{"key": "bird", "value": "kea"}, {"key": "visual art", "value": "mosaic"}]',
    ],
    ['a table', '| key | value |\n|---|---|\n| bird | kea |\n| visual art | mosaic |'],
    ['capital letters', 'Bird: Kea\nVisual Art: Mosaic'],
    ['equals and arrows', 'bird = kea\nvisual art → mosaic\nbird — kea'],
    ['a remark behind', 'bird: kea (the last one)\nvisual art: mosaic - as of the last update'],
    ['the value behind', 'bird: The current value is kea.\nvisual art: the last value is mosaic.'],
    ['sentences with colons', 'Latest value of bird: kea; final value for visual art: mosaic'],
    ['Chinese sentences', 'bird的最新值是kea。visual art 的当前值为“mosaic”。'],
    ['the last one counts', 'bird: emu\nvisual art: fresco\nbird: kea\nvisual art: mosaic'],
    ['sentences before pairs', 'The current value of bird is kea. visual art: mosaic. bird: emu'],
  ])('reads %s', (_, answer) => {
    expect(lagsOf(answer, ASKED)).toEqual([0, 0]);
  });

  it('tells superseded values, others and none', () => {
    expect(lagsOf('bird: emu\nvisual art: fresco', ASKED)).toEqual([2, 1]);
    expect(readableAnswer('bird: Grey Heron').values(ASKED)).toEqual([
      { said: 'grey heron', index: 1 },
      undefined,
    ]);
    expect(readableAnswer('bird: ostrich').values(ASKED)).toEqual([{ said: 'ostrich' }, undefined]);
  });

  it.each([
    'bird: kea or emu',
    'bird: not kea',
    'bird: kea-like',
    'a bird is kea',
    'sea bird: kea',
    'kea',
  ])('does not take %j for an answer', (answer) => expect(lagsOf(answer, ASKED)[0]).not.toBe(0));

  it('tells values apart that begin alike, with marks in them', () => {
    const asked = [{ key: 'order A-17', values: ['v1.2', 'v1.2.3', '12:30', 'v1.2, late'] }];
    const lag = (answer: string) => lagsOf(answer, asked)[0];
    expect(
      ['v1.2, late', '12:30.', 'v1.2.3', 'v1.2'].map((value) => lag(`order A-17: ${value}`)),
    ).toEqual([0, 1, 2, 3]);
    expect(lag('order A-17: v1.2.4')).toBeUndefined();
  });

  it('takes parsed JSON, and nothing else, without throwing', () => {
    expect(lagsOf({ bird: 'kea', 'visual art': 'mosaic' }, ASKED)).toEqual([0, 0]);
    fc.assert(
      fc.property(fc.anything(), (output) => {
        expect(lagsOf(output, ASKED)).toHaveLength(2);
      }),
    );
  });

  it('reads in linear time', () => {
    expectLinear(
      [2000, 16_000],
      (size) => 'bird: '.repeat(size / 6),
      (answer) => lagsOf(answer, ASKED),
    );
  });
});
