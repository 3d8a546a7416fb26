import { ALPHA, detectedDrop, MAX_DROP, PLANNED } from '../../base/defaults.js';
import { largest, smallest } from '../../base/extremes.js';
import { sum } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import { forProvider } from '../../contract/by-provider.js';
import type { Case } from '../../contract/case.js';
import { type ResultsSize, resultsSize } from '../results/results-size.js';
import { type Costs, cacheTokens, callCosts } from './call-cost.js';
import { type OwnTests, ownTestsPlan } from './own-tests.js';
import { expectedPower, type GatePower, type PlanOptions } from './power.js';
import { assertPricesMatch, type Pricing, pricingOf, tokenFactors } from './prices.js';
import type { OurTest, PlannedProvider, PlannedSuite, PlannedTest } from './suite.js';
import { mostOutput, type Thinking, thinkingOf } from './thinking.js';

/** Defaults of what power is stated for. */
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
  /** At list prices, by our count of tokens and the whole reserve for answers; absent where no price is known. */
  cost?: number;
  /** The least and the most that it may be; see `callCosts`. */
  costRange?: [number, number];
}

export interface ProviderPlan extends Totals {
  provider: string;
  id: string;
  /** Calls whose prompt begins as one that was asked before, so that this may be in the provider's cache. */
  maybeCached: number;
  /** Every prompt is written to its cache as a whole, at a price. */
  writesWhole?: true;
  /** What the higher cost has for thinking. */
  thinking?: Thinking;
  price?: Pick<Pricing, 'input' | 'output' | 'source'>;
  /** Tokens that the model may count for one of ours, at least and at most, where it has another tokenizer. */
  tokenFactors?: readonly [number, number];
  /** Set where the longest prompt with its answer is longer than the model takes. */
  contextWindow?: number;
}

/** Everything that is known before an evaluation. Also the content of `--json`. */
export interface Plan {
  providers: ProviderPlan[];
  total: Totals;
  /** Tests that are not ours. */
  others: OwnTests;
  /** How large promptfoo's results will be, about. */
  results: ResultsSize;
  /** What to know of the suite before the first call, in sentences; see `suiteNotes`. */
  notes: string[];
  /** Tokenizers that lengths are counted with. */
  tokenizers: string[];
  /** Parts of grids that are asked, where they are split. */
  shards: string[];
  /** What a gate of these prompts finds, by model of the baseline where one is given. */
  power: GatePower[];
}

/** Whether questions over one context tell little more than one (docs/method/questions.md). */
function gainsLittle({ case: { asks }, marks = 1 }: OurTest): boolean {
  return asks !== undefined && marks >= 16;
}

/**
 * Works out what an evaluation would send and cost.
 *
 * @throws {UserError} when no test is ours, a provider has no tokenizer, or a price no provider
 */
export function makePlan(
  { providers, tests, notes = [] }: PlannedSuite,
  options: PlanOptions,
): Plan {
  const ours = tests.filter(isOurs);
  const others = tests.filter((test) => !isOurs(test));
  if (ours.length === 0 && (options.baseline || others.length === 0)) {
    throw new UserError(
      'The config has no test that promptfoo-counting-stars made. Add a generator such as ' +
        'countingStars to `tests`; `npx promptfoo-counting-stars init` does it. For tests of your own, ' +
        'evaluate once and run `npx promptfoo-counting-stars plan results.json`.',
    );
  }
  assertPricesMatch(options.prices, providers);
  const tokenizers = new Set<string>();
  const asked = providers.map((provider, i) =>
    ours.flatMap(({ case: theCase, calls }) =>
      calls[i]! > 0 ? { case: forProvider(theCase, provider), calls: calls[i]! } : [],
    ),
  );
  for (const { case: theCase } of asked.flat()) tokenizers.add(tokenizerText(theCase));
  const plans = providers.map((provider, i) => providerPlan(provider, asked[i]!, options));
  return {
    providers: plans.map(({ plan }) => plan),
    total: {
      cases: ours.filter(isAsked).length,
      ...totalOf(plans.flatMap(({ prompts }) => prompts)),
    },
    others: ownTestsPlan(providers, others, options),
    results: resultsSize(tests.map(promptUnits)),
    notes: ours.some(gainsLittle)
      ? [
          ...notes,
          say`\`asks\` pays for questions of one fact. With more facts, spend the money on \`seeds\`.`,
        ]
      : notes,
    tokenizers: [...tokenizers],
    shards: [...new Set(ours.flatMap(({ shard }) => shard ?? []))].sort(),
    power: expectedPower(ours.filter(isAsked), { ...options, ...followedBy(ours) }),
  };
}

/** UTF-16 units of a token, if a language has fewer than English: measured with o200k_base. */
const UNITS_OF_TOKEN = new Map<unknown, number>([
  ['zh', 1.1],
  ['ko', 1.6],
  ['ru', 3.3],
]);
const ENGLISH_TOKEN = 4.6;

const UNITS = new Map<unknown, number>([
  ['characters', 1.05],
  ['words', 6],
]);

/** How long the prompts of a test's results are, one for each call. */
function promptUnits({ case: theCase, yours, calls }: PlannedTest): number[] {
  if (theCase === undefined) {
    const sent = yours?.tokens.flat().map((tokens) => tokens * ENGLISH_TOKEN) ?? [];
    return Array.from({ length: yours?.repeats ?? 0 }, () => sent).flat();
  }
  const { tokens, reserve, language, tokenizer } = theCase;
  const unit = UNITS.get(tokenizer) ?? UNITS_OF_TOKEN.get(language) ?? ENGLISH_TOKEN;
  return new Array<number>(sum(calls)).fill((tokens - reserve) * unit);
}

function isOurs(test: PlannedTest): test is OurTest {
  return test.case !== undefined;
}

function isAsked({ calls }: PlannedTest): boolean {
  return calls.some((count) => count > 0);
}

function followedBy(tests: readonly OurTest[]): Pick<PlanOptions, 'measures'> {
  const measures = [...new Set(tests.flatMap((test) => test.measures ?? []))];
  return measures.length > 0 ? { measures } : {};
}

function tokenizerText({ tokenizer }: Case): string {
  return typeof tokenizer === 'string' ? tokenizer : tokenizer.file;
}

function providerPlan(
  provider: PlannedProvider,
  asked: readonly { case: Case; calls: number }[],
  { prices, thinking: given }: PlanOptions,
): { plan: ProviderPlan; prompts: Prompt[] } {
  const { id, label } = provider;
  const pricing = pricingOf(provider, prices);
  const thinking = thinkingOf(provider, given);
  const prompts = asked.map(({ case: theCase, calls }) =>
    promptOf(theCase, provider, pricing, {
      calls,
      factors: tokenFactors(theCase, provider),
      given,
    }),
  );
  const total = totalOf(prompts);
  const factors = [
    smallest([1, ...prompts.map((prompt) => prompt.factors[0])]),
    largest([1, ...prompts.map((prompt) => prompt.factors[1])]),
  ] as const;
  const longest = factors[1] * largest([0, ...asked.map((call) => call.case.tokens)]);
  const window = pricing?.contextWindow;
  const plan = {
    provider: label ?? id,
    id,
    cases: asked.length,
    maybeCached: sum(prompts.map((prompt) => prompt.maybeCached)),
    ...total,
    ...(provider.writesWhole && { writesWhole: provider.writesWhole }),
    ...(thinking && { thinking }),
    ...(pricing && {
      price: { input: pricing.input, output: pricing.output, source: pricing.source },
    }),
    ...(factors[0] < factors[1] && { tokenFactors: factors }),
    ...(window && longest > window && { contextWindow: window }),
  };
  return { plan, prompts };
}

/** One prompt with all calls of one provider for it. */
interface Prompt {
  calls: number;
  tokens: number;
  answer: number;
  factors: readonly [number, number];
  maybeCached: number;
  costs?: Costs;
}

/**
 * Estimates one prompt's calls.
 *
 * @param given - what the user says of thinking
 */
function promptOf(
  theCase: Case,
  provider: PlannedProvider,
  pricing: Pricing | undefined,
  { calls, factors, given }: Pick<Prompt, 'calls' | 'factors'> & { given: number | undefined },
): Prompt {
  const { tokens: length, reserve: answer } = theCase;
  const tokens = length - answer;
  const output = mostOutput(provider, factors[1] * answer, given);
  const call = { tokens, answer, factors, output };
  const costOf = (isFresh: boolean) => callCosts(call, pricing!, provider, theCase, isFresh);
  const isRead = (isFresh: boolean) => cacheTokens(call, provider, theCase, isFresh).read > 0;
  const total = ([first, again]: readonly Costs[], i: 0 | 1 | 2) =>
    first![i] + (calls - 1) * again![i];
  const both = pricing && [costOf(true), costOf(false)];
  return {
    calls,
    tokens,
    answer,
    factors,
    maybeCached: (isRead(true) ? 1 : 0) + (isRead(false) ? calls - 1 : 0),
    ...(both && { costs: [total(both, 0), total(both, 1), total(both, 2)] }),
  };
}

function totalOf(prompts: readonly Prompt[]): Omit<Totals, 'cases'> {
  const isPriced = prompts.every(({ costs }) => costs);
  const [low, cost, high] = ([0, 1, 2] as const).map((i) =>
    sum(prompts.map(({ costs }) => costs?.[i] ?? 0)),
  );
  return {
    calls: sum(prompts.map(({ calls }) => calls)),
    promptTokens: sum(prompts.map(({ calls, tokens }) => calls * tokens)),
    longestPrompt: largest([0, ...prompts.map(({ tokens }) => tokens)]),
    answerTokens: sum(prompts.map(({ calls, answer }) => calls * answer)),
    ...(isPriced && { cost: cost! }),
    ...(isPriced && low! < high! && { costRange: [low!, high!] }),
  };
}
