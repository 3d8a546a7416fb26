/** Finds the cheapest runs that decide a question. docs/cost.md */
import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { largest } from '../../base/extremes.js';
import { sum } from '../../base/numbers.js';
import { UserError } from '../../base/user-error.js';
import type { Case } from '../../contract/case.js';
import { regressionPower } from '../statistics/regression/regression-power.js';
import { seedsNeeded } from '../statistics/regression/seeds-needed.js';
import { type Goal, type PlanOptions, WANTED_POWER } from './power.js';
import { pricingOf } from './prices.js';
import { marksOf, type OurTest, type PlannedProvider } from './suite.js';

export interface DecidingGrid {
  marks: number;
  lengths: number[];
  seeds: number;
  promptTokens: number;
  cost?: number;
  /** How often it decides, at least, for steady models and for correlated marks (`icc`). */
  power: number;
}

const STARS_BENCHMARK = 'counting-stars';

/** Numbers of stars to try, and tokens that each takes. */
const STARS = [32, 64, 96, 128];
const TOKENS_EACH = 30;

const GRIDS = z.array(
  z.object({
    question: z.string(),
    lengths: z.array(z.number()),
    seeds: z.record(z.string(), z.record(z.string(), z.number())),
  }),
);

/**
 * Finds the runs that decide in 80% of evaluations, the cheapest first.
 *
 * @param tests - of the config: the first sets reserve and marks, the longest the length of an octave
 * @throws {UserError} if none does
 */
export function decidingGrids(
  goal: Goal,
  tests: readonly OurTest[],
  providers: readonly PlannedProvider[],
  options: PlanOptions,
): DecidingGrid[] {
  const cases = tests.map((test) => test.case);
  const [{ benchmark, reserve }] = cases as [Case];
  const own = marksOf(tests[0]!);
  const isStars = benchmark === STARS_BENCHMARK;
  const length = goal.length ?? largest(cases.map(({ tokens }) => tokens));
  const grids = (isStars ? STARS : [own]).flatMap((marks) => {
    const found = goal.drop
      ? { lengths: [1], ...seedsOfDrop(marks, { ...options, drop: goal.drop }) }
      : knownGrid(goal.question, marks, options.icc);
    const { seeds = 0, power = WANTED_POWER } = found;
    const lengths = found.lengths.map((share) => Math.round(share * length));
    if (seeds === 0 || lengths[0]! < leastLength(cases[0]!, marks)) return [];
    const answer = Math.ceil((reserve * marks) / own);
    const promptTokens = seeds * sum(lengths.map((tokens) => tokens - answer)) * providers.length;
    const cost = sum(
      providers.flatMap((provider) => {
        const pricing = pricingOf(provider, options.prices);
        return lengths.map((tokens) => pricing?.cost(tokens - answer, answer) ?? Number.NaN);
      }),
    );
    const known = Number.isFinite(cost) && { cost: seeds * cost };
    return { marks, lengths, seeds, promptTokens, ...known, power };
  });
  if (grids.length === 0) {
    throw new UserError(
      `--for: no grid of ${own} marks a prompt is known to decide it at --icc ${options.icc}. Use ` +
        '`promptfoo-counting-stars search`, ask for a larger drop, or give a lower --icc.',
    );
  }
  return grids.sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0) || a.promptTokens - b.promptTokens);
}

/** Returns the tokens that so many marks take at least, if known. */
export function leastLength({ benchmark }: Pick<Case, 'benchmark'>, marks: number): number {
  return benchmark === STARS_BENCHMARK ? marks * TOKENS_EACH : 0;
}

/** Looks up a run measured by bench/deciding-grids.mjs, for the next fewer marks and the next larger correlation. */
export function knownGrid(question: Goal['question'], marks: number, icc: number) {
  const { lengths, seeds } = readDataset('plan/grids.yaml', GRIDS).find(
    (one) => one.question === question,
  )!;
  const tried = Object.keys(seeds).findLast((one) => Number(one) <= marks);
  const known = Object.entries(seeds[tried ?? ''] ?? {});
  return { lengths, seeds: known.find(([one]) => Number(one) >= icc)?.[1], power: WANTED_POWER };
}

/** Finds the fewest seeds at one length, confirmed on other imagined evaluations. */
function seedsOfDrop(marks: number, options: PlanOptions) {
  const prompt = { series: 0, tokens: 1, marks, recall: options.recall, icc: options.icc };
  const powerOf = (seeds: number, icc: number) => {
    const grid = Array.from({ length: seeds }, () => ({ ...prompt, icc }));
    return regressionPower(grid, options, { evaluations: 1000, seed: 'confirm' }).probability;
  };
  let seeds = seedsNeeded([prompt], options, WANTED_POWER);
  for (; seeds !== undefined; seeds++) {
    const power = Math.min(powerOf(seeds, prompt.icc), powerOf(seeds, 0));
    // Imagined power errs by 0.013, and the gate detects a little less (bench/deciding-grids.mjs).
    if (power >= WANTED_POWER + 0.03) return { seeds, power };
  }
  return {};
}
