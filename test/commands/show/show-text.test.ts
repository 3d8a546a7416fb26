import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedPrompt, shownText } from '../../../src/commands/show/show-text.js';
import type { Case } from '../../../src/contract/case.js';
import { caseId } from '../../../src/contract/case-identity.js';
import { countingStars } from '../../../src/index.js';

const look = { whole: true, colour: false };
const words = (text: string) => String(text.split(' ').filter(Boolean).length);

describe('markedPrompt', () => {
  it('marks evidence, and counts what it leaves out', () => {
    const sky = 'word '.repeat(200);
    const text = `${sky}star one.${sky}`;
    const marked = markedPrompt(
      text,
      [{ start: 1000, end: 1009 }],
      { ...look, whole: false },
      words,
    );
    // 120 characters, which are 24 words, stay on each side of a gap; 800 at the end.
    expect(marked).toBe(
      `${'word '.repeat(24)}\n… 152 tokens …\n${'word '.repeat(24)}»star one.«${sky}`,
    );
  });

  it('reverses evidence in a terminal with colours', () => {
    const evidence = [{ start: 2, end: 3 }];
    expect(markedPrompt('a b c', evidence, { ...look, colour: true }, words)).toBe(
      'a \u001b[7mb\u001b[27m c',
    );
  });

  it('marks pieces that overlap once', () => {
    const evidence = [
      { start: 0, end: 3 },
      { start: 1, end: 2 },
      { start: 2, end: 5 },
    ];
    expect(markedPrompt('abcdefg', evidence, look, words)).toBe('»abc«»de«fg');
  });

  it('lets nothing of the prompt move the cursor', () => {
    const text = 'a\u001b[2J\r\u202eb\nc\ud800';
    expect(markedPrompt(text, [{ start: 0, end: 1 }], look, words)).toBe('»a« [2J  b\nc ');
  });

  it('keeps every sign of a whole prompt', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', ' ', '★', '\n'), maxLength: 60 });
    const spans = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 6 });
    fc.assert(
      fc.property(texts, spans, (text, pairs) => {
        const evidence = pairs
          .map(([start, length]) => ({ start, end: Math.min(text.length, start + length) }))
          .sort((a, b) => a.start - b.start);
        expect(markedPrompt(text, evidence, look, words).replace(/[»«]/g, '')).toBe(text);
      }),
    );
  });
});

describe('shownText', () => {
  it('shows a prompt that nobody was asked, with every piece of its evidence', async () => {
    const [one] = await countingStars({ stars: 4, lengths: [1000] });
    const theCase = one!.vars!.case as unknown as Case;
    const found = {
      id: caseId(theCase),
      description: 'a test',
      number: 1,
      case: theCase,
      name: 'echo',
      provider: { id: 'echo' },
    };
    const text = await shownText([found], { ...look, colour: true, width: 80 });
    const plain = stripVTControlCharacters(text);
    expect(plain).toMatch(/^Prompt of \d{3} tokens, as built for echo:$/m);
    expect(plain).toContain('Evidence: 4 pieces in the prompt\n1. at 0.25: The little penguin');
    expect(text.split('\u001b[7mThe little penguin counted ')).toHaveLength(5);
  });
});
