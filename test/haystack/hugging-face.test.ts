import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadHuggingFace } from '../../src/haystack/hugging-face.js';
import { hasPieces } from '../../src/haystack/pieces.js';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';
import { hostileText } from './hostile-text.js';
import { libraryCount, packageCount } from './library-tokenizer.js';

const folder = mkdtempSync(join(tmpdir(), 'hugging-face-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The characters that stand for bytes in vocabularies. */
const BYTES = Array.from({ length: 256 }, (_, byte) => {
  const isPrinted = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  const others = Array.from({ length: byte }, (_, i) => i).filter(
    (i) => !((i > 32 && i < 127) || (i > 160 && i !== 173)),
  );
  return String.fromCharCode(isPrinted ? byte : 256 + others.length);
});

/** Two ways to "the": which is gone depends on the ranks of pairs, not of what they make. */
const MERGES = ['h e', 't h', 'th e', 't he', 'Ġ t', 'Ġ the', 'Ġt he', '1 2', '12 3', 'Ċ Ċ', 'ã Ģ'];

const step = (Regex: string) => ({
  type: 'Split',
  pattern: { Regex },
  behavior: 'Isolated',
  invert: false,
});
const bytes = { type: 'ByteLevel', add_prefix_space: false, use_regex: false };
const words = step(
  String.raw`[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
);
const sequence = (...pretokenizers: object[]) => ({ type: 'Sequence', pretokenizers });

function definition(changes: object = {}, model: object = {}): object {
  const tokens = [...BYTES, ...MERGES.map((merge) => merge.replace(' ', ''))];
  return {
    normalizer: null,
    pre_tokenizer: sequence(words, bytes),
    added_tokens: [],
    post_processor: null,
    decoder: null,
    model: {
      type: 'BPE',
      vocab: Object.fromEntries([...new Set(tokens)].map((token, i) => [token, i])),
      merges: MERGES,
      ...model,
    },
    ...changes,
  };
}

const token = (content: string, other: object = {}) => ({
  id: 999,
  content,
  special: true,
  ...other,
});

const KINDS: Record<string, object> = {
  'one expression': definition(),
  'the expression of GPT-2': definition({ pre_tokenizer: { ...bytes, use_regex: true } }),
  'several expressions': definition({
    pre_tokenizer: sequence(step(String.raw`\p{N}{1,3}`), step('[一-龥]+'), words, bytes),
  }),
  'single digits': definition({
    pre_tokenizer: sequence(
      { type: 'Digits', individual_digits: true },
      { ...bytes, use_regex: true },
    ),
  }),
  'runs of digits': definition({
    pre_tokenizer: sequence({ type: 'Digits', individual_digits: false }, words, bytes),
  }),
  'a normal form': definition({ normalizer: { type: 'NFC' } }),
  'several normal forms': definition({
    normalizer: { type: 'Sequence', normalizers: [{ type: 'NFKD' }, { type: 'NFC' }] },
  }),
  'added tokens': definition({
    normalizer: { type: 'NFKC' },
    added_tokens: [
      token('<|endoftext|>'),
      token('<|im_start|>'),
      token('...', { special: false, normalized: true }),
      token('..', { special: false, normalized: false }),
    ],
  }),
  'merges as pairs': definition({}, { merges: MERGES.map((merge) => merge.split(' ')) }),
  'whole pieces before merges': definition({}, { ignore_merges: true }),
  'missing bytes': definition({
    model: { type: 'BPE', vocab: { t: 0, h: 1, th: 2 }, merges: ['t h'] },
  }),
};

function load(name: string, content: object) {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(content));
  return loadHuggingFace(name, file);
}

describe('a byte-level BPE counts piece by piece what the library counts', () => {
  it.each(Object.keys(KINDS))('with %s', async (kind) => {
    const tokenizer = await load(kind, KINDS[kind]!);
    expect(hasPieces(tokenizer)).toBe(true);
    const expected = libraryCount(KINDS[kind]!);
    const the = fc.constantFrom('the', ' the', 'thethe', '123', '1234', '　', '\n\n\n');
    const text = fc.array(fc.oneof(hostileText(8), the)).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (one) => {
        expect(tokenizer.count(one)).toBe(expected(one));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['qwen3', 'claude'])('%s', async (name) => {
    const [tokenizer, expected] = [await loadTokenizer(name), packageCount(name)];
    expect(hasPieces(tokenizer)).toBe(true);
    fc.assert(
      fc.property(fc.oneof(hostileText(30), fc.string({ unit: 'binary' })), (text) => {
        expect(tokenizer.count(text)).toBe(expected(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe('pieces add up only where the text is encoded as it stands', () => {
  it.each([
    ['plain text', 'The café', true],
    ['an accent of its own', 'The cafe\u0301', false],
    ['a special token', 'behind <|endoftext|>', false],
  ])('%s', async (_, text, isPlain) => {
    const tokenizer = await loadTokenizer('qwen3');
    const ends = hasPieces(tokenizer) && tokenizer.pieceEnds(text);
    expect(ends !== undefined).toBe(isPlain);
  });
});

describe('whole texts are counted', () => {
  it.each([
    [
      'a space is put in front',
      { pre_tokenizer: { ...bytes, use_regex: true, add_prefix_space: true } },
    ],
    ['there are no expressions', { pre_tokenizer: bytes }],
    ['an expression looks far ahead', { pre_tokenizer: sequence(step('a(?=b*c)|.'), bytes) }],
    [
      'text is replaced',
      { normalizer: { type: 'Replace', pattern: { String: 'a' }, content: 'b' } },
    ],
    ['a token takes the space before it', { added_tokens: [token('<x>', { lstrip: true })] }],
  ])('where %s', async (name, changes) => {
    const content = definition(changes);
    const tokenizer = await load(name, content);
    expect(hasPieces(tokenizer)).toBe(false);
    const text = 'ab a the <x> 12';
    expect(tokenizer.count(text)).toBe(libraryCount(content)(text));
  });
});
