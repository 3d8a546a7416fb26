import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countJoined } from '../../src/haystack/joined-texts.js';
import { loadTokenizer, type Tokenizer } from '../../src/haystack/tokenizer.js';

const BITS = [
  'word ',
  'naïve ',
  "don't",
  '\n',
  '\n\n',
  '   ',
  '中文字符',
  '1234',
  '/',
  '...',
  '\t',
  '[',
  '] ',
];
const MORE = ['Ünï', '😀', 'a', '\r\n', "'s ", ' \n ', ' '];

/** Texts that come again, some of them longer than what is split anew at each end. */
const text = fc
  .array(fc.constantFrom(...BITS, ...MORE), { maxLength: 80 })
  .map((bits) => bits.join(''));
const parts = fc
  .array(text, { minLength: 1, maxLength: 4 })
  .chain((pool) => fc.array(fc.constantFrom(...pool), { maxLength: 8 }));

describe('countJoined', () => {
  it.each(['o200k_base', 'cl100k_base', 'gpt2', 'characters', 'words'])(
    'counts what %s counts in the whole text',
    async (name) => {
      const tokenizer = await loadTokenizer(name);
      fc.assert(
        fc.property(parts, (texts) => {
          expect(countJoined(tokenizer, texts)).toBe(tokenizer.count(texts.join('')));
        }),
        { numRuns: 300 },
      );
    },
  );

  it('splits the middle of a long text once', async () => {
    const { piece, countPiece, ...others } = (await loadTokenizer('words')) as Required<Tokenizer>;
    let pieces = 0;
    const counting = {
      ...others,
      piece,
      countPiece(one: string) {
        pieces++;
        return countPiece(one);
      },
    };
    const long = 'one two three '.repeat(1000);
    countJoined(counting, [long]);
    const once = pieces;
    expect(countJoined(counting, ['x ', long, 'y ', long])).toBe(6002);
    expect(pieces - once).toBeLessThan(once / 10);
  });

  it('counts the whole text where counts do not add up', () => {
    const tokenizer: Tokenizer = { name: 'length', count: (whole) => whole.length };
    expect(countJoined(tokenizer, ['ab', 'c'])).toBe(3);
  });
});
