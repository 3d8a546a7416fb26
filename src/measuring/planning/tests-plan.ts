/** Estimates how often a suite must be repeated for a gate to detect what. */
import { groupBy } from '../../base/group-by.js';
import { kept } from '../../base/kept.js';
import { mean, sum } from '../../base/numbers.js';
import { say, sayCount } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import { cell, columns, paragraph, percentCell } from '../document/build.js';
import type { Block, Decision, Document } from '../document/document.js';
import { costText, countText, lengthText, percentText, pointsText } from '../document/words.js';
import type { TestSource } from '../facts/tests/suite.js';
import {
  FOUND,
  LIKELY_COPIED,
  ratesOf,
  type SuitePower,
  suitePower,
} from '../facts/tests/unseen.js';
import type { SuiteRun } from '../results/baseline/kept-runs.js';
import { wholeProbability } from '../statistics/rounds/copied-runs.js';
import { comparedUnits, type Round } from '../statistics/rounds/units.js';
import { planned, pricesStep } from './plan-document.js';
import { assertPricesMatch, type GivenPrice, pricingOf } from './prices.js';

/** What a gate of a suite detects, by repeats and baseline runs. Also the content of `--json`. */
export interface TestsPlan {
  /** Tests, one for each model that is asked, and how often they pass. */
  tests: number;
  passRate: number;
  /** What a call takes, where results say it. */
  call?: TakenByCall;
  /** Probability that repeats copy their run; absent where no two runs with repeats tell. */
  copied?: number;
  /** Whether the repeats of one run alone never differ, so that they may copy it. */
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
  for (const { name, tests: answered } of runs.flat()) {
    for (const [id, { rounds }] of answered) {
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
  const copied = copiedIn(runs);
  return {
    tests: tests.size,
    passRate: mean(tallies.map(({ sum: passed, count }) => passed / count)),
    ...(call && { call }),
    ...(copied !== undefined && { copied }),
    mayCopy: copied === undefined && mayCopy(runs),
    powers: RUNS.flatMap((count) =>
      REPEATS.map((repeats) =>
        suitePower(
          rates,
          { repeats, runs: count, ...(copied !== undefined && { copied }) },
          drop,
          alpha,
        ),
      ),
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

/** Estimates whether repeats are more than one answer. */
function copiedIn(runs: readonly SuiteRun[]): number | undefined {
  const units = new Map<string, Round[][]>();
  for (const [run, suite] of runs.entries()) {
    for (const { name, tests } of suite) {
      for (const [id, { rounds }] of tests) {
        const key = JSON.stringify([name, id]);
        const byRun = kept(units, key, () => runs.map(() => []));
        byRun[run] = rounds.map(({ pass }) => [Number(pass)]);
      }
    }
  }
  const repeated = [...units].filter(
    ([, byRun]) => byRun.filter((rounds) => rounds.length > 1).length > 1,
  );
  if (repeated.length === 0) return undefined;
  const compared = repeated.map(([id, byRun]) => ({
    id,
    baseline: byRun.slice(0, -1),
    now: byRun.at(-1)!,
  }));
  return wholeProbability(comparedUnits(compared, [{ measure: 0 }]));
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
  const models = [...groupBy(rows, ({ provider }) => provider)].map(([id, rowsOfModel]) => {
    const pricing = pricingOf({ id }, prices);
    const isGiven = prices.some((price) => pricingOf({ id }, [price])?.source === pricing?.source);
    const costs = rowsOfModel.flatMap((row) => {
      const listed = pricing && row.size && pricing.cost(row.size.prompt, row.size.answer);
      return (isGiven ? (listed ?? row.cost) : (row.cost ?? listed)) ?? [];
    });
    return { id, rows: rowsOfModel.length, costs };
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

/** @param files - of the command, to be given again */
export function testsPlanDocument(
  plan: TestsPlan,
  files: readonly string[] = ['results.json'],
): Document {
  const { tests, passRate, call = {}, copied = 0, mayCopy, powers } = plan;
  const { tokens, cost, unpriced = [] } = call;
  const count = (of: (power: SuitePower) => number) => (power: SuitePower) =>
    cell(countText(of(power)), of(power));
  const detected = (of: (power: SuitePower) => number) => (power: SuitePower) =>
    percentCell(of(power), of(power) >= FOUND ? { tone: 'good' } : {});
  const callsOf = ({ repeats }: SuitePower) => repeats * tests;
  const found = cheapest(powers, ({ one }) => one);
  return planned({
    about: [sayCount(tests, 'test'), say`pass rate ${percentText(passRate)}`],
    decisions: [
      found
        ? {
            tone: 'good',
            text: say`To detect a single broken test, use --repeat ${found.repeats} and ${sayCount(found.runs, 'baseline run')}.`,
          }
        : {
            tone: 'warn',
            text: say`No design here detects a single broken test in ${percentText(FOUND)} of runs.`,
          },
      ...fewerDecisions(powers, found),
    ],
    blocks: [
      columns(
        say`How often gate detects broken tests`,
        powers,
        [say`Repeats`, count(({ repeats }) => repeats)],
        [say`Baseline runs`, count(({ runs }) => runs)],
        [say`Calls`, count(callsOf)],
        tokens !== undefined && [say`Tokens`, (power) => lengthText(callsOf(power) * tokens)],
        cost !== undefined && [
          say`Cost`,
          (power) => cell(costText(callsOf(power) * cost), callsOf(power) * cost),
        ],
        [say`1 test`, detected(({ one }) => one)],
        [say`2 tests`, detected(({ two }) => two)],
        [say`1 in 8`, detected(({ eighth }) => eighth)],
        [say`all ${pointsText(powers[0]!.drop)} points`, detected(({ lower }) => lower)],
      ),
      ...copyNotes(copied, mayCopy),
      ...(unpriced.length > 0
        ? [{ kind: 'next', steps: [pricesStep(unpriced, files)] } as const]
        : []),
    ],
  });
}

/** Returns the fewest repeats that detect something often enough. */
function cheapest(
  powers: readonly SuitePower[],
  share: (power: SuitePower) => number,
): SuitePower | undefined {
  return powers
    .filter((power) => share(power) >= FOUND)
    .sort((a, b) => a.repeats - b.repeats || a.runs - b.runs)[0];
}

/** Recommends fewer repeats if two broken tests are enough to detect. */
function fewerDecisions(powers: readonly SuitePower[], single: SuitePower | undefined): Decision[] {
  const two = cheapest(powers, ({ two: share }) => share);
  if (two && two !== single) {
    return [
      {
        tone: 'plain',
        text: say`For 2 broken tests, --repeat ${two.repeats} and ${sayCount(two.runs, 'baseline run')} are enough.`,
      },
    ];
  }
  return [];
}

function copyNotes(copied: number, mayCopy: boolean): Block[] {
  if (copied >= LIKELY_COPIED) {
    return [
      paragraph(
        say`Repeats hardly ever differ within a run, so more of them detect little more.`,
        'warn',
      ),
    ];
  }
  if (!mayCopy) return [];
  return [
    paragraph(
      say`Repeats of this run never differ. If they never do, as at temperature 0, --repeat 2 in both runs detects each broken test.`,
      'warn',
    ),
  ];
}
