/** A search in the terminal before it ends: what it will cost, and how it goes on. */
import { sum } from '../../base/numbers.js';
import { say, sayCount } from '../../base/text/language.js';
import { clip } from '../../measuring/document/terminal.js';
import { costText, lengthText } from '../../measuring/document/words.js';
import { shortestLengthText } from '../../measuring/facts/length-words.js';
import { limitNotes, thinkersOf } from '../../measuring/planning/thinking.js';
import type { SearchedModel, SearchLimits, SearchProgress } from './search.js';
import type { SearchState } from './search-state.js';
import type { SearchCost } from './spending.js';

/** What a search is going to do, before it spends anything. */
export function announcement(
  state: SearchState,
  { atLeast, maxCost }: Pick<SearchLimits, 'atLeast' | 'maxCost'>,
  expected: SearchCost,
  most: SearchCost,
): string {
  const { series, providers, shortest, longest } = state;
  const who = sayCount(providers.length, 'model');
  return [
    atLeast === undefined
      ? say`Searching ${who} from ${lengthText(shortest)} to ${lengthText(longest)} (${series}).`
      : say`Testing ${who} at ${lengthText(atLeast)} (${series}).`,
    say`Expected ${spendingText(expected)}, at most ${spendingText(most)}.`,
    ...(most.cost === undefined
      ? [say`The price of a model is unknown. Pass --price IN/OUT to see the cost.`]
      : []),
    ...(most.cost ? limitNotes(thinkersOf(providers), Number.isFinite(maxCost)) : []),
  ].join('\n');
}

function spendingText({ tokens, cost }: SearchCost): string {
  return cost === undefined
    ? say`${lengthText(tokens)} tokens`
    : say`${lengthText(tokens)} tokens (${costText(cost)})`;
}

/** One line after a round: what was sent, what it took so far, and where every model stands. */
export function progressLine({ rounds, asked, models }: SearchProgress): string {
  const lengths = asked.map(({ tokens }) => lengthText(tokens)).join(' ');
  const tokens = lengthText(sum(models.map((model) => model.tokens)));
  const costs = models.flatMap(({ cost }) => cost ?? []);
  const spent =
    costs.length === models.length
      ? say`${tokens} tokens, ${costText(sum(costs))}`
      : say`${tokens} tokens`;
  const states = models.map((model) => `${clip(model.provider, 24)} ${stateText(model)}`);
  return [say`Round ${rounds}: ${lengths}`, spent, ...states].join(' · ');
}

function stateText(model: SearchedModel): string {
  const { ending, rise } = model;
  if (rise?.clear) return say`finds more at longer lengths`;
  const text = reachedText(model);
  return ending ? `${text} ✓` : text;
}

/** Nothing is said of a length before it is known. */
function reachedText({
  atLeast,
  ending,
  interval,
  outcomes,
  longest,
  tolerated,
  reliable,
}: SearchedModel): string {
  if (atLeast) {
    if (ending === 'reached') return say`yes`;
    return ending === 'missed' ? say`no` : say`inconclusive`;
  }
  if (!interval) return say`no answer`;
  return shortestLengthText({
    ...{ effectiveLength: interval, likely: [], longest },
    shortest: outcomes.reduce((least, { prompt }) => Math.min(least, prompt.tokens), longest),
    ...(tolerated && { tolerated }),
    ...(reliable && { reliable }),
  });
}
