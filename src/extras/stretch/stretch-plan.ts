/** Plans what `stretch` sends, costs and can detect. */
import { TO_LONGEST } from '../../base/defaults.js';
import { mean, sum } from '../../base/numbers.js';
import { UserError } from '../../base/user-error.js';
import {
  type AskedModel,
  type AskedTest,
  suiteOf,
  type TestSource,
} from '../../measuring/facts/tests/suite.js';
import { ratesOf, type SuitePower, suitePower } from '../../measuring/facts/tests/unseen.js';
import { assertPricesMatch, type GivenPrice, pricingOf } from '../../measuring/planning/prices.js';
import { CHARACTERS_A_TOKEN } from '../../measuring/results/test-row.js';

interface StretchDesign extends SuitePower {
  calls: number;
  /** Of all prompts, at most. */
  tokens: number;
  /** Of prompts and answers, in US dollars. Absent if a price is unknown. */
  cost?: number;
}

/** Also the content of `plan results.json --lengths --json`. */
export interface StretchPlan {
  models: string[];
  lengths: number[];
  /** Tests of the model that has fewest, for which power is stated, and their pass rate without padding. */
  tests: number;
  passRate: number;
  designs: StretchDesign[];
  /** Models without a price. */
  unpriced: string[];
}

interface StretchPlanOptions {
  lengths: readonly number[];
  /** Drop of all tests to state the power for. */
  drop: number;
  alpha: number;
  prices: readonly GivenPrice[];
}

const REPEATS = [1, 2, 3, 5];

/** Calls of each test without padding in a repeat. */
const AS_THEY_ARE = 2;

/** Adds one with a short extra turn. */
const CONTROLS = AS_THEY_ARE + 1;

/** Tokens of a short extra turn, about. */
const TURN = 40;

/**
 * @param sources - results of tests without padding, or padded ones, of which only the unpadded calls count
 * @throws {UserError} if no test has an answer, or a price matches no model
 */
export function planStretch(
  sources: readonly TestSource[],
  { lengths, drop, alpha, prices }: StretchPlanOptions,
): StretchPlan {
  const suite = suiteOf(sources.map(asTheyAre)).flatMap(answeredModel);
  if (suite.length === 0) {
    throw new UserError(
      'These results have no answered test. Pass results of `promptfoo eval -o`.',
    );
  }
  const providers = suite.map(({ provider }) => ({ id: provider }));
  assertPricesMatch(prices, providers);
  const pricings = providers.map((provider) => pricingOf(provider, prices));
  const calls = suite.map((model) => callsOf(model, lengths));
  const fewest = suite.toSorted((a, b) => a.tests.size - b.tests.size)[0]!;
  const tallies = [...fewest.tests.values()].map(({ rounds }) => ({
    ...{ sum: rounds.filter(({ pass }) => pass).length, count: rounds.length },
  }));
  const rates = ratesOf(tallies);
  const isPriced = pricings.every((pricing) => pricing !== undefined);
  const cost = sum(
    calls.flatMap((own, i) => own.map((one) => pricings[i]?.cost(one.prompt, one.answer) ?? 0)),
  );
  const level = lengths.length > 1 ? alpha * TO_LONGEST : alpha;
  return {
    models: suite.map(({ name }) => name),
    lengths: [...lengths],
    tests: rates.length,
    passRate: mean(tallies.map((tally) => tally.sum / tally.count)),
    designs: REPEATS.map((repeats) => ({
      ...suitePower(rates, { repeats, runs: 1, before: AS_THEY_ARE * repeats }, drop, level),
      calls: repeats * calls.flat().length,
      tokens: repeats * sum(calls.flat().map(({ prompt }) => prompt)),
      ...(isPriced && { cost: repeats * cost }),
    })),
    unpriced: suite.flatMap(({ name }, i) => (pricings[i] ? [] : name)),
  };
}

/** Keeps unpadded calls, under the name of the user's provider. */
function asTheyAre({ name, tests }: TestSource): TestSource {
  const own = tests.filter(({ stretch }) => !stretch || stretch.arm === 'as-is');
  return {
    name,
    tests: own.map(({ stretch, ...test }) => ({
      ...test,
      ...(stretch && { stretch, provider: stretch.model }),
    })),
  };
}

function answeredModel(model: AskedModel): AskedModel[] {
  const tests = new Map([...model.tests].filter(([, { rounds }]) => rounds.length > 0));
  return tests.size > 0 ? [{ ...model, tests }] : [];
}

interface Call {
  prompt: number;
  answer: number;
}

/** Counts the calls of one repeat. A prompt that is longer than a length is not sent at it. */
function callsOf({ tests }: AskedModel, lengths: readonly number[]): Call[] {
  return [...tests.values()].flatMap((test) => {
    const { prompt, answer } = sizeOf(test);
    const controls = Array.from({ length: CONTROLS }, (_, i) => ({
      ...{ prompt: prompt + (i < AS_THEY_ARE ? 0 : TURN), answer },
    }));
    const longer = lengths.filter((length) => length > prompt);
    return [...controls, ...longer.map((length) => ({ prompt: length, answer }))];
  });
}

function sizeOf({ size }: AskedTest): Call {
  if (!size) return { prompt: 0, answer: 0 };
  const { tokens, characters, answer } = size;
  return { prompt: tokens ?? Math.ceil(characters / CHARACTERS_A_TOKEN), answer };
}
