import { describe, expect, it } from 'vitest';
import { conditionsOf } from '../../../src/benchmarks/conditions.js';
import type { CountingStarsCase } from '../../../src/benchmarks/counting-stars/stars.js';
import { benchmarkOfGenerator } from '../../../src/benchmarks/registry.js';
import { draftsOf } from '../../../src/generators/grid.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { type CountingStarsConfig, countingStars } from '../../../src/index.js';
import { publishedScores } from '../../../src/measuring/facts/tables/published-scores.js';

async function first(config: CountingStarsConfig): Promise<CountingStarsCase> {
  const [test] = await countingStars(config);
  return test!.vars!.case as unknown as CountingStarsCase;
}

/** What differs of a whole grid from the published ones that are near, by the source. */
async function neighbours(config: CountingStarsConfig): Promise<Record<string, readonly string[]>> {
  const theCase = (
    await draftsOf(benchmarkOfGenerator('countingStars'), config)
  )[0] as CountingStarsCase;
  const found = publishedScores({
    benchmark: 'counting-stars',
    task: theCase.task,
    lengths: Array.from({ length: 32 }, (_, i) => 3781 * (i + 1)),
    longest: 128_000,
    prompts: 32,
    temperatures: ['0'],
    conditions: conditionsOf('counting-stars', { ...theCase, tokens: 4000 })!,
  });
  return Object.fromEntries(
    found.map(({ figure, source, differs = [] }) => [figure ?? source.slice(0, 11), differs]),
  );
}

const LEADERBOARD: CountingStarsConfig = {
  preset: 'counting-stars-leaderboard',
  language: 'en',
  tasks: 'acquisition',
  haystack: 'moby-dick',
};

describe('published scores beside grids of Counting-Stars', () => {
  const text = "text: Paul Graham's essays, not moby-dick";
  const wording = "wording: the authors', not built in";

  it.each<[CountingStarsConfig, string[]]>([
    [LEADERBOARD, [text, wording]],
    [{ ...LEADERBOARD, tasks: 'reasoning' }, [text, wording]],
    [
      { ...LEADERBOARD, tokenizer: 'o200k_base' },
      [text, wording, 'tokenizer: cl100k_base, not o200k_base'],
    ],
    [{ ...LEADERBOARD, lineBreaks: 'keep' }, [text, wording, 'line breaks: spaces, not keep']],
    [{ ...LEADERBOARD, subject: 'the owl' }, [text, "wording: the authors', not your own"]],
  ])('%j are not drawn, and named', async (config, differs) => {
    const { leaderboard, ...others } = await neighbours(config);
    expect(others).toEqual({});
    expect(leaderboard!.toSorted()).toEqual(differs.toSorted());
  });

  it('are not drawn beside the grid of Table 1 with another novel', async () => {
    const paper = await neighbours({ preset: 'paper', haystack: 'moby-dick' });
    expect(paper['Figure 3']!.toSorted()).toEqual([
      'text: The Story of the Stone, not moby-dick',
      "wording: the paper's, not built in",
    ]);
  });

  it.each<CountingStarsConfig>([
    {},
    { language: 'ru', distractors: 40, positions: 'jitter' },
    { tasks: 'sum' },
  ])('%j has none', async (config) => {
    expect(await neighbours(config)).toEqual({});
  });
});

describe('perToken', () => {
  it('takes a text from its beginning by characters, as the authors cut it', async () => {
    const theCase = await first({ preset: 'paper', versions: '4-2', maxTokens: 800 });
    const { context } = await buildPrompt(theCase);
    const lines = context.split('\n');
    expect(lines.filter((_, i) => i % 2 === 0).map((part) => part.length)).toEqual(
      expect.arrayContaining([72]),
    );
    const text = lines.filter((_, i) => i % 2 === 0).join('');
    expect(text).toHaveLength(290);
    expect(text).not.toMatch(/[A-Za-z ]/);
    expect(lines.filter((line) => line.includes('★'))).toHaveLength(4);
    expect(theCase.tokens).toBe((await buildPrompt(theCase)).promptTokens + theCase.reserve);
  });

  it.each<[CountingStarsConfig, string]>([
    [{ perToken: { words: 0.8 }, positions: 'jitter' }, '`positions` cannot change prompts'],
    [{ perToken: { characters: 0.7 } }, 'Add `words`'],
    [{ perToken: { words: 0 } }, 'each a number above 0'],
    [
      { perToken: { words: 0.8 }, versions: '4-1', maxTokens: 900_000 },
      'shorter than the 720000 words',
    ],
  ])('refuses %j', async (config, message) => {
    await expect(countingStars(config)).rejects.toThrow(message);
  });
});

describe('ownLine', () => {
  it('sets every hidden sentence on a line of its own, at the same length', async () => {
    const theCase = await first({ stars: 8, lengths: [4000], ownLine: true, distractors: 2 });
    const { context, promptTokens } = await buildPrompt(theCase);
    const lines = context.split('\n').filter((line) => line.includes('★'));
    expect(lines).toHaveLength(8);
    for (const line of lines) expect(line).toMatch(/^The little penguin counted \d+ ★\.$/);
    expect(promptTokens + theCase.reserve).toBeLessThanOrEqual(4000);
    expect(promptTokens + theCase.reserve).toBeGreaterThan(3960);
  });
});
