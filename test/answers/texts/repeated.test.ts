import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutRepeated } from '../../../src/answers/texts/repeated.js';
import { expectLinear } from '../../growth.js';

const sentences = Array.from({ length: 60 }, (_, i) => `Entry ${i * 37} is by clerk ${i % 7}.`);
const prompt = sentences.join(' ');

describe('withoutRepeated', () => {
  it('leaves out all of a prompt that is repeated, whatever white space it has', () => {
    expect(withoutRepeated(prompt, prompt).trim()).toBe('');
    expect(withoutRepeated(sentences.join('\n\n'), prompt).trim()).toBe('');
    expect(withoutRepeated(`So:\n${prompt}\nIt is 42.`, prompt)).toBe('So:\n\n\nIt is 42.');
  });

  it('keeps a quotation of a sentence or two', () => {
    const quoted = `"${sentences[4]} ${sentences[5]}", so it is 42.`;
    expect(withoutRepeated(quoted, prompt)).toBe(quoted);
  });

  it('keeps one document as a whole, and no more', () => {
    const documents = [0, 1, 2].map((i) => ({
      title: `Part ${i}`,
      text: sentences.slice(20 * i, 20 * i + 20).join(' '),
    }));
    const quoted = `${documents[1]!.text} [2]`;
    expect(withoutRepeated(quoted, prompt)).not.toBe(quoted);
    expect(withoutRepeated(quoted, prompt, documents)).toBe(quoted);
    expect(withoutRepeated(prompt, prompt, documents).trim()).toBe('');
  });

  it('finds a run wherever it begins and ends', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.integer({ min: 260, max: 700 }), (start, length) => {
        const run = prompt.slice(start, start + length);
        expect(withoutRepeated(`#${run}#`, prompt).replace(/\s/g, '')).toBe('##');
      }),
    );
  });

  it('takes time that grows with the length of answer and prompt only', { tags: ['slow'] }, () => {
    for (const piece of ['a', 'ab ', `${'a'.repeat(79)}b`, prompt, prompt.slice(0, 100)]) {
      const long = (length: number) => piece.repeat(Math.ceil(length / piece.length));
      expectLinear([4000, 32_000], long, (text) => withoutRepeated(text, `${text.slice(5)}c`));
      expectLinear([4000, 32_000], long, (text) => withoutRepeated(text, 'a'.repeat(5000)));
    }
  });
});
