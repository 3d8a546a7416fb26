/** Words of other languages: every sentence that is said has them, and no others are kept. */
import { describe, expect, it } from 'vitest';
import { SPOKEN } from '../../../src/base/text/speaking.js';
import { nested, sentences, untranslated, wordFiles } from '../../sentences.js';

const places = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort();

describe.each([...SPOKEN])('the words of %s', (code) => {
  const files = wordFiles(code);
  const words = new Map(files.flatMap(({ words: own }) => Object.entries(own)));

  it('are there for every sentence', () => {
    expect(untranslated(code).map(({ key, file }) => `${file}: ${key}`)).toEqual([]);
  });

  it('are of sentences that are said', () => {
    const keys = new Set(sentences.map(({ key }) => key));
    expect([...words.keys()].filter((key) => !keys.has(key))).toEqual([]);
  });

  it('stand in one file each', () => {
    const all = files.flatMap(({ words: own }) => Object.keys(own));
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
  });

  it('have the places of the English sentence', () => {
    const other = [...words].filter(
      ([english, text]) => places(text).join() !== places(english).join(),
    );
    expect(other).toEqual([]);
  });
});

it('is said within functions, when the language is known', () => {
  expect(sentences.filter(({ inFunction }) => !inFunction)).toEqual([]);
});

it('takes no slot that holds another sentence, which nobody could proofread or translate', () => {
  expect(nested.map(({ file, key, slot }) => `${file}: ${key} <- ${slot}`)).toEqual([]);
});
