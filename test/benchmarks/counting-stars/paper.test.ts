import { describe, expect, it } from 'vitest';
import { publishedScores } from '../../../src/analysis/published-scores.js';
import type { CountingStarsCase } from '../../../src/benchmarks/counting-stars/stars.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { type CountingStarsConfig, countingStars } from '../../../src/index.js';
import { conditionsOf } from '../../../src/results/conditions.js';

async function first(config: CountingStarsConfig): Promise<CountingStarsCase> {
  const [test] = await countingStars(config);
  return test!.vars!.case as unknown as CountingStarsCase;
}

/** The models whose scores stand beside a grid, and what differs where something does. */
async function neighbours(config: CountingStarsConfig) {
  const theCase = await first({ versions: '32-32', ownLine: true, ...config });
  const { benchmark, task } = theCase;
  const found = publishedScores({
    benchmark,
    task,
    lengths: [4000, 128_000],
    conditions: conditionsOf(benchmark, theCase)!,
  });
  return [...new Set(found.map(({ source, differs }) => [source.slice(0, 11), differs].join(' ')))];
}

describe('published scores beside grids of Counting-Stars', () => {
  it.each<[CountingStarsConfig, string[]]>([
    [{}, ['leaderboard ']],
    [{ ownLine: false }, ['leaderboard sentences (a line each, not within the text)']],
    [{ tasks: 'reasoning' }, ['leaderboard ']],
    [
      { order: 'ascending' },
      ['leaderboard order (shuffled, not ascending)', 'Song, Zheng language (zh, not en)'],
    ],
    [{ language: 'zh' }, ['leaderboard text (real, not invented)']],
    [{ preset: 'paper' }, ['Song, Zheng text (real, not invented)']],
    [{ distractors: 3 }, ['leaderboard distractors (none, not 3)']],
    [{ tokenizer: 'characters' }, ['leaderboard lengths (in tokens, not in characters)']],
    [{ subject: 'the owl' }, ['leaderboard wording (built in, not own)']],
    [{ repeat: true }, ['leaderboard repeat (not stated, not true)']],
    [{ language: 'ru', distractors: 40, positions: 'jitter' }, []],
    [{ tasks: 'sum' }, []],
  ])('%j', async (config, expected) => {
    expect(await neighbours(config)).toEqual(expected);
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
