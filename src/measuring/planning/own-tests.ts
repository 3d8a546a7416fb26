/** What a config's tests of the user's own send and cost, as far as that is known before they are sent. */
import { largest } from '../../base/extremes.js';
import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { type GivenPrice, pricingOf, tokenFactors } from './prices.js';
import {
  OWN_TESTS_TOKENIZER,
  type PlannedProvider,
  type PlannedTest,
  type Unsized,
} from './suite.js';
import { mostOutput, mostSeen } from './thinking.js';

/** What one provider is sent of them; calls that are not priced are left out. */
export interface OwnTestsOf {
  provider: string;
  cases: number;
  calls: number;
  promptTokens: number;
  longestPrompt: number;
  /** Of all answers, when they are as long as they may be. */
  answerTokens: number;
  /** Absent where no price is known. */
  cost?: number;
  costRange?: [number, number];
  /** Where the most tokens of an answer come from. */
  answers: 'config' | 'results' | 'assumed';
}

/** Tests whose cost is not known, and on what it depends. */
export interface Unpriced {
  why: Unsized['why'] | 'no price';
  /** Of the prompt, the variable or the provider. */
  name: string;
  tests: number;
  calls: number;
}

export interface OwnTests {
  tests: number;
  calls: number;
  providers: OwnTestsOf[];
  unpriced: Unpriced[];
}

/** At most, where neither a config nor results say how long answers are. */
const ASSUMED = 1000;

/** @param thinking - what the user says of tokens that models think */
export function ownTestsPlan(
  providers: readonly PlannedProvider[],
  tests: readonly PlannedTest[],
  { prices, thinking }: { prices: readonly GivenPrice[]; thinking?: number | undefined },
): OwnTests {
  const plans = providers.map((provider, i) => providerPart(provider, i, tests, prices, thinking));
  const unsized = groupBy(
    tests.flatMap(({ yours }) => yours?.unsized ?? []),
    ({ why, name }) => JSON.stringify([why, name]),
  );
  return {
    tests: tests.length,
    calls: sum(tests.flatMap(({ calls }) => calls)),
    providers: plans.filter(({ calls }) => calls > 0),
    unpriced: [
      ...[...unsized.values()].map((alike) => ({
        ...{ why: alike[0]!.why, name: alike[0]!.name, tests: alike.length },
        calls: sum(alike.map(({ calls }) => calls)),
      })),
      ...plans
        .filter(({ calls, cost }) => calls > 0 && cost === undefined)
        .map(({ provider, cases, calls }) => ({
          ...{ why: 'no price' as const, name: provider, tests: cases, calls },
        })),
    ],
  };
}

function providerPart(
  provider: PlannedProvider,
  i: number,
  tests: readonly PlannedTest[],
  prices: readonly GivenPrice[],
  thinking: number | undefined,
): OwnTestsOf {
  const pricing = pricingOf(provider, prices);
  const seen = mostSeen(provider.seenOwn);
  const sent = tests.flatMap(({ yours }) => {
    if (!yours?.tokens[i]?.length) return [];
    const language = yours.isForeign ? 'other' : 'en';
    const [least, most] = tokenFactors({ tokenizer: OWN_TESTS_TOKENIZER, language }, provider);
    const limit = yours.most ?? provider.mostAnswer;
    const answer = Math.min(limit ?? Number.POSITIVE_INFINITY, seen ?? limit ?? ASSUMED);
    const output = limit ?? mostOutput(provider, most * answer, thinking);
    const from = limit !== undefined && limit === answer ? 'config' : seen ? 'results' : 'assumed';
    const costs = (tokens: number) => {
      const cost = pricing?.cost ?? (() => 0);
      return [cost(least * tokens, 0), cost(tokens, answer), cost(most * tokens, output)];
    };
    return [{ ...yours, tokens: yours.tokens[i]!, answer, from, costs } as const];
  });
  const totalOf = (figure: (tokens: number, test: (typeof sent)[number]) => number) =>
    sum(sent.map((test) => test.repeats * sum(test.tokens.map((length) => figure(length, test)))));
  const [low, cost, high] = [0, 1, 2].map((k) => totalOf((tokens, { costs }) => costs(tokens)[k]!));
  const froms = new Set(sent.map(({ from }) => from));
  return {
    provider: provider.label ?? provider.id,
    cases: sent.length,
    calls: totalOf(() => 1),
    promptTokens: totalOf((tokens) => tokens),
    longestPrompt: largest([0, ...sent.map(({ tokens }) => largest(tokens))]),
    answerTokens: totalOf((_, { answer }) => answer),
    answers: (['assumed', 'results'] as const).find((source) => froms.has(source)) ?? 'config',
    ...(pricing && { cost: cost! }),
    ...(pricing && low! < high! && { costRange: [low!, high!] }),
  };
}
