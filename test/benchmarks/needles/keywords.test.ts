import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../src/answers/readable-answer.js';
import {
  heldKeyword,
  keywordPattern,
  keywordText,
} from '../../../src/benchmarks/needles/keywords.js';
import { markNeedles } from '../../../src/benchmarks/needles/mark-keywords.js';

const holds = (text: string, keyword: string) => heldKeyword(text, [keyword]) !== undefined;

describe('keywords', () => {
  it.each([
    ['It is TANGERINE.', 'tangerine'],
    ['They sell **kazoos**.', 'kazoo'],
    ['at the Quernstock\nmill', 'Quernstock mill'],
    ['the code is KV‑8083', 'KV-8083'],
    ['the count’s hat', "count's hat"],
    ['6,170 planks', '6170'],
    ['6170 planks', '6,170'],
    ['６１７ planks', '617'],
    ['６１７级', '617'],
    ['1.Tangerine,2.Kazoo', 'tangerine'],
    ['1.Tangerine,2.Kazoo', 'kazoo'],
    ['a waffle-iron', 'waffle iron'],
    ['KV 8083', 'KV-8083'],
    ['答案是Ｔｅｓｌａ。', 'Tesla'],
    ['是用易拉罐压成的', '易拉罐'],
    ['Where (behind a door)?', '(behind'],
    ['ключ у Ивана.', 'Ивана'],
  ])('%j holds %j', (text, keyword) => {
    expect(holds(text, keyword)).toBe(true);
  });

  it.each([
    ['in 1617', '617'],
    ['in 617.5 or 6,617', '617'],
    ['tangerineish', 'tangerine'],
    ['untangerine', 'tangerine'],
    ['portrait', 'port'],
    ['a hat', 'hats'],
    ['KV8083', 'KV-8083'],
    ['KV-8083.5', 'KV-8083'],
    ['', 'kazoo'],
  ])('%j does not hold %j', (text, keyword) => {
    expect(holds(text, keyword)).toBe(false);
  });

  it('keeps lines apart, so that a denial ends with its line', () => {
    expect(keywordText('Not  stated.\n \n\tTangerine')).toBe('not stated.\ntangerine');
    const needles = [{ keywords: ['tangerine'] }];
    expect(markNeedles(readableAnswer('not stated\nTangerine'), needles)).toEqual([1]);
    expect(markNeedles(readableAnswer('not tangerine'), needles)).toEqual([0]);
  });

  it('finds any keyword between other words, however it is written', () => {
    const keyword = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(keyword, (text) => {
        fc.pre(keywordText(text).trim() !== '');
        expect(holds(`x ${text} y`, text)).toBe(true);
        expect(holds(`x ${text.toUpperCase()} y`, text.toUpperCase())).toBe(true);
      }),
    );
  });

  it('searches long hostile texts in linear time', () => {
    for (const text of [' '.repeat(1e6), 'a '.repeat(5e5), '1,'.repeat(5e5), 'kazo'.repeat(25e4)]) {
      expect(holds(text, 'kazoo player 1,000')).toBe(false);
      expect(keywordPattern('a b').test(text)).toBe(false);
    }
  });
});
