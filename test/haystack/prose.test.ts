import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES, loadLanguage } from '../../src/base/languages.js';
import { starWords } from '../../src/benchmarks/counting-stars/words.js';
import { Prose, proseText, textsAcrossSlots } from '../../src/haystack/prose.js';
import { sentenceBoundaries } from '../../src/haystack/sentences.js';
import { needleInAHaystack } from '../../src/index.js';

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

const slotted = {
  paragraph: [1, 2] as [number, number],
  sentences: ['{who} {did} the {what}, and left.', 'It rained.'],
  slots: {
    who: ['the cook', 'a fishmonger'],
    did: ['sharpened', 'sold'],
    what: ['knife', 'red boat'],
  },
};

const across = (phrase: string) => [...textsAcrossSlots(slotted, phrase)];

describe('what prose can say', () => {
  it('has every filling between the literal texts around it', () => {
    const lines = proseText(slotted).split('\n');
    expect(lines).toContain('A fishmonger ');
    expect(lines).toContain(' sold the ');
    expect(lines).toContain(' the red boat, and left.');
    expect(lines).toContain('It rained.');
  });

  it('has phrases that run over two slots, and hardly any others', () => {
    expect(across('fishmonger sharpened')).toEqual(['A fishmonger sharpened the ']);
    expect(across('cook sold the')).toEqual(['The cook sold the ']);
    expect(across('knife sold')).toEqual([' sold the knife, and left.']);
    expect(across('penguin')).toEqual([]);
  });
});

describe('a keyword', () => {
  it.each(['the fishmonger sharpened', 'fishmonger sharpened the'])(
    'that runs over slots of the prose is refused: %s',
    async (keyword) => {
      const needle = {
        sentence: `By the quay ${keyword} something.`,
        question: 'What happened by the quay?',
        keywords: [keyword],
      };
      await expect(
        needleInAHaystack({ haystack: 'prose', lengths: [2000], depths: 1, needle }),
      ).rejects.toThrow(/^haystack: prose can say "(the )?fishmonger sharpened/i);
    },
  );
});
