/** Estimates how often a suite must be repeated for a gate to detect what. */

import { groupBy } from '../../base/group-by.js';
import { mean, sum } from '../../base/numbers.js';
import { UserError } from '../../base/user-error.js';
import type { TestSource } from '../facts/tests/suite.js';
import { ratesOf, type SuitePower, suitePower } from '../facts/tests/unseen.js';
import type { SuiteRun } from '../results/baseline/suite-run.js';
import { CHARACTERS_A_TOKEN, type PromptSize } from '../results/test-row.js';
import { assertPricesMatch, type GivenPrice, pricingOf } from './prices.js';

/** What a gate of a suite detects, by repeats and baseline runs. Also the content of `--json`. */
export interface TestsPlan {
  /** Tests, one for each model that is asked, and how often they pass. */
  tests: number;
  passRate: number;
  /** What a call takes, where results say it. */
  call?: TakenByCall;
  /** Whether repeats never differ, so that they may copy their run. */
  mayCopy: boolean;
  powers: SuitePower[];
}

/** Tokens of prompt and answer, and their cost in US dollars: the mean over the calls that tell it. */
interface TakenByCall {
  tokens?: number;
  cost?: number;
  /** Models whose price is not known. */
  unpriced?: string[];
}

const REPEATS = [1, 2, 3, 5];
const RUNS = [1, 3];

/**
 * Plans repeats.
 *
 * @param runs - what the suite did so far
 * @param drop - of all tests, whose probability of being found is stated
 * @param call - what a call takes
 * @throws {UserError} when there is no test
 */
export function planTests(
  runs: readonly SuiteRun[],
  { drop, alpha, call }: { drop: number; alpha: number; call?: TakenByCall | undefined },
): TestsPlan {
  const tests = new Map<string, { passed: number; rounds: number }>();
  for (const { name, tests: own } of runs.flat()) {
    for (const [id, { rounds }] of own) {
      const key = JSON.stringify([name, id]);
      const { passed, rounds: before } = tests.get(key) ?? { passed: 0, rounds: 0 };
      const passes = rounds.filter(({ pass }) => pass).length;
      tests.set(key, { passed: passed + passes, rounds: before + rounds.length });
    }
  }
  if (tests.size === 0) {
    throw new UserError(
      'These results have no answered test of yours. Pass other results, or a baseline.',
    );
  }
  const tallies = [...tests.values()].map(({ passed, rounds }) => ({ sum: passed, count: rounds }));
  const rates = ratesOf(tallies);
  return {
    tests: tests.size,
    passRate: mean(tallies.map(({ sum: passed, count }) => passed / count)),
    ...(call && { call }),
    mayCopy: mayCopy(runs),
    powers: RUNS.flatMap((count) =>
      REPEATS.map((repeats) => suitePower(rates, { repeats, runs: count }, drop, alpha)),
    ),
  };
}

function mayCopy(runs: readonly SuiteRun[]): boolean {
  const repeated = runs.flat().flatMap(({ tests }) => [...tests.values()]);
  const several = repeated.filter(({ rounds }) => rounds.length > 1);
  const areEqual = several.every(({ rounds }) =>
    rounds.every(({ pass }) => pass === rounds[0]!.pass),
  );
  return several.length > 0 && areEqual;
}

/**
 * What a call of these results took, as it was billed or by the price of its model; nothing where neither is known.
 *
 * @param prices - what the user says, which counts more than what was billed
 * @throws {UserError} for a price of no model
 */
export function takenByCall(
  sources: readonly Pick<TestSource, 'tests'>[],
  prices: readonly GivenPrice[] = [],
): TakenByCall | undefined {
  const rows = sources.flatMap(({ tests }) => tests);
  const models = [...groupBy(rows, ({ provider }) => provider)].map(([id, own]) => {
    const pricing = pricingOf({ id }, prices);
    const isGiven = prices.some((one) => pricingOf({ id }, [one])?.source === pricing?.source);
    const costs = own.flatMap((row) => {
      const listed = pricing && row.size && pricing.cost(promptTokens(row.size), row.size.answer);
      return (isGiven ? (listed ?? row.cost) : (row.cost ?? listed)) ?? [];
    });
    return { id, rows: own.length, costs };
  });
  assertPricesMatch(prices, models);
  const tokens = rows.flatMap((row) => row.tokens ?? []);
  const unpriced = models.filter(({ costs }) => costs.length === 0).map(({ id }) => id);
  const isPriced = models.length > 0 && unpriced.length === 0;
  const cost = sum(models.map(({ rows: count, costs }) => count * mean(costs))) / rows.length;
  const call: TakenByCall = {
    ...(tokens.length > 0 && { tokens: mean(tokens) }),
    ...(isPriced && { cost }),
    ...(unpriced.length > 0 && { unpriced }),
  };
  return Object.keys(call).length > 0 ? call : undefined;
}

/** As the provider counted them, or about. */
function promptTokens({ tokens, characters }: PromptSize): number {
  return tokens ?? Math.ceil(characters / CHARACTERS_A_TOKEN);
}
