import { describe, expect, it } from 'vitest';
import { datasetNames } from '../../../../src/base/datasets.js';
import { loadLanguage } from '../../../../src/base/languages.js';
import { keywordPattern } from '../../../../src/benchmarks/needles/keywords.js';
import {
  loadNolimaWords,
  type NolimaWords,
} from '../../../../src/extras/more-benchmarks/nolima/pairs.js';
import { proseText, textsAcrossSlots } from '../../../../src/haystack/prose.js';

/** Words of a text in small letters; of Chinese, characters. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];
}

/** Words that a question shares with a fact, but for the common ones. */
function sharedWords(question: string, fact: string, { common }: NolimaWords): string[] {
  const known = new Set(wordsOf(fact.replace('{name}', '')));
  return wordsOf(question).filter((word) => known.has(word) && !common.includes(word));
}

describe.each(datasetNames('nolima/'))('the facts of NoLiMa in %s', (language) => {
  const words = loadNolimaWords(language);
  const { facts, names } = words;

  it('make at least 40 pairs of question and needle, over one and two hops', () => {
    expect(facts.length * 2 * 2).toBeGreaterThanOrEqual(40);
    expect(new Set(facts.map(({ name }) => name)).size).toBe(facts.length);
    const questions = facts.flatMap(({ oneHop, twoHop, direct }) => [oneHop, twoHop, direct]);
    expect(new Set(questions).size).toBe(questions.length);
  });

  it('share no word with their questions but common ones', () => {
    for (const fact of facts) {
      for (const question of [fact.oneHop, fact.twoHop]) {
        for (const needle of [fact.straight, fact.inverted]) {
          expect(sharedWords(question, needle, words), `${question} ${needle}`).toEqual([]);
        }
      }
    }
  });

  it('share words with the direct question', () => {
    for (const fact of facts) {
      for (const needle of [fact.straight, fact.inverted]) {
        expect(sharedWords(fact.direct, needle, words)).not.toEqual([]);
      }
    }
  });

  it('hold their key words, and the questions theirs', () => {
    for (const { keywords, straight, inverted, oneHop, twoHop, direct } of facts) {
      const texts = { fact: [straight, inverted, direct], oneHop: [oneHop], twoHop: [twoHop] };
      for (const [part, list] of Object.entries(keywords)) {
        for (const text of texts[part as keyof typeof texts]) {
          for (const keyword of list) expect(text).toMatch(keywordPattern(keyword));
        }
      }
    }
  });

  it('have key words and characters that invented prose cannot say', () => {
    const { prose } = loadLanguage(language);
    const text = proseText(prose);
    const keywords = facts.flatMap(({ keywords }) => Object.values(keywords).flat());
    const said = [...names, ...keywords].filter((phrase) => {
      const pattern = keywordPattern(phrase);
      return [text, ...textsAcrossSlots(prose, phrase)].some((one) => pattern.test(one));
    });
    expect(said).toEqual([]);
  });
});
