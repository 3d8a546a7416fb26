import { type Case, UserError } from '../case.js';
import { ALPHA, detectedDrop, MAX_DROP, PLANNED } from '../defaults.js';
import { largest } from '../extremes.js';
import { forProvider } from '../generators/by-provider.js';
import { sum } from '../numbers.js';
import { expectedPower, type GatePower, type PlanOptions } from './power.js';
import { assertPricesMatch, type Pricing, pricingOf } from './prices.js';
import type { PlannedProvider, PlannedSuite, PlannedTest } from './suite.js';

/** What power is stated for, as far as a caller does not say otherwise. */
export const DEFAULT_PLAN = {
  ...PLANNED,
  alpha: ALPHA,
  maxDrop: MAX_DROP,
  drop: detectedDrop(MAX_DROP),
} as const;

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

/** Everything that is known before an evaluation. Also the content of `--json`. */
export interface Plan {
  providers: ProviderPlan[];
  total: Totals;
  /** Tests that are not ours, and calls for them; their lengths and costs are not known. */
  others: { tests: number; calls: number };
  /** Which tests would be sent prompts that are not theirs, in sentences. */
  notes: string[];
  /** Tokenizers that lengths are counted with. */
  tokenizers: string[];
  /** Parts of grids that are asked, where they are split. */
  shards: string[];
  /** What a gate of these prompts finds, by reader of the baseline where one is given. */
  power: GatePower[];
}

/**
 * Work out what an evaluation would ask and cost.
 *
 * @throws {UserError} when no test is ours, a provider has no tokenizer, or a price no provider
 */
export function makePlan(
  { providers, tests, notes = [] }: PlannedSuite,
  options: PlanOptions,
): Plan {
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
    notes,
    tokenizers: [...tokenizers],
    shards: [...new Set(own.flatMap(({ shard }) => shard ?? []))].sort(),
    power: expectedPower(
      own.filter(isAsked).map((test) => test.case),
      { ...options, ...followedBy(own) },
    ),
  };
}

type OurTest = PlannedTest & { case: Case };

function isOurs(test: PlannedTest): test is OurTest {
  return test.case !== undefined;
}

function isAsked({ calls }: PlannedTest): boolean {
  return calls.some((count) => count > 0);
}

/** The measures that tests say they are followed by. */
function followedBy(tests: readonly OurTest[]): Pick<PlanOptions, 'measures'> {
  const measures = [...new Set(tests.flatMap((test) => test.measures ?? []))];
  return measures.length > 0 ? { measures } : {};
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
  const longestPrompt = Math.max(0, largest(calls.map(({ prompt }) => prompt)));
  const longest = Math.max(0, largest(calls.map(({ prompt, answer }) => prompt + answer)));
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
    longestPrompt: Math.max(0, largest(plans.map(({ longestPrompt }) => longestPrompt))),
    answerTokens: sum(plans.map(({ answerTokens }) => answerTokens)),
    ...(costs.every((cost) => cost !== undefined) && { cost: sum(costs) }),
  };
}
