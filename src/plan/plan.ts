import type { BaselineCase } from '../baseline.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { type Case, caseId, UserError } from '../case.js';
import { compare, type Pair } from '../gate/comparisons.js';
import { forProvider } from '../generators/prompt.js';
import { seriesTitles } from '../report/analyse.js';
import { type Row, seriesKey, toRow } from '../results/rows.js';
import { assertPricesMatch, type GivenPrice, type Pricing, pricingOf } from './prices.js';
import type { PlannedProvider, PlannedSuite, PlannedTest } from './suite.js';

export interface PlanOptions {
  prices: readonly GivenPrice[];
  /** The even drop of recall whose probability of being found is stated. */
  drop: number;
  /** Recall to expect of the model. */
  recall: number;
  /** The gate's own settings: error rate, and the drop it accepts. */
  alpha: number;
  maxDrop: number;
}

/** What one provider, or all of them, would be asked. */
export interface Totals {
  /** Different tests of ours, and calls for them. */
  cases: number;
  calls: number;
  /** Tokens of all prompts together, and of the longest one: at most these. */
  promptTokens: number;
  longestPrompt: number;
  /** Tokens of all answers, when they are right and no longer than the reserve. */
  answerTokens: number;
  /** Absent where no price is known. */
  cost?: number;
}

export interface ProviderPlan extends Totals {
  provider: string;
  id: string;
  price?: Pick<Pricing, 'input' | 'output' | 'source'>;
  /** Set where the longest prompt with its answer is longer than the model takes. */
  contextWindow?: number;
}

/** What a gate of the same size finds in one grid. */
export interface GridPower {
  grid: string;
  prompts: number;
  seeds: number;
  drop: number;
  probability: number;
  /** Seeds that find the drop with probability 0.9; absent where no number does. */
  seedsNeeded?: number;
}

/** Everything that is known before an evaluation. Also the content of `--json`. */
export interface Plan {
  providers: ProviderPlan[];
  total: Totals;
  /** Tests that are not ours, and calls for them; their lengths and costs are not known. */
  others: { tests: number; calls: number };
  /** Tokenizers that lengths are counted with. */
  tokenizers: string[];
  /** Parts of grids that are asked, where they are split. */
  shards: string[];
  power: GridPower[];
}

/**
 * Work out what an evaluation would ask and cost.
 *
 * @throws {UserError} when no test is ours, a provider has no tokenizer, or a price no provider
 */
export function makePlan({ providers, tests }: PlannedSuite, options: PlanOptions): Plan {
  const own = tests.filter(isOurs);
  if (own.length === 0) {
    throw new UserError(
      'The config has no test that promptfoo-counting-stars made. Add a generator such as ' +
        'countingStars to `tests`; `npx promptfoo-counting-stars init` does it.',
    );
  }
  assertPricesMatch(options.prices, providers);
  const tokenizers = new Set<string>();
  const plans = providers.map((provider, i) => {
    const asked = own
      .filter(({ calls }) => calls[i]! > 0)
      .map((test) => ({ case: forProvider(test.case, provider), calls: test.calls[i]! }));
    for (const { case: theCase } of asked) tokenizers.add(tokenizerText(theCase));
    return providerPlan(provider, asked, pricingOf(provider, options.prices));
  });
  const others = tests.filter((test) => !isOurs(test));
  return {
    providers: plans,
    total: totalOf(plans, own),
    others: { tests: others.length, calls: sum(others.flatMap(({ calls }) => calls)) },
    tokenizers: [...tokenizers],
    shards: [...new Set(own.flatMap(({ shard }) => shard ?? []))].sort(),
    power: powerOf(own.filter(isAsked), options),
  };
}

type OurTest = PlannedTest & { case: Case };

function isOurs(test: PlannedTest): test is OurTest {
  return test.case !== undefined;
}

function isAsked({ calls }: PlannedTest): boolean {
  return calls.some((count) => count > 0);
}

function tokenizerText({ tokenizer }: Case): string {
  return typeof tokenizer === 'string' ? tokenizer : tokenizer.file;
}

function providerPlan(
  { id, label }: PlannedProvider,
  asked: readonly { case: Case; calls: number }[],
  pricing: Pricing | undefined,
): ProviderPlan {
  const calls = asked.map(({ case: { tokens, reserve }, calls: count }) => ({
    count,
    prompt: tokens - reserve,
    answer: reserve,
  }));
  const longestPrompt = Math.max(0, ...calls.map(({ prompt }) => prompt));
  const longest = Math.max(0, ...calls.map(({ prompt, answer }) => prompt + answer));
  const window = pricing?.contextWindow;
  return {
    provider: label ?? id,
    id,
    cases: asked.length,
    calls: sum(calls.map(({ count }) => count)),
    promptTokens: sum(calls.map(({ count, prompt }) => count * prompt)),
    longestPrompt,
    answerTokens: sum(calls.map(({ count, answer }) => count * answer)),
    ...(pricing && {
      cost: sum(calls.map(({ count, prompt, answer }) => count * pricing.cost(prompt, answer))),
      price: { input: pricing.input, output: pricing.output, source: pricing.source },
    }),
    ...(window && longest > window && { contextWindow: window }),
  };
}

function totalOf(plans: readonly ProviderPlan[], own: readonly PlannedTest[]): Totals {
  const costs = plans.filter(({ calls }) => calls > 0).map(({ cost }) => cost);
  return {
    cases: own.filter(isAsked).length,
    calls: sum(plans.map(({ calls }) => calls)),
    promptTokens: sum(plans.map(({ promptTokens }) => promptTokens)),
    longestPrompt: Math.max(0, ...plans.map(({ longestPrompt }) => longestPrompt)),
    answerTokens: sum(plans.map(({ answerTokens }) => answerTokens)),
    ...(costs.every((cost) => cost !== undefined) && { cost: sum(costs) }),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** What the gate itself says of two readers that both have the expected recall in every prompt. */
function powerOf(
  tests: readonly OurTest[],
  { drop, recall, alpha, maxDrop }: PlanOptions,
): GridPower[] {
  const cases = new Map(tests.map(({ case: theCase }) => [caseId(theCase), theCase]));
  const tested = [...cases.values()].filter(({ control }) => !control);
  const titles = seriesTitles(tested.map(rowOf));
  const pairs = tested.map((theCase) => pairOf(theCase, recall, titles));
  const { power } = compare(pairs, { alpha, maxDrop, detect: drop });
  return power.map(({ series, probability, seeds, seedsNeeded }) => ({
    grid: series,
    prompts: pairs.filter((pair) => pair.series === series).length,
    seeds,
    drop,
    probability,
    ...(seedsNeeded !== undefined && { seedsNeeded }),
  }));
}

function rowOf(theCase: Case): Row {
  return toRow({ vars: { case: theCase }, metadata: { benchmark: theCase.benchmark } })!;
}

/** How many marks an answer gets. An example of a file that is read piece by piece gets one. */
function markCount(theCase: Case): number {
  const benchmark = benchmarkOf(theCase);
  if (benchmark.load && 'published' in theCase) return 1;
  return Math.max(1, benchmark.task(theCase).positions.length);
}

function pairOf(theCase: Case, recall: number, titles: ReadonlyMap<string, string>): Pair {
  const { tokens, seed } = theCase;
  const marks = new Array<number>(markCount(theCase)).fill(recall);
  const scored: BaselineCase = { tokens, seed, score: recall, marks, description: '' };
  const series = titles.get(seriesKey(rowOf(theCase)))!;
  return { id: caseId(theCase), series, before: scored, after: scored };
}
