/** What a search of two readers might find. */
import type { ModelResult, SearchResult } from '../../../src/extras/search/search-result.js';
import { reachedAt } from '../../measuring/document/likely.js';

export const model: ModelResult = {
  provider: 'a <b>model</b>',
  ending: 'within',
  effectiveLength: { value: 48_000, low: 36_000, high: 60_000 },
  ...reachedAt([4000, 36_000, 60_000, 128_000], { low: 36_000, high: 60_000 }),
  shortest: 4000,
  longest: 128_000,
  points: [
    { tokens: 4000, seed: 5, recall: 1, round: 1 },
    { tokens: 64_000, seed: 6, recall: 0.75, round: 2 },
  ],
  tokens: 68_000,
  cost: 0.34,
  lost: 0,
};

export const result: SearchResult = {
  format: 1,
  series: 'counting-stars acquisition en moby-dick',
  threshold: 0.85,
  confidence: 0.95,
  rounds: 2,
  gridTokens: 2_112_000,
  models: [model, { ...model, provider: 'other', ending: 'holds', ...beyond() }],
};

/** What is said of a reader that holds to the longest length. */
export function beyond(longest = 128_000): Pick<ModelResult, 'effectiveLength' | 'likely'> {
  const most = Number.POSITIVE_INFINITY;
  return {
    effectiveLength: { value: most, low: most, high: most },
    ...reachedAt([4000, longest], { low: most }),
  };
}
