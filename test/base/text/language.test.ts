import { afterEach, describe, expect, it } from 'vitest';
import {
  clauses,
  commas,
  languageNow,
  paragraph,
  say,
  sayCount,
  sentenceKey,
  sentences,
} from '../../../src/base/text/language.js';
import { speakAlways, speaking, speakTheirs } from '../../../src/base/text/speaking.js';
import { foreign } from '../../../src/measuring/document/foreign.js';

afterEach(() => speakAlways(undefined));

const sentence = (length: string) => say`at least ${length}`;

describe('a sentence', () => {
  it('is English unless another language is spoken', () => {
    expect(sentence('32K')).toBe('at least 32K');
    expect(speaking(['zh'], () => sentence('32K'))).toBe('至少 32K');
    expect(sentence('32K')).toBe('at least 32K');
  });

  it('is known by its words, with places for what is put in', () => {
    expect(sentenceKey(['', ' holds\n  ', '.'])).toBe('{0} holds {1}.');
  });

  it('is English where it has no words in the other language', () => {
    expect(speaking(['zh'], () => say`no such sentence of ${1}`)).toBe('no such sentence of 1');
  });

  it('has a space between Han and Latin, also around foreign names, and none within Han', () => {
    const shown = (name: string, tests: string) =>
      speaking(['zh'], () => say`${name} passes all ${tests}.`);
    expect(shown(foreign('gpt'), '3 个测试')).toBe(`${foreign('gpt')} 通过全部 3 个测试。`);
    expect(shown(foreign('甲'), '测试')).toBe(`${foreign('甲')}通过全部测试。`);
    expect(speaking(['zh'], () => paragraph(['一。', 'gpt 好。', '二']))).toBe('一。gpt 好。二');
  });

  it('ends where another follows, and stands as it is alone', () => {
    expect(sentences(['no letter', ''])).toBe('no letter');
    const several = () =>
      sentences(['the value', '', 'It begins: "A…"', 'Not "this."', 'Why?', 'So']);
    expect(several()).toBe('the value. It begins: "A…" Not "this." Why? So.');
    expect(speaking(['zh'], () => sentences(['漏掉', '正确。']))).toBe('漏掉。正确。');
  });

  it('joins parts as the language does', () => {
    const joined = () => [clauses(['a', '', 'b']), commas(['a', 'b', 1]), paragraph(['A.', 'B.'])];
    expect(joined()).toEqual(['a; b', 'a, b, 1', 'A. B.']);
    expect(speaking(['zh'], joined)).toEqual(['a；b', 'a、b、1', 'A. B.']);
    expect([clauses([]), commas([]), paragraph([])]).toEqual(['', '', '']);
  });

  it('counts', () => {
    expect([sayCount(1, 'prompt'), sayCount(2, 'prompt')]).toEqual(['1 prompt', '2 prompts']);
    expect(speaking(['zh'], () => sayCount(2, 'prompt'))).toBe('2 条提示词');
  });
});

describe('the language', () => {
  it('is that of all tests, where they have one and it has words', () => {
    expect(speaking(['zh', 'zh'], languageNow)).toBe('zh');
    expect(speaking(['zh', 'en'], languageNow)).toBe('en');
    expect(speaking(['fr'], languageNow)).toBe('en');
    expect(speaking([], languageNow)).toBe('en');
  });

  it('is spoken to the end of what is done in it, also while others speak', async () => {
    const slow = speaking(['zh'], async () => {
      await Promise.resolve();
      return languageNow();
    });
    expect(languageNow()).toBe('en');
    expect(await slow).toBe('zh');
  });

  it('is the one that a command is asked for, whatever the tests are in', () => {
    speakTheirs(['zh']);
    expect(languageNow()).toBe('zh');
    speakTheirs(['en']);
    expect(languageNow()).toBe('en');
    speakAlways('en');
    speakTheirs(['zh']);
    expect([languageNow(), speaking(['zh'], languageNow)]).toEqual(['en', 'en']);
    speakAlways('zh');
    speakTheirs(['en']);
    expect(languageNow()).toBe('zh');
  });
});
