import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CorpusPart, IndexedCorpus } from '../../src/haystack/corpus.js';
import { hasPieces, type PieceTokenizer } from '../../src/haystack/pieces.js';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';
import { hostileSentences, hostileText } from './hostile-text.js';
import { packageCount } from './library-tokenizer.js';
import { referenceCount, tiktoken } from './reference-tokens.js';

const ENCODINGS = ['o200k_base', 'cl100k_base', 'gpt2'];
const PACKAGES = ['qwen3', 'claude'];

/** What a tokenizer's own library counts. */
async function reference(name: string): Promise<(text: string) => number> {
  if (PACKAGES.includes(name)) return packageCount(name);
  const encoding = await tiktoken(name);
  return (text) => referenceCount(encoding, text);
}

async function loadPieces(name: string): Promise<PieceTokenizer> {
  const tokenizer = await loadTokenizer(name);
  if (!hasPieces(tokenizer)) throw new Error(`${name} does not split a text into pieces`);
  return tokenizer;
}

function indexed(text: string, tokenizer: PieceTokenizer): IndexedCorpus {
  return new IndexedCorpus(text, tokenizer, tokenizer.pieceEnds(text)!);
}

interface Numbers {
  from: number;
  length: number;
}

/** A literal, or a run of sentences before it is known how many there are. */
type PartPlan = string | Numbers;

const partPlan: fc.Arbitrary<PartPlan> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ from: fc.nat(200), length: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ from: fc.nat(200), length: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n', "'", "'s", '。', '1', 'a', '.', '★') },
  { weight: 1, arbitrary: fc.constantFrom(' The little penguin counted 3 ★.', '小企鹅数了3颗★。') },
  { weight: 1, arbitrary: hostileText(6) },
);

const plans = fc.array(partPlan, { minLength: 1, maxLength: 7 });

/** Make runs of the plans; a run that goes beyond the corpus's end goes on at its beginning. */
function partsOf(plan: readonly PartPlan[], sentences: number): CorpusPart[] {
  return plan.flatMap((part): CorpusPart[] => {
    if (typeof part === 'string') return [part];
    const from = part.from % sentences;
    const to = from + (part.length % (sentences + 1));
    return to <= sentences
      ? [{ from, to }]
      : [
          { from, to: sentences },
          { from: 0, to: to - sentences },
        ];
  });
}

async function expectExactCounts(
  encoding: string,
  texts: fc.Arbitrary<string>,
  numRuns: number,
): Promise<void> {
  // Splicing is the same code for all; a package's library is slow.
  const runs = PACKAGES.includes(encoding) ? numRuns / 4 : numRuns;
  const [tokenizer, expected] = [await loadPieces(encoding), await reference(encoding)];
  fc.assert(
    fc.property(texts, plans, (text, plan) => {
      const pieceEnd = tokenizer.pieceEnds(text);
      fc.pre(pieceEnd !== undefined);
      const corpus = new IndexedCorpus(text, tokenizer, pieceEnd!);
      fc.pre(corpus.sentences > 0);
      const parts = partsOf(plan, corpus.sentences);
      expect(corpus.count(parts)).toBe(expected(corpus.join(parts)));
    }),
    { numRuns: runs },
  );
}

describe.each([...ENCODINGS, ...PACKAGES])(
  'with %s, the count of spliced parts is that of their text',
  (encoding) => {
    it('for hostile sentences', async () => {
      await expectExactCounts(encoding, hostileSentences(30), 200);
    });

    it('for hostile text', async () => {
      await expectExactCounts(encoding, hostileText(80), 100);
    });

    it('for sentences that start with white space, digits and contractions', async () => {
      const sentence = fc
        .tuple(
          fc.constantFrom('\n', '\n\n', ' ', '   ', '\n   ', '    \n', ' \n  ', '\t'),
          fc.constantFrom('12', "'s", 'A', "'", '5', '"', 'W', '4567', '。', '—', ''),
          fc.constantFrom('1.', 'b.', '.', '!', "'", "'l.", 'ab.', '345.', '.\n'),
        )
        .map((texts) => texts.join(''));
      const text = fc.array(sentence, { minLength: 3, maxLength: 30 }).map((all) => all.join(''));
      await expectExactCounts(encoding, text, 160);
    });

    it('for ordinary prose', async () => {
      const sentence = fc.constantFrom(
        ...[' Call me Ishmael.', ' It was dark!', '\n\nCHAPTER 7. The Chapel', ' “Why?” he asked.'],
        ...["\n\n'Tis well.", ' 他说：“走吧！”', '天黑了。', ' He had $1,000.50 in 1851.'],
      );
      const text = fc.array(sentence, { minLength: 5, maxLength: 60 }).map((all) => all.join(''));
      await expectExactCounts(encoding, text, 100);
    });
  },
);

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

describe('IndexedCorpus', () => {
  const text = 'One sentence here. Another one there! And a third, is it not? '.repeat(400);

  it('gives back the text between boundaries', async () => {
    const corpus = indexed('One. Two.\n\nThree', await loadPieces('gpt2'));
    expect(corpus.sentences).toBe(3);
    expect(corpus.slice(1, 3)).toBe(' Two.\n\nThree');
    expect(corpus.join([{ from: 0, to: 1 }, ' Star.', { from: 2, to: 3 }])).toBe(
      'One. Star.\n\nThree',
    );
  });

  it('knows the tokens of the whole corpus', async () => {
    for (const encoding of ENCODINGS) {
      const corpus = indexed(text, await loadPieces(encoding));
      expect(corpus.tokens).toBe(referenceCount(await tiktoken(encoding), text));
      const each = Array.from({ length: corpus.sentences }, (_, j) => corpus.tokensOfSentence(j));
      expect(each.reduce((a, b) => a + b)).toBe(corpus.tokens);
    }
  });

  it('counts a long run by reading only the text around its ends', async () => {
    const { tokenizer, counted } = watched(await loadPieces('o200k_base'));
    const corpus = indexed(text, tokenizer);
    expect(corpus.tokens).toBeGreaterThan(0);
    const before = counted();
    corpus.count([{ from: 3, to: 600 }, ' A star.', { from: 600, to: 1190 }, '\n\nA question?']);
    expect(counted() - before).toBeLessThan(600);
  });

  it('reads only the sentences that a context has', async () => {
    const { tokenizer, counted } = watched(await loadPieces('o200k_base'));
    const corpus = indexed(text, tokenizer);
    expect(counted()).toBe(0);
    corpus.count([{ from: 3, to: 100 }, ' A star.', { from: 100, to: 120 }]);
    expect(counted()).toBeGreaterThan(0);
    expect(counted()).toBeLessThan(text.length / 5);
  });

  it('counts no parts, empty runs and empty texts as nothing', async () => {
    const corpus = indexed(text, await loadPieces('gpt2'));
    expect(corpus.count([])).toBe(0);
    expect(corpus.count(['', { from: 5, to: 5 }, ''])).toBe(0);
  });

  it('ends where a piece of the corpus reaches beyond what is joined', async () => {
    const tokenizer = await loadPieces('qwen3');
    const corpus = indexed("He'll...  1.\n。”{{.\nIt is«、naïve。", tokenizer);
    const parts = [{ from: 1, to: corpus.sentences }];
    expect(corpus.count(parts)).toBe(tokenizer.count(corpus.join(parts)));
  });

  it('is empty for an empty text', async () => {
    const corpus = indexed('', await loadPieces('gpt2'));
    expect([corpus.sentences, corpus.tokens]).toEqual([0, 0]);
  });
});
