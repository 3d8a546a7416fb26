/** What a recheck may cost at most, told before it asks. */
import { largestUnseen } from '../../../base/defaults.js';
import { say, sayCount } from '../../../base/text/language.js';
import { costText, lengthText, pointsText } from '../../../measuring/document/words.js';
import { limitNotes, type Thinking, thinkingOf } from '../../../measuring/planning/thinking.js';
import { resultName } from '../search-state.js';
import type { RecheckState } from './recheck-state.js';
import { costsOf, type Spending, totalOf } from './spending.js';

/** What all prompts of one provider take. */
interface Most {
  provider: string;
  prompts: number;
  all: Spending;
  /** How long it may think before an answer. */
  thinking?: Thinking;
}

/** With less than this share of the tokens, most rechecks of unchanged models end open (bench/figures/recheck-budget.md). */
const LEAST_SHARE = 0.3;

export function mostOf(state: RecheckState): Most[] {
  return state.providers.map((provider) => {
    const ids = Object.keys(provider.calls);
    const thinking = thinkingOf(provider);
    return {
      provider: resultName(provider),
      prompts: new Set(ids.map((id) => state.cases[id]!.draw)).size,
      all: totalOf(ids.map(costsOf(provider, state, []))),
      ...(thinking && { thinking }),
    };
  });
}

/** A line for each provider, and the budget. */
export function recheckAnnouncement(
  { budget, limits }: Pick<RecheckState, 'budget' | 'limits'>,
  most: readonly Most[],
): string {
  const { dollars, tokens } = budget;
  const total = totalOf(most.map(({ all }) => all));
  const room = (limit: number | undefined, all = 0) => (limit === undefined ? 1 : limit / all);
  const share = Math.min(room(tokens, total.tokens), room(dollars, total.dollars));
  return [
    ...most.map(
      ({ provider, prompts, all }) =>
        say`${provider}: at most ${sayCount(prompts, 'prompt')} (${spendingText(all)}).`,
    ),
    dollars === undefined
      ? say`Budget: ${lengthText(tokens!)} tokens.`
      : say`Budget: ${costText(dollars)}.`,
    ...(limits.margin === undefined && share < LEAST_SHARE
      ? [
          say`It most likely ends before a drop above ${pointsText(largestUnseen(limits.maxDrop))} points is ruled out.`,
        ]
      : []),
    ...(total.dollars ? limitNotes(most, dollars !== undefined) : []),
  ].join('\n');
}

export function spendingText({ tokens, dollars }: Spending): string {
  return dollars === undefined
    ? say`${lengthText(tokens)} tokens`
    : say`${lengthText(tokens)} tokens, ${costText(dollars)}`;
}
