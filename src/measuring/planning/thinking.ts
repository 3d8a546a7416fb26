/** Tokens that a model thinks before an answer, and that a provider bills as output. */
import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { largest } from '../../base/extremes.js';
import { redactText } from '../../base/secrets.js';
import { say } from '../../base/text/language.js';
import { matchesWildcard } from '../../base/text/wildcard.js';
import type { Paid } from '../../contract/row.js';
import { foreign, plain } from '../document/foreign.js';
import { countText } from '../document/words.js';

/** What a provider's config says: at most so many tokens before an answer, or that it thinks. */
export type ConfiguredThinking = number | 'unknown';

/** At most, where neither the config nor the user says how long; most answers take less. */
const ASSUMED = 4000;

const LISTED = z.object({
  checked: z.string(),
  models: z.array(z.object({ thinks: z.boolean(), ids: z.array(z.string()) })),
});

export interface Thinking {
  /** Before each answer, at most; from `answers`, together with the answer. */
  tokens: number;
  /** `unlisted`: assumed of a model that `datasets/plan/thinking.yaml` does not name. `answers`: what they took so far. */
  from: 'config' | 'given' | 'assumed' | 'unlisted' | 'answers';
}

/** What is known of a provider's thinking: its model, its config, and its answers so far. */
export interface Thinker {
  id: string;
  thinking?: ConfiguredThinking;
  seen?: Seen;
}

/**
 * Tells how long a provider thinks at most. A model that is not listed is assumed to think.
 *
 * @param given - what the user says of all that think; 0: none does
 * @returns nothing where it does not think
 */
export function thinkingOf({ id, thinking, seen }: Thinker, given?: number): Thinking | undefined {
  const listed = thinking === undefined ? isListed(id) : true;
  if (thinking === 0 || listed === false || given === 0) return undefined;
  if (given !== undefined) return { tokens: given, from: 'given' };
  if (typeof thinking === 'number') return { tokens: thinking, from: 'config' };
  const tokens = mostSeen(seen);
  if (tokens !== undefined) return { tokens, from: 'answers' };
  return { tokens: ASSUMED, from: listed ? 'assumed' : 'unlisted' };
}

/** Names the providers that think, each with how long at most. */
export function thinkersOf(
  providers: readonly (Thinker & { label?: string })[],
  given?: number,
): { provider: string; thinking: Thinking }[] {
  return providers.flatMap((provider) => {
    const thinking = thinkingOf(provider, given);
    return thinking ? { provider: provider.label || provider.id, thinking } : [];
  });
}

/**
 * Bounds the tokens that a provider bills for one answer.
 *
 * @param answer - tokens of the answer itself, at most, by the provider's count
 */
export function mostOutput(provider: Thinker, answer: number, given?: number): number {
  const { tokens = 0, from } = thinkingOf(provider, given) ?? {};
  const bound = from === 'answers' ? tokens : answer + tokens;
  return Math.max(answer, bound, provider.seen?.longest ?? 0);
}

/**
 * Lays what the user says of thinking over what configs say.
 *
 * @param given - as for `thinkingOf`
 */
export function withThinking<Provider extends Thinker>(
  providers: readonly Provider[],
  given: number | undefined,
): Provider[] {
  return providers.map((provider) =>
    given === undefined || !thinkingOf(provider) ? provider : { ...provider, thinking: given },
  );
}

/** Whether a model thinks unless told otherwise; nothing where it is not listed. */
function isListed(id: string): boolean | undefined {
  const name = id.toLowerCase();
  return listed().find(({ ids }) => ids.some((pattern) => matchesWildcard(pattern, name)))?.thinks;
}

let models: z.output<typeof LISTED>['models'] | undefined;

function listed() {
  models ??= readDataset('plan/thinking.yaml', LISTED).models;
  return models;
}

/** Settings of promptfoo's providers of Anthropic, OpenAI and Google; what is no such setting counts as left out. */
const SETTINGS = z
  .object({
    thinking: z
      .object({ type: z.string(), budget_tokens: z.number().optional() })
      .optional()
      .catch(undefined),
    reasoning_effort: z.unknown().optional(),
    reasoning: z.object({ effort: z.unknown().optional() }).optional().catch(undefined),
    generationConfig: z
      .object({ thinkingConfig: z.object({ thinkingBudget: z.number() }) })
      .optional()
      .catch(undefined),
  })
  .catch({});

/** What a provider's config says of thinking; nothing where it says nothing. */
export function configuredThinking(config: unknown): ConfiguredThinking | undefined {
  const { thinking, reasoning_effort, reasoning, generationConfig } = SETTINGS.parse(config);
  if (thinking?.type === 'disabled') return 0;
  if (thinking) return thinking.budget_tokens ?? 'unknown';
  const effort = reasoning_effort ?? reasoning?.effort;
  if (effort !== undefined) return effort === 'none' ? 0 : 'unknown';
  const budget = generationConfig?.thinkingConfig.thinkingBudget;
  if (budget === undefined) return undefined;
  return budget < 0 ? 'unknown' : budget;
}

/** Answers after which observation replaces assumption. */
export const FIRST_ANSWERS = 3;

const TIMES_LONGEST = 2;

/** What answers of one provider took, by its own count. */
export interface Seen {
  answers: number;
  longest: number;
}

/** Sums up what answers took, without failed calls, which may have been cut short. */
export function seenIn(rows: readonly Pick<Paid, 'error' | 'outputTokens'>[]): Seen {
  const outputs = rows.flatMap(({ error, outputTokens }) =>
    error === undefined && outputTokens !== undefined ? outputTokens : [],
  );
  return { answers: outputs.length, longest: largest([0, ...outputs]) };
}

/** Returns what an answer takes at most, after enough answers: thinking varies, so twice the longest. */
export function mostSeen(seen: Seen | undefined): number | undefined {
  return seen !== undefined && seen.answers >= FIRST_ANSWERS
    ? TIMES_LONGEST * seen.longest
    : undefined;
}

/** Says what the higher cost has for the thinking of a provider. */
export function thinkingText(provider: string, { tokens, from }: Thinking): string {
  const [name, many] = [foreign(redactText(provider)), countText(tokens)];
  switch (from) {
    case 'unlisted':
      return say`${name} is not in the list of models. Upper cost assumes ${many} thinking tokens per answer (--thinking none if it doesn’t think).`;
    case 'assumed':
      return say`Upper cost of ${name} assumes ${many} thinking tokens per answer. Change it with --thinking.`;
    case 'answers':
      return say`Upper cost of ${name} assumes answers of ${many} tokens, twice its longest so far.`;
    default:
      return say`Upper cost of ${name} includes ${many} thinking tokens per answer.`;
  }
}

/**
 * Says what an amount in dollars rests on: each model's thinking.
 *
 * @param isLimit - whether the amount is one that may not be exceeded
 */
export function limitNotes(
  all: readonly { provider: string; thinking?: Thinking | undefined }[],
  isLimit: boolean,
): string[] {
  const thinking = all.flatMap((model) =>
    model.thinking ? { ...model, thinking: model.thinking } : [],
  );
  const isAssumed = thinking.some(({ thinking: { from } }) => from !== 'config');
  return [
    ...thinking.map((model) => plain(thinkingText(model.provider, model.thinking))),
    ...(isLimit && isAssumed
      ? [
          say`Only longer answers can exceed the budget. After ${FIRST_ANSWERS} answers of a model, twice its longest is assumed.`,
        ]
      : []),
  ];
}
