import { describe, expect, it } from 'vitest';
import type { Case } from '../../src/contract/case.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { loadCorpus } from '../../src/haystack/haystacks.js';
import { shuffledSentences } from '../../src/haystack/sentences.js';
import { battery, countingStars, ruler } from '../../src/index.js';
import { referenceCount, tiktoken } from './reference-tokens.js';

const TEXTS = {
  en: '\n\nOne came. Two went! "Why?" he asked.\n\nMr. Smith, etc., stayed. Nobody knew.',
  zh: '\n\n第一句来了。第二句走了！\n\n他问：“为什么？”第四句留下了。',
};

describe('a text with its sentences in another order', () => {
  it.each(Object.entries(TEXTS))('has the same sentences: %s', (_, text) => {
    const orders = new Set([1, 2, 3, 4, 5].map((seed) => shuffledSentences(text, seed)));
    expect(orders.size).toBeGreaterThan(2);
    for (const order of orders) {
      expect([...order].sort()).toEqual([...text].sort());
      expect(order).not.toBe(text);
    }
    expect(shuffledSentences(text, 1)).toBe(shuffledSentences(text, 1));
    const sentence = text === TEXTS.en ? 'Mr. Smith, etc., stayed.' : '他问：“为什么？”';
    for (const order of orders) expect(order).toContain(sentence);
  });

  it('depends on the seed, and not on which lengths were built before', async () => {
    const request = {
      haystack: 'prose',
      tokenizer: 'o200k_base',
      language: 'zh',
      seed: 1,
    } as const;
    const long = await loadCorpus({ ...request, shuffle: 'sentences' }, 50_000);
    const short = await loadCorpus({ ...request, shuffle: 'sentences' }, 1000);
    expect(long.tokens).toBeGreaterThanOrEqual(2 ** 16);
    expect(short.tokens).toBeLessThan(2 ** 16);
    expect(await loadCorpus({ ...request, shuffle: 'sentences' }, 900)).toBe(short);
    const other = await loadCorpus({ ...request, shuffle: 'sentences', seed: 2 }, 1000);
    expect(other.text).not.toBe(short.text);
  });
});

describe('the option shuffle', () => {
  it.each([
    { haystack: 'moby-dick' },
    { haystack: 'prose', language: 'zh' },
    { haystack: 'prose', tokenizer: 'characters' },
  ])('keeps lengths exact: %j', async (config) => {
    const shared = { ...config, lengths: [3000, 6000], stars: 3 };
    const tests = await countingStars({ ...shared, shuffle: 'sentences' });
    const plain = await countingStars(shared);
    for (const [i, { vars, metadata }] of tests.entries()) {
      const theCase = vars!.case as unknown as Case;
      const { prompt, promptTokens } = await buildPrompt(theCase);
      const missing = theCase.tokens - theCase.reserve - promptTokens;
      expect(missing).toBeGreaterThanOrEqual(0);
      expect(missing).toBeLessThanOrEqual(4);
      if (theCase.tokenizer === 'o200k_base') {
        expect(referenceCount(await tiktoken('o200k_base'), prompt)).toBe(promptTokens);
      }
      expect(prompt).not.toBe((await buildPrompt(plain[i]!.vars!.case as never)).prompt);
      expect(metadata!.haystack).toBe(`${config.haystack}, sentences shuffled`);
    }
  });

  it('is for texts: not for noise, needles and data of RULER, nor for benchmarks without', async () => {
    const tests = await ruler({ lengths: [4096], shuffle: 'sentences' });
    const shuffled = tests.filter(({ vars }) => (vars!.case as unknown as Case).shuffle);
    expect(shuffled.map(({ metadata }) => metadata!.task)).toEqual([
      'niah_single_2',
      'niah_single_3',
      'niah_multikey_1',
      'niah_multivalue',
      'niah_multiquery',
    ]);
    const mixed = await battery({
      tests: [{ generator: 'needleInAHaystack' }, { generator: 'multiDocumentQa' }],
      needleInAHaystack: { lengths: [2000], depths: 1, haystack: ['moby-dick', 'prose'] },
      multiDocumentQa: { documents: [3], questions: 1, depths: 1 },
      shuffle: 'sentences',
    });
    expect(mixed.filter(({ vars }) => (vars!.case as unknown as Case).shuffle)).toHaveLength(2);
    await expect(countingStars({ shuffle: true as never })).rejects.toThrow(
      'countingStars: `shuffle` is true, but must be sentences, or left out.',
    );
  });
});
