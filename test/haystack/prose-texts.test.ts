import { describe, expect, it } from 'vitest';
import { proseText, textsAcrossSlots } from '../../src/haystack/prose-texts.js';
import { needleInAHaystack } from '../../src/index.js';

const bank = {
  paragraph: [1, 2] as [number, number],
  sentences: ['{who} {did} the {what}, and left.', 'It rained.'],
  slots: {
    who: ['the cook', 'a fishmonger'],
    did: ['sharpened', 'sold'],
    what: ['knife', 'red boat'],
  },
};

const across = (phrase: string) => [...textsAcrossSlots(bank, phrase)];

describe('what prose can say', () => {
  it('has every filling between the literal texts around it', () => {
    const lines = proseText(bank).split('\n');
    expect(lines).toContain('A fishmonger ');
    expect(lines).toContain(' sold the ');
    expect(lines).toContain(' the red boat, and left.');
    expect(lines).toContain('It rained.');
  });

  it('has phrases that run over two slots or three, and hardly any others', () => {
    expect(across('fishmonger sharpened')).toEqual(['A fishmonger sharpened the ']);
    expect(across('cook sold the red boat')).toContain('The cook sold the red boat, and left.');
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
