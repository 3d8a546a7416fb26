/** What a search found, as plain data: the content of `result.json`, from which all outputs are written. */

import { CONFIDENCE } from '../../base/defaults.js';
import { groupBy } from '../../base/group-by.js';
import { ascending, mean } from '../../base/numbers.js';
import { type Reached, saidToHold } from '../../measuring/facts/length-verdict.js';
import { likelyLengths } from '../../measuring/statistics/curve/effective-length.js';
import type { Rise } from '../../measuring/statistics/curve/rise.js';
import type { Interval } from '../../measuring/statistics/interval.js';
import type { Verdict } from '../../measuring/verdicts/gate/gate-result.js';
import type { Ending, ModelStanding } from './model-search.js';
import type { SearchedModel } from './search.js';
import type { SearchState } from './search-state.js';
import { gridTokens } from './spending.js';

interface SearchPoint {
  tokens: number;
  seed: number;
  recall: number;
  /** Number of its round, from 1. */
  round: number;
}

/**
 * What was found of one model. Its effective length is in whole tokens; the longest length is less than
 * asked for where the window ends before.
 */
export interface ModelResult
  extends Reached,
    Pick<ModelStanding, 'atLeast' | 'failedWhole' | 'window' | 'tokens' | 'lost' | 'error'> {
  provider: string;
  ending: Ending;
  rise?: Rise;
  points: SearchPoint[];
  cost?: number;
}

export interface SearchResult {
  format: 1;
  series: string;
  threshold: number;
  confidence: number;
  /** Rounds that were asked, and the tokens of a full grid of 32 lengths for one model. */
  rounds: number;
  gridTokens: number;
  /** The farthest first. */
  models: ModelResult[];
}

/** What is known at the end of a search, or wherever it stands. */
export function searchResult(state: SearchState, searched: readonly SearchedModel[]): SearchResult {
  return {
    format: 1,
    series: state.series,
    threshold: state.threshold,
    confidence: CONFIDENCE,
    rounds: state.rounds.length,
    gridTokens: gridTokens(state),
    models: searched.map((model) => modelResult(state, model)).sort((a, b) => far(b) - far(a)),
  };
}

/** For the order of models: what is not known is last. */
function far(model: ModelResult): number {
  const { likely, atLeast, ending } = model;
  if (atLeast)
    return atLeast.probability + (ending === 'reached' ? 2 : ending === 'missed' ? 0 : 1);
  // A probability is less than a token.
  return saidToHold(model) + (likely.at(-1)?.probability ?? -1);
}

/** Whether all models reach the length that was asked about. */
export function searchVerdict({ models }: Pick<SearchResult, 'models'>): Verdict {
  if (models.some(({ ending }) => ending === 'missed')) return 'failed';
  return models.every(({ ending }) => ending === 'reached') ? 'passed' : 'inconclusive';
}

function modelResult(state: SearchState, model: SearchedModel): ModelResult {
  const { provider, ending, interval, longest, window, atLeast, rise, curve, tolerated } = model;
  const { tokens, cost, lost, error, failedWhole } = model;
  const { likely: _, ...reliable } = model.reliable ?? { likely: [] };
  const roundOf = new Map(
    state.rounds.flatMap(({ prompts }, i) =>
      prompts.flatMap(({ seed, providers }) =>
        providers.includes(provider) ? [[seed, i + 1] as const] : [],
      ),
    ),
  );
  return {
    provider,
    ending: ending ?? 'limit',
    ...(interval && { effectiveLength: whole(interval) }),
    // Of other lengths than the one that was asked about nothing is said.
    likely: atLeast
      ? [{ tokens: atLeast.tokens, probability: atLeast.probability }]
      : curve && interval
        ? likelyLengths(curve)
        : [],
    ...('tokens' in reliable && { reliable }),
    ...(tolerated && { tolerated }),
    shortest: atLeast?.tokens ?? state.shortest,
    longest: atLeast?.tokens ?? longest,
    ...(window !== undefined && { window }),
    ...(atLeast && { atLeast }),
    ...(failedWhole && { failedWhole }),
    ...(rise?.clear && { rise }),
    points: model.outcomes.flatMap(({ prompt, marks }) =>
      marks
        ? {
            tokens: prompt.tokens,
            seed: prompt.seed,
            recall: mean(marks.flatMap((one) => one.marks)),
            round: roundOf.get(prompt.seed)!,
          }
        : [],
    ),
    tokens,
    ...(cost !== undefined && { cost }),
    lost,
    ...(error !== undefined && { error }),
  };
}

function whole({ value, low, high }: Interval): Interval {
  return { value: Math.round(value), low: Math.round(low), high: Math.round(high) };
}

/** Mean recall by length, for a model that has no effective length. */
export function recallByLength({ points }: Pick<ModelResult, 'points'>) {
  const byLength = groupBy(points, ({ tokens }) => tokens);
  return ascending([...byLength.keys()]).map((tokens) => {
    const own = byLength.get(tokens)!;
    return { tokens, recall: mean(own.map(({ recall }) => recall)), prompts: own.length };
  });
}
