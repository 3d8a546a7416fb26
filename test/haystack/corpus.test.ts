import { describe, expect, it } from 'vitest';
import { PieceCorpus } from '../../src/haystack/corpus.js';
import { hasPieces, type PieceTokenizer } from '../../src/haystack/summed.js';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';
import { referenceCount, tiktoken } from './reference-tokens.js';

const ENCODINGS = ['o200k_base', 'cl100k_base', 'gpt2'];

async function loadPieces(name: string): Promise<PieceTokenizer> {
  const tokenizer = await loadTokenizer(name);
  if (!hasPieces(tokenizer)) throw new Error(`${name} does not split a text into pieces`);
  return tokenizer;
}

function corpusOf(text: string, tokenizer: PieceTokenizer): PieceCorpus {
  return new PieceCorpus(text, tokenizer, tokenizer.pieceEnds(text)!);
}

/** A tokenizer that notes how much text it is asked to count. */
function watched(tokenizer: PieceTokenizer): { tokenizer: PieceTokenizer; counted: () => number } {
  let counted = 0;
  return {
    counted: () => counted,
    tokenizer: {
      name: tokenizer.name,
      pieceEnds: tokenizer.pieceEnds,
      countPiece: (piece) => {
        counted += piece.length;
        return tokenizer.countPiece(piece);
      },
      count: (text) => {
        counted += text.length;
        return tokenizer.count(text);
      },
    },
  };
}

describe('a corpus', () => {
  const text = 'One sentence here. Another one there! And a third, is it not? '.repeat(400);

  it('gives back the text between boundaries', async () => {
    const corpus = corpusOf('One. Two.\n\nThree', await loadPieces('gpt2'));
    expect(corpus.sentences).toBe(3);
    expect(corpus.slice(1, 3)).toBe(' Two.\n\nThree');
    expect(corpus.join([{ from: 0, to: 1 }, ' Star.', { from: 2, to: 3 }])).toBe(
      'One. Star.\n\nThree',
    );
  });

  it('knows the tokens of the whole corpus', async () => {
    for (const encoding of ENCODINGS) {
      const corpus = corpusOf(text, await loadPieces(encoding));
      expect(corpus.tokens).toBe(referenceCount(await tiktoken(encoding), text));
      const each = Array.from({ length: corpus.sentences }, (_, j) => corpus.tokensOfSentence(j));
      expect(each.reduce((a, b) => a + b)).toBe(corpus.tokens);
    }
  });

  it('reads only the sentences that a context has', async () => {
    const { tokenizer, counted } = watched(await loadPieces('o200k_base'));
    const corpus = corpusOf(text, tokenizer);
    expect(counted()).toBe(0);
    for (let j = 3; j < 120; j++) corpus.tokensOfSentence(j);
    expect(counted()).toBeGreaterThan(0);
    expect(counted()).toBeLessThan(text.length / 5);
  });

  it('counts no parts, empty runs and empty texts as nothing', async () => {
    const corpus = corpusOf(text, await loadPieces('gpt2'));
    expect(corpus.count([])).toBe(0);
    expect(corpus.count(['', { from: 5, to: 5 }, ''])).toBe(0);
  });

  it('ends where a piece of the corpus reaches beyond what is joined', async () => {
    const tokenizer = await loadPieces('qwen3');
    const corpus = corpusOf("He'll...  1.\n。”{{.\nIt is«、naïve。", tokenizer);
    const parts = [{ from: 1, to: corpus.sentences }];
    expect(corpus.count(parts)).toBe(tokenizer.count(corpus.join(parts)));
  });

  it('is empty for an empty text', async () => {
    const corpus = corpusOf('', await loadPieces('gpt2'));
    expect([corpus.sentences, corpus.tokens]).toEqual([0, 0]);
  });
});
