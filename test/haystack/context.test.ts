import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadLanguage } from '../../src/base/languages.js';
import type { Case, HaystackReference } from '../../src/contract/case.js';
import type { BuiltPrompt } from '../../src/generators/hidden-prompt.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { buildContext, type ContextPlan } from '../../src/haystack/context.js';
import { Prose } from '../../src/haystack/prose.js';
import { sentenceBoundaries } from '../../src/haystack/sentences.js';
import { haystackText } from '../../src/haystack/texts.js';
import { type CountingStarsConfig, countingStars } from '../../src/index.js';
import { referenceCount, tiktoken, tokensBefore } from './reference-tokens.js';

const STAR: Record<string, RegExp> = {
  en: / ?The little penguin counted \d+ ★\./g,
  zh: /小企鹅数了\d+颗★。/g,
};

let folder: string;
const files: Record<string, string> = {};

/** Texts of users, each with a difficulty of its own. */
const TEXTS: Record<string, () => string> = {
  'windows.txt': () =>
    Array.from(
      { length: 900 },
      (_, i) =>
        `Report ${i}\r\n\r\nMr. Smith paid $${i}.50 to J. R. Doe, etc. and left. "Why?" he asked.\r\n` +
        `It wasn't ${i % 7} days! They'd said so...\r\n\r\n`,
    ).join(''),
  'server.log': () =>
    Array.from(
      { length: 5000 },
      (_, i) => `2024-01-${10 + (i % 20)}T00:00:${10 + (i % 50)} GET /p/${i * 37} 200 ${i % 9}ms`,
    ).join('\n'),
  'code.txt': () =>
    Array.from(
      { length: 1500 },
      (_, i) => `function f${i}(a, b) {\n    if (a > ${i}) {\n        return b;\n    }\n}\n\n`,
    ).join(''),
  'poem.txt': () =>
    Array.from(
      { length: 2000 },
      (_, i) =>
        `　　第${'一二三四五六七八九十'[i % 10]}行：月落乌啼霜满天${'，江枫渔火对愁眠'.slice(0, i % 9)}。`,
    ).join('\n'),
  'mixed.txt': () =>
    Array.from(
      { length: 1500 },
      (_, i) => `他说：“OK，${i}次！”然后走了。He's 好 at it. 😀 Yes… “No.” 真的吗？\n`,
    ).join(''),
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-'));
  for (const [name, text] of Object.entries(TEXTS)) {
    files[name] = join(folder, name);
    writeFileSync(files[name], text());
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Grid {
  language: 'en' | 'zh';
  tokenizer: string;
  haystack: string;
  stars: number;
  tokens: number;
  seed: number;
}

type HiddenCase = Case & { haystack: HaystackReference };

async function makeCase(grid: Grid, extra: { reserve?: number } = {}): Promise<HiddenCase> {
  const { language, tokenizer, haystack, stars, tokens, seed } = grid;
  const tests = await countingStars({
    language,
    tokenizer,
    haystack: files[haystack] ?? haystack,
    repeat: true,
    stars,
    lengths: [tokens],
    seeds: [seed],
    ...extra,
  });
  return tests[0]!.vars!.case as unknown as HiddenCase;
}

/** A prompt as the test reads it: its haystack without the stars, and where each star stood. */
interface Reading {
  haystack: string;
  stars: { text: string; at: number }[];
}

function readStars(prompt: BuiltPrompt, language: string): Reading {
  const stars: Reading['stars'] = [];
  let haystack = '';
  let from = 0;
  for (const match of prompt.context.matchAll(STAR[language]!)) {
    haystack += prompt.context.slice(from, match.index);
    stars.push({ text: match[0], at: haystack.length });
    from = match.index + match[0].length;
  }
  return { haystack: haystack + prompt.context.slice(from), stars };
}

/** The haystack's whole text, as long as a ring of `length` characters can need. */
function ringText(theCase: HiddenCase, length: number): string {
  if (theCase.haystack === 'prose') {
    const { prose, between } = loadLanguage(theCase.language);
    const seed = `prose/${theCase.language}/${theCase.seed}`;
    return new Prose(prose, between, seed).atLeast(2 * length + 400_000);
  }
  const round = `\n\n${haystackText(theCase.haystack).trim()}`;
  return round.repeat(Math.ceil(length / round.length) + 1);
}

/**
 * A piece of a text that an encoding splits off as one, in tokens: a word and its punctuation, in
 * Chinese a whole clause. Positions are exact to within one.
 */
const PIECE_TOKENS = 60;

const SENTENCE_END = /[.!?…。！？]["'”’」』）)\]*_]*$/;

/** Whether a place between two texts is one where a sentence, a line or a paragraph ends. */
function isBetweenSentences(before: string, after: string): boolean {
  if (before.trim() === '' || after.trim() === '') return true;
  if (/^[^\S\n]*\n/.test(after)) return true;
  return SENTENCE_END.test(before) && !/^\s+["'“‘(]*\p{Ll}/u.test(after);
}

const grids: fc.Arbitrary<Grid> = fc.record({
  language: fc.constantFrom('en' as const, 'zh' as const),
  tokenizer: fc.constantFrom('o200k_base', 'o200k_base', 'cl100k_base', 'gpt2', 'p50k_base'),
  haystack: fc.constantFrom('moby-dick', 'moby-dick', 'prose', 'prose', ...Object.keys(TEXTS)),
  stars: fc.integer({ min: 1, max: 64 }),
  tokens: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 500, max: 8000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 8000, max: 32_000 }) },
  ),
  seed: fc.integer({ min: 1, max: 50 }),
});

/** A star takes up to 12 tokens, up to 25 in the old Chinese encodings, and as many around it. */
function fits({ stars, tokens, language, tokenizer }: Grid): boolean {
  const old = language === 'zh' && !/[ol]/.test(tokenizer.charAt(1));
  return 400 + stars * (language === 'zh' || old ? 60 : 42) <= tokens;
}

async function expectExact(grid: Grid): Promise<void> {
  const theCase = await makeCase(grid);
  const prompt = await buildPrompt(theCase);
  const encoding = await tiktoken(grid.tokenizer);
  const count = (text: string) => referenceCount(encoding, text);
  const room = grid.tokens - theCase.reserve;

  expect(count(prompt.prompt), 'the stated count').toBe(prompt.promptTokens);
  expect(prompt.promptTokens, 'never longer').toBeLessThanOrEqual(room);
  expect(room - prompt.promptTokens, 'hardly shorter').toBeLessThanOrEqual(
    Math.max(40, 0.002 * grid.tokens),
  );

  const { haystack, stars } = readStars(prompt, grid.language);
  expect(stars, 'every star is there').toHaveLength(grid.stars);
  expect(prompt.prompt.split('★').length - 1 - grid.stars, 'one more ★ in the question').toBe(
    prompt.question.split('★').length - 1,
  );
  expect(
    ringText(theCase, haystack.length).includes(haystack.trimStart()),
    'the rest is a piece of the corpus, unchanged',
  ).toBe(true);

  const boundaries = sentenceBoundaries(haystack);
  const before = await tokensBefore(grid.tokenizer, haystack);
  const total = before[haystack.length]!;
  for (const [i, { at }] of stars.entries()) {
    const [left, right] = [haystack.slice(Math.max(0, at - 60), at), haystack.slice(at, at + 60)];
    expect(
      isBetweenSentences(left, right),
      `star ${i + 1} is between sentences: ${JSON.stringify([left, right])}`,
    ).toBe(true);
    const ideal = ((i + 1) / grid.stars) * total;
    const next = boundaries.findIndex((boundary) => before[boundary]! >= ideal);
    const sentence = before[boundaries[next]!]! - before[boundaries[Math.max(0, next - 1)]!]!;
    expect(
      Math.abs(before[at]! - ideal),
      `star ${i + 1} is within a sentence of its position`,
    ).toBeLessThanOrEqual(sentence + PIECE_TOKENS);
    expect(Math.abs(prompt.positions[i]! * total - before[at]!)).toBeLessThan(PIECE_TOKENS);
  }
}

describe('a prompt is exact', () => {
  it('for a random sample of grids', async () => {
    await fc.assert(fc.asyncProperty(grids.filter(fits), expectExact), { numRuns: 8 });
  }, 600_000);

  it.each<Grid>([
    {
      language: 'en',
      tokenizer: 'o200k_base',
      haystack: 'moby-dick',
      stars: 64,
      tokens: 64_000,
      seed: 1,
    },
    {
      language: 'zh',
      tokenizer: 'o200k_base',
      haystack: 'prose',
      stars: 32,
      tokens: 16_000,
      seed: 2,
    },
    {
      language: 'zh',
      tokenizer: 'cl100k_base',
      haystack: 'prose',
      stars: 32,
      tokens: 4000,
      seed: 3,
    },
    { language: 'en', tokenizer: 'gpt2', haystack: 'prose', stars: 16, tokens: 8000, seed: 4 },
    {
      language: 'en',
      tokenizer: 'cl100k_base',
      haystack: 'moby-dick',
      stars: 1,
      tokens: 500,
      seed: 5,
    },
  ])('$language $haystack $tokens tokens of $tokenizer with $stars stars', expectExact);

  it('where lines are all equally long, and the joins at the stars decide', async () => {
    for (const tokens of [2065, 2377, 2689, 3001, 3073]) {
      const grid = { language: 'en', haystack: 'server.log', tokenizer: 'o200k_base' } as const;
      await expectExact({ ...grid, stars: 25, tokens, seed: 1 });
    }
  });

  it.each<[Grid['language'], string, string]>([
    ['en', 'moby-dick', 'o200k_base'],
    ['en', 'prose', 'cl100k_base'],
    ['zh', 'prose', 'o200k_base'],
    ['zh', 'prose', 'cl100k_base'],
  ])('at every length: %s %s %s', async (language, haystack, tokenizer) => {
    const tests = await countingStars({
      ...{ language, haystack, tokenizer, stars: 16, reserve: 150 },
      // More than the longest sentence has.
      lengths: Array.from({ length: 300 }, (_, i) => 3000 + i),
    });
    const failures: number[] = [];
    for (const test of tests) {
      const theCase = test.vars!.case as unknown as HiddenCase;
      await buildPrompt(theCase).catch(() => failures.push(theCase.tokens));
    }
    expect(tests).toHaveLength(300);
    expect(failures).toEqual([]);
  });

  it('with the last star right before the question', async () => {
    const grid: Grid = {
      ...{ language: 'en', tokenizer: 'o200k_base', haystack: 'moby-dick' },
      ...{ stars: 8, tokens: 4000, seed: 1 },
    };
    const { context, prompt, question } = await buildPrompt(await makeCase(grid));
    expect(context).toMatch(/ The little penguin counted \d+ ★\.$/);
    expect(prompt).toBe(`${context}\n\n${question}`);
  });
});

const moby: Grid = {
  ...{ language: 'en', tokenizer: 'o200k_base', haystack: 'moby-dick' },
  ...{ stars: 16, tokens: 6000, seed: 1 },
};

/** Build in a process that has loaded nothing yet. */
async function buildAfresh(theCase: HiddenCase): Promise<BuiltPrompt> {
  vi.resetModules();
  const fresh = await import('../../src/generators/prompt.js');
  return fresh.buildPrompt(structuredClone(theCase));
}

describe('the same Case gives the same bytes', () => {
  it.each<Grid>([
    moby,
    { ...moby, haystack: 'prose' },
    { ...moby, haystack: 'prose', language: 'zh', tokenizer: 'cl100k_base' },
    { ...moby, haystack: 'windows.txt' },
  ])('$language $haystack $tokenizer', async (grid) => {
    const theCase = await makeCase(grid);
    const prompt = await buildPrompt(theCase);
    expect(await buildAfresh(theCase)).toEqual(prompt);
  });

  it.each(['en', 'zh'] as const)('whatever was built before, prose in %s', async (language) => {
    const small = await makeCase({ ...moby, haystack: 'prose', language });
    const large = await makeCase({ ...moby, haystack: 'prose', language, tokens: 30_000 });
    const alone = await buildAfresh(small);
    vi.resetModules();
    const { buildPrompt: build } = await import('../../src/generators/prompt.js');
    await build(large);
    expect((await build(small)).prompt).toBe(alone.prompt);
  });

  it('and another seed gives another start in the haystack', async () => {
    const starts = new Set<string>();
    for (let seed = 1; seed <= 5; seed++) {
      starts.add((await buildPrompt(await makeCase({ ...moby, seed }))).context.slice(0, 80));
    }
    expect(starts.size).toBe(5);
  });
});

describe('repeat', () => {
  const request: CountingStarsConfig = { stars: 4, lengths: [3000] };
  const text = Array.from({ length: 40 }, (_, i) => `This is sentence number ${i} of it.`).join(
    ' ',
  );

  it('false: a corpus that is too short is an error with both numbers', async () => {
    const path = join(folder, 'short.txt');
    writeFileSync(path, text);
    const has = referenceCount(await tiktoken('o200k_base'), `\n\n${text}`);
    const failure = countingStars({ ...request, haystack: path });
    await expect(failure).rejects.toThrow(
      new RegExp(
        `^haystack: short\\.txt has ${has} tokens, but a prompt of 3000 tokens needs \\d{4} of ` +
          'them\\. Use a longer haystack or shorter lengths, or set `repeat: true` to use the ' +
          'text more than once over\\.$',
      ),
    );
  });

  it('true: the text follows itself', async () => {
    const path = join(folder, 'short.txt');
    writeFileSync(path, text);
    const tests = await countingStars({ ...request, haystack: path, repeat: true });
    const theCase = tests[0]!.vars!.case as unknown as HiddenCase;
    const prompt = await buildPrompt(theCase);
    const { haystack } = readStars(prompt, 'en');
    expect(haystack.split('number 7 of it').length - 1).toBeGreaterThan(3);
    expect(ringText(theCase, haystack.length)).toContain(haystack.trimStart());
    expect(referenceCount(await tiktoken('o200k_base'), prompt.prompt)).toBe(prompt.promptTokens);
  });

  it('true: even a single sentence follows itself', async () => {
    const path = join(folder, 'single.txt');
    writeFileSync(path, 'One sentence.');
    const [test] = await countingStars({ ...request, haystack: path, repeat: true });
    const prompt = await buildPrompt(test!.vars!.case as unknown as HiddenCase);
    expect(prompt.context).toContain('One sentence.\n\nOne sentence.');
    expect(referenceCount(await tiktoken('o200k_base'), prompt.prompt)).toBe(prompt.promptTokens);
  });
});

describe('what cannot be built is told', () => {
  const plan = (pieces: number): ContextPlan => ({
    evidence: Array.from({ length: pieces }, (_, i) => ({
      text: `The little penguin counted ${i} ★.`,
      position: (i + 1) / pieces,
    })),
    between: ' ',
    suffix: '\n\nHow many?',
  });

  it('evidence that does not fit', async () => {
    const theCase = { ...(await makeCase(moby)), tokens: 300, reserve: 50 };
    await expect(buildContext(theCase, plan(16))).rejects.toThrow(
      /^16 pieces of evidence do not fit into 300 tokens: evidence, question and a reserve of 50 take \d+, and each piece needs at least 12 tokens of haystack around it\. Use fewer, a smaller reserve, or lengths of at least \d+ tokens\.$/,
    );
  });

  it('and the length that it names is enough', async () => {
    const theCase = { ...(await makeCase(moby)), tokens: 300, reserve: 50 };
    const message = await buildContext(theCase, plan(16)).catch((error: Error) => error.message);
    const needed = Number(/at least (\d+) tokens\.$/.exec(String(message))?.[1]);
    const built = await buildContext({ ...theCase, tokens: needed }, plan(16));
    expect(built.promptTokens).toBeLessThanOrEqual(needed - 50);
    await expect(buildContext({ ...theCase, tokens: needed - 1 }, plan(16))).rejects.toThrow(
      'do not fit',
    );
  });

  it('a text without an end of a sentence', async () => {
    const path = join(folder, 'endless.txt');
    writeFileSync(path, 'word '.repeat(20_000));
    await expect(countingStars({ haystack: path, stars: 4, lengths: [3000] })).rejects.toThrow(
      /^haystack: no run of whole sentences of endless\.txt makes a prompt of 3000 tokens to within 40; its sentences have \d+ tokens on average\. Use a text with shorter sentences or lines\.$/,
    );
  });
});
