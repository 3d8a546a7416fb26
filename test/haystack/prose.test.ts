import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES, loadLanguage } from '../../src/base/languages.js';
import { starWords } from '../../src/benchmarks/counting-stars/words.js';
import { Prose } from '../../src/haystack/prose.js';
import { sentenceBoundaries } from '../../src/haystack/sentences.js';

function proseOf(code: string, seed = 'a seed'): Prose {
  const { prose, between } = loadLanguage(code);
  return new Prose(prose, between, seed);
}

describe('Prose', () => {
  const bank = {
    paragraph: [2, 2] as [number, number],
    sentences: ['{who} sat down.'],
    slots: { who: ['she', 'he'] },
  };

  it('fills the slots of its sentences, in paragraphs', () => {
    expect(new Prose(bank, ' ', 'x').atLeast(60)).toMatch(
      /^(\n\n(She|He) sat down\. (She|He) sat down\.){2}\n\n(She|He) sat down\.$/,
    );
  });

  it('may have nothing between two sentences', () => {
    expect(new Prose(bank, '', 'x').atLeast(40)).toMatch(
      /^\n\n(She|He) sat down\.(She|He) sat down\.\n\n(She|He) sat down\.$/,
    );
  });
});

describe.each(LANGUAGE_CODES)('prose in %s', (code) => {
  it('is the same for the same seed', () => {
    expect(proseOf(code).atLeast(50_000)).toBe(proseOf(code).atLeast(50_000));
  });

  it('is another for another seed', () => {
    const one = proseOf(code, 'one').atLeast(5000);
    expect(proseOf(code, 'other').atLeast(5000).slice(0, 200)).not.toBe(one.slice(0, 200));
  });

  it('begins the same, however much of it is asked for and in however many steps', () => {
    const whole = proseOf(code).atLeast(30_000);
    const grown = proseOf(code);
    for (const length of [0, 1, 7000, 500, 7001, 20_000]) {
      const text = grown.atLeast(length);
      expect(text.length).toBeGreaterThanOrEqual(length);
      expect(whole.startsWith(text)).toBe(true);
    }
    expect(grown.atLeast(30_000)).toBe(whole);
  });

  const long = proseOf(code).atLeast(1_000_000);

  it('has no digits, no stars and no template braces in a million characters', () => {
    expect(long.match(/[\p{N}★☆{}]|%|#\}/u)).toBeNull();
  });

  it('never mentions who counts', () => {
    expect(long.toLowerCase()).not.toContain(starWords(code).subject);
  });

  it('has paragraphs of as many sentences as its bank says', () => {
    const [least, most] = loadLanguage(code).prose.paragraph;
    const paragraphs = long.split('\n\n').slice(1, -1);
    expect(paragraphs.length).toBeGreaterThan(100);
    for (const paragraph of paragraphs) {
      expect(paragraph).not.toContain('\n');
      // A sentence of the bank may end inside with quoted speech, so that it counts as two.
      const sentences = sentenceBoundaries(paragraph).length - 1;
      expect(sentences).toBeGreaterThanOrEqual(least);
      expect(sentences).toBeLessThanOrEqual(2 * most);
    }
  });

  it('is made of whole sentences', () => {
    for (const paragraph of long.split('\n\n').slice(1)) {
      expect(paragraph).toMatch(/[.!?。！？]["”’]*$/);
      expect(paragraph.charAt(0)).not.toMatch(/\p{Ll}/u);
    }
  });

  it('hardly repeats a sentence', () => {
    const boundaries = sentenceBoundaries(long.slice(0, 200_000));
    const sentences = boundaries.slice(1).map((end, i) => long.slice(boundaries[i], end).trim());
    expect(new Set(sentences).size / sentences.length).toBeGreaterThan(0.85);
  });
});
