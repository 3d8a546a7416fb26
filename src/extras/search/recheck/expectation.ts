/** What a recheck will take and can tell, before it asks: by what the baseline shows of each model. */
import { CONFIDENCE, largestUnseen } from '../../../base/defaults.js';
import { groupBy } from '../../../base/group-by.js';
import { paragraph, say, sayCount } from '../../../base/text/language.js';
import {
  costText,
  lengthText,
  percentText,
  pointsText,
} from '../../../measuring/document/words.js';
import { limitNotes, type Thinking, thinkingOf } from '../../../measuring/planning/thinking.js';
import {
  type BaselineCase,
  type BaselineFile,
  wholeBaseline,
} from '../../../measuring/results/baseline/baseline.js';
import type { ComparedSeries } from '../../../measuring/statistics/regression/paired-prompts.js';
import { scoresOf } from '../../../measuring/verdicts/gate/regressions.js';
import { resultName } from '../search-state.js';
import { type Expectation, expectedRecheck } from './imagined-recheck.js';
import type { RecheckProvider, RecheckState } from './recheck-state.js';
import { costsOf, type Spending, totalOf } from './spending.js';
import { baseId, marginOf } from './standings.js';

/** What is known of one provider before it is asked. */
interface ProviderExpectation {
  provider: string;
  prompts: number;
  seeds: number;
  all: Spending;
  /** How long it may think before an answer. */
  thinking?: Thinking;
  /** Nothing where the baseline has no such model. */
  expected?: Expectation;
}

/** By the models of a baseline that are these providers. */
export function expectationsOf(
  state: RecheckState,
  baseline: BaselineFile,
  modelOf: (provider: RecheckProvider) => string | undefined,
): ProviderExpectation[] {
  const whole = wholeBaseline(baseline.runs);
  return state.providers.map((provider) => {
    const ids = Object.keys(provider.calls);
    const costOf = costsOf(provider, state, []);
    const thinking = thinkingOf(provider);
    const model = modelOf(provider);
    const runs = model === undefined ? [] : baseline.runs.flatMap((run) => run.get(model) ?? []);
    const before = model === undefined ? undefined : whole.get(model);
    const series = before ? baselineSeries(state, provider, before, runs) : [];
    const { alpha, maxDrop } = state.limits;
    const limits = { alpha, maxDrop, margin: marginOf(state), tail: 1 - CONFIDENCE };
    const all = totalOf(ids.map(costOf));
    const budget = shareOf(state, all);
    return {
      provider: resultName(provider),
      prompts: new Set(ids.map((id) => state.cases[id]!.draw)).size,
      seeds: new Set(ids.map((id) => state.cases[id]!.seed)).size,
      all,
      ...(thinking && { thinking }),
      ...(series.length > 0 && {
        expected: expectedRecheck(series, runs.length, limits, budget),
      }),
    };
  });
}

/** The part of what all prompts of a provider cost that its share of the budget has room for. */
function shareOf({ budget, providers }: RecheckState, { tokens, dollars = 0 }: Spending): number {
  const room = (limit: number | undefined, all: number) =>
    limit === undefined || all === 0 ? 1 : Math.min(1, limit / providers.length / all);
  return Math.min(room(budget.tokens, tokens), room(budget.dollars, dollars));
}

/** A model's Cases as the statistics take them, by the first measure that the baseline has. */
function baselineSeries(
  { cases }: RecheckState,
  provider: RecheckProvider,
  before: ReadonlyMap<string, BaselineCase>,
  runs: readonly ReadonlyMap<string, BaselineCase>[],
): ComparedSeries[] {
  const [measure] = [...before.values()].map((one) => one.measure);
  const own = [...before].flatMap(([key, known]) => {
    const id = baseId(key, before);
    const isAsked = known.measure === measure && Object.hasOwn(provider.calls, id);
    return isAsked ? [{ key, ...cases[id]!, marks: Math.max(1, known.marks.length) }] : [];
  });
  return [...groupBy(own, ({ place }) => place)].map(([series, all]) => ({
    series,
    cases: all.map(({ key, tokens, marks, draw }) => ({
      ...{ tokens, marks, unit: draw, candidate: [] },
      baseline: runs.map((run) => scoresOf(run.get(key))),
    })),
  }));
}

/** Two lines for each provider: what is asked and will be spent, and what that can tell. */
export function recheckAnnouncement(
  state: Pick<RecheckState, 'budget' | 'limits'>,
  expectations: readonly ProviderExpectation[],
): string {
  const margin = marginOf(state);
  const lines = expectations.flatMap(({ provider, prompts, seeds, all, expected }) => {
    const most = say`at most all ${sayCount(prompts, 'prompt')} (${spendingText(all)})`;
    if (!expected) return [say`${provider}: ${most}.`];
    const { share, timesSeeds, excluded, decided = 1 } = expected;
    const { maxDrop } = state.limits;
    const isPoor = state.limits.margin === undefined && decided < 0.5;
    const poor = isPoor
      ? [
          say`${provider}: this budget most likely ends before a drop above ${pointsText(largestUnseen(maxDrop))} points is ruled out.`,
        ]
      : [];
    const usual = say`${provider}: about ${percentText(share)} of the tokens if nothing changed, ${most}.`;
    if (excluded > 0.5) return [usual, ...poor];
    const wide = say`${provider}: even all prompts cannot rule out a drop of ${pointsText(margin)} points.`;
    return [
      usual,
      ...poor,
      timesSeeds === undefined
        ? wide
        : paragraph([wide, say`Set \`seeds: ${seeds * timesSeeds}\` and save a new baseline.`]),
    ];
  });
  const total = totalOf(expectations.map(({ all }) => all));
  const { dollars, tokens } = state.budget;
  const budget =
    dollars !== undefined
      ? say`Budget: ${costText(dollars)}.`
      : tokens !== undefined
        ? say`Budget: ${lengthText(tokens)} tokens.`
        : say`Without a budget: at most ${spendingText(total)}.`;
  return [
    ...lines,
    budget,
    ...(total.dollars ? limitNotes(expectations, dollars !== undefined) : []),
  ].join('\n');
}

export function spendingText({ tokens, dollars }: Spending): string {
  return dollars === undefined
    ? say`${lengthText(tokens)} tokens`
    : say`${lengthText(tokens)} tokens, ${costText(dollars)}`;
}
