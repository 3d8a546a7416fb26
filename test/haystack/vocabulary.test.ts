import type { TiktokenBPE } from 'js-tiktoken/lite';
import { describe, expect, it } from 'vitest';
import { NONE, Vocabulary } from '../../src/haystack/vocabulary.js';

const base64 = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64');

/** Tokens of one to four bytes, as js-tiktoken writes them: two lines, with ranks left out between. */
const TOKENS = [[0], [255], [65], [66], [65, 66], [255, 0, 65]];
const FAR = [
  [1, 2, 3, 4],
  [66, 66],
];
const small = new Vocabulary(
  `! 0 ${TOKENS.map(base64).join(' ')}\n! 100 ${FAR.map(base64).join(' ')}`,
);

describe('Vocabulary', () => {
  it('knows each token by its bytes', () => {
    for (const [rank, token] of TOKENS.entries()) {
      expect(small.rank(Uint8Array.from(token))).toBe(rank);
    }
    expect(small.rank(Uint8Array.of(1, 2, 3, 4))).toBe(100);
    expect(small.rank(Uint8Array.of(66, 66))).toBe(101);
  });

  it.each([[[]], [[1]], [[66, 65]], [[1, 2, 3]], [[1, 2, 3, 4, 5]]])(
    'knows no token %j',
    (bytes) => {
      expect(small.rank(Uint8Array.from(bytes))).toBe(NONE);
    },
  );

  it('knows what two tokens make together', () => {
    expect(small.joined(2, 3)).toBe(4);
    expect(small.joined(3, 3)).toBe(101);
    expect(small.joined(3, 2)).toBe(NONE);
    expect(small.joined(4, 3)).toBe(NONE);
  });

  it.each(['gpt2', 'p50k_edit', 'cl100k_base'])('reads all of %s', async (name) => {
    const { default: ranks } = (await import(`js-tiktoken/ranks/${name}`)) as {
      default: TiktokenBPE;
    };
    const vocabulary = new Vocabulary(ranks.bpe_ranks);
    let wrong = 0;
    for (const line of ranks.bpe_ranks.split('\n')) {
      const [, first, ...tokens] = line.split(' ');
      for (const [i, token] of tokens.entries()) {
        if (vocabulary.rank(Buffer.from(token, 'base64')) !== Number(first) + i) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });
});
