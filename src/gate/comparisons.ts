/** Compares one reader's results with its baseline: which drops are more than chance. docs/gate.md */

import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { BaselineCase } from '../baseline.js';
import { groupBy } from '../group-by.js';
import { ascending, mean } from '../numbers.js';
import { differenceText } from '../output/words.js';
import type { Interval } from '../statistics/interval.js';
import { expectedDeviation, power, seedsNeeded } from '../statistics/power.js';
import { canBeSignificant, signFlip } from '../statistics/sign-flip.js';
import { counted } from '../texts.js';
import type { Comparison, GateOptions, PowerStatement, Scope } from './gate-result.js';

/** A Case that both have an answer to. */
export interface Pair {
  id: string;
  series: string;
  before: BaselineCase;
  after: BaselineCase;
}

/** The longest lengths that are looked at by themselves, since long contexts are lost first. */
const SCOPES: readonly { scope: Scope; share: number }[] = [
  { scope: 'all lengths', share: 1 },
  { scope: 'longer half', share: 1 / 2 },
  { scope: 'longest quarter', share: 1 / 4 },
];

/** One comparison before it is judged. */
interface Hypothesis {
  series: string;
  scope: Scope;
  lengths: number[];
  pairs: Pair[];
}

/** Below this, a difference of two means is rounding. */
const ROUNDING = 1e-9;

/** Intervals are 95 %. */
const TAIL = 0.975;

/** The probability of finding a drop that seeds are counted for. */
const WANTED_POWER = 0.9;

type Limits = Pick<GateOptions, 'alpha' | 'maxDrop' | 'detect'>;

/**
 * Judge all series of one reader together, so that all of them have one probability of a false alarm.
 * Which comparisons are tested depends on numbers of prompts alone.
 *
 * @returns the comparisons that were tested, and for every series at least that of all lengths
 */
export function compare(
  pairs: readonly Pair[],
  limits: Limits,
): { comparisons: Comparison[]; power: PowerStatement[] } {
  const candidates = hypothesesOf(pairs);
  const tested = testable(candidates, limits.alpha);
  const results = new Map(
    [...tested].map((hypothesis) => [hypothesis, signFlip(dropsOf(hypothesis.pairs))]),
  );
  const adjusted = holm(results);
  const comparisons = candidates.flatMap((hypothesis) => {
    const p = results.get(hypothesis);
    if (p === undefined && hypothesis.scope !== 'all lengths') return [];
    return judged(hypothesis, limits, {
      family: candidates.length,
      ...(p !== undefined && { p, adjusted: adjusted.get(hypothesis)! }),
    });
  });
  const whole = candidates.filter(({ scope }) => scope === 'all lengths');
  return {
    comparisons,
    power: whole.map(({ series, pairs: own }) =>
      powerStatement(series, own, limits, tested.size || candidates.length),
    ),
  };
}

function hypothesesOf(pairs: readonly Pair[]): Hypothesis[] {
  const names = [...new Set(pairs.map(({ series }) => series))].sort();
  return names.flatMap((series) => {
    const own = pairs.filter((pair) => pair.series === series);
    const lengths = ascending(own.map(({ after }) => after.tokens));
    const counts = SCOPES.map(({ share }) => Math.ceil(share * lengths.length));
    return SCOPES.flatMap(({ scope }, i) => {
      if (counts.indexOf(counts[i]!) < i) return [];
      const longest = lengths.slice(-counts[i]!);
      const within = own.filter(({ after }) => after.tokens >= longest[0]!);
      return { series, scope, lengths: longest, pairs: within };
    });
  });
}

/** The largest family of which every hypothesis has enough prompts to be significant at all. */
function testable(candidates: readonly Hypothesis[], alpha: number): Set<Hypothesis> {
  const byPrompts = [...candidates].sort((a, b) => b.pairs.length - a.pairs.length);
  let size = byPrompts.length;
  while (size > 0 && !canBeSignificant(byPrompts[size - 1]!.pairs.length, alpha / size)) size--;
  return new Set(byPrompts.slice(0, size));
}

/** Holm's correction (1979): p times the number of hypotheses that are not yet rejected. */
function holm<T>(results: ReadonlyMap<T, number>): Map<T, number> {
  const ordered = [...results].sort(([, a], [, b]) => a - b);
  let highest = 0;
  return new Map(
    ordered.map(([hypothesis, p], i) => {
      highest = Math.max(highest, Math.min(1, p * (ordered.length - i)));
      return [hypothesis, highest];
    }),
  );
}

function judged(
  { series, scope, lengths, pairs }: Hypothesis,
  limits: Limits,
  test: { family: number; p?: number; adjusted?: number },
): Comparison {
  const { alpha, maxDrop } = limits;
  const difference = meanDifference(pairs);
  const drop = -difference.value;
  const falls = drop > maxDrop + ROUNDING;
  const { family, p, adjusted } = test;
  const judgement = () => {
    if (adjusted === undefined) {
      return { verdict: 'undecided', note: tooFew(pairs, limits, family, drop) } as const;
    }
    if (adjusted > alpha) {
      return { verdict: 'passed', note: falls ? 'could be chance' : '' } as const;
    }
    if (!falls) {
      return { verdict: 'passed', note: `significant, but within ${maxDrop}` } as const;
    }
    return { verdict: 'failed', note: 'regression' } as const;
  };
  return {
    series,
    scope,
    fromTokens: lengths[0]!,
    toTokens: lengths[lengths.length - 1]!,
    prompts: pairs.length,
    baseline: mean(pairs.map(({ before }) => before.score)),
    now: mean(pairs.map(({ after }) => after.score)),
    difference,
    ...(p !== undefined && { p }),
    ...(adjusted !== undefined && { adjusted }),
    ...judgement(),
  };
}

function tooFew(pairs: readonly Pair[], limits: Limits, family: number, drop: number): string {
  const { seedsNeeded: seeds } = powerStatement('', pairs, limits, family);
  return (
    `too little data: over ${counted(pairs.length, 'prompt')} no drop can be told from chance (seen: ` +
    `${differenceText(-drop)}); it takes ${seeds} seeds to find a drop of ${limits.detect} with ` +
    'probability 0.9'
  );
}

function dropsOf(pairs: readonly Pair[]): number[] {
  return pairs.map(({ before, after }) => before.score - after.score);
}

/**
 * Mean difference, now minus baseline, with Student's t interval. Prompts are the units. Where every
 * length has several, their variance is that within lengths, which are fixed by design; else it is
 * that of all prompts together, which is never too small on average.
 */
function meanDifference(pairs: readonly Pair[]): Interval {
  const lengths = groupBy(pairs, ({ after }) => after.tokens);
  const strata = [...lengths.values()].map((own) =>
    own.map(({ before, after }) => after.score - before.score),
  );
  const all = strata.flat();
  const value = mean(all);
  const groups = strata.every((own) => own.length > 1) ? strata : [all];
  const freedom = all.length - groups.length;
  if (freedom < 1) return { value, low: -1, high: 1 };
  const variance = groups.reduce((sum, own) => sum + own.length ** 2 * varianceOfMean(own), 0);
  const half = (tQuantile(TAIL, freedom) * Math.sqrt(variance)) / all.length;
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

function varianceOfMean(values: readonly number[]): number {
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}

/**
 * What an even drop over all lengths would show. Differences are taken to vary as much as they did,
 * and at least as much as independent marks around the lowered recall would.
 */
function powerStatement(
  series: string,
  pairs: readonly Pair[],
  { alpha, maxDrop, detect }: Limits,
  hypotheses: number,
): PowerStatement {
  const drops = dropsOf(pairs);
  const recall = mean(pairs.map(({ before }) => before.score)) - detect / 2;
  const evidence = mean(pairs.map(({ before }) => Math.max(1, before.marks.length)));
  const observed = drops.length < 2 ? 0 : Math.sqrt(varianceOfMean(drops) * drops.length);
  const seeds = new Set(pairs.map(({ after }) => after.seed)).size;
  const question = {
    pairs: pairs.length,
    hypotheses,
    deviation: Math.max(observed, expectedDeviation(Math.min(1, Math.max(0, recall)), evidence)),
    drop: detect,
    alpha,
    maxDrop,
  };
  const needed = seedsNeeded({ ...question, pairs: pairs.length / seeds }, WANTED_POWER);
  return {
    series,
    drop: detect,
    probability: power(question),
    seeds,
    ...(needed !== undefined && { seedsNeeded: needed }),
  };
}
