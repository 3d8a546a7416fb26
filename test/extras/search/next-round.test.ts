import { describe, expect, it } from 'vitest';
import { nextRound } from '../../../src/extras/search/search.js';
import type { SearchState } from '../../../src/extras/search/search-state.js';
import { imagine } from '../../measuring/results/rows-for-tests.js';

const STATE: SearchState = {
  format: 'counting-stars-search',
  version: 1,
  ...{ configs: [], args: [], series: 'list', languages: ['en'] },
  ...{ shortest: 4000, longest: 32_000, reserve: 100, cells: 1 },
  ...{ threshold: 0.85, seed: 1, batch: 4, rounds: [] },
  providers: [{ id: 'gpt-7' }],
  prices: [{ input: 0, output: 100 }],
};

/** How many of twenty prompts a dollar has room for, after so many answers of a length. */
function asked(answers: number, outputTokens: number, state: Partial<SearchState> = {}): number {
  const rows = imagine('gpt-7', () => 1, { lengths: [4000], seeds: Math.max(1, answers) });
  const outcomes = rows.slice(0, answers).map((row, i) => ({
    prompt: { tokens: 4000, seed: i, providers: ['gpt-7'] as [string] },
    rows: [{ ...row, outputTokens }],
  }));
  const model = { provider: 'gpt-7', next: Array(20).fill(4000), outcomes, cost: 0 };
  type Models = Parameters<typeof nextRound>[1];
  const models = [model] as unknown as Models;
  return nextRound({ ...STATE, ...state }, models, { maxCost: 1 }).length;
}

describe('the next round of a search with a budget in dollars', () => {
  it('prices thinking of a model that nobody has listed, unless the user says that it does not think', () => {
    expect(asked(0, 0)).toBe(Math.floor(1 / 0.41));
    expect(asked(0, 0, { providers: [{ id: 'gpt-7', thinking: 0 }] })).toBe(20);
    expect(asked(0, 0, { providers: [{ id: 'gpt-4.1' }] })).toBe(20);
  });

  it('prices answers by twice the longest, once there are three', () => {
    expect(asked(2, 500)).toBe(2);
    expect(asked(3, 500)).toBe(10);
    expect(asked(3, 6000)).toBe(0);
  });
});
