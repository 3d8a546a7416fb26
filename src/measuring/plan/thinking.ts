/** Tokens that a model thinks before an answer, and that a provider bills as output. */
import { z } from 'zod';

/** What a provider's config says: at most so many tokens before an answer, or that it thinks. */
export type ConfiguredThinking = number | 'unknown';

/** At most, where neither the config nor the user says how long; most answers take less. */
const ASSUMED = 4000;

/** Models that think unless they are told not to, */
const THINKS =
  /\bo[134]\b|gpt-5(?!\S*chat)|gpt-oss|gemini-(2\.5|3)|deepseek-(r1|reasoner)|qwq|thinking|grok-4/i;

/** and models that think only if their config says so, or not at all. */
const ONLY_IF_TOLD = /claude|gpt-(4|3\.5|5\S*chat)/i;

export interface Thinking {
  /** Before each answer, at most. */
  tokens: number;
  from: 'config' | 'given' | 'assumed';
}

/**
 * How long a provider thinks at most.
 *
 * @param given - what the user says of all that think
 * @returns nothing where it does not think, or is not known to
 */
export function thinkingOf(
  { id, thinking }: { id: string; thinking?: ConfiguredThinking },
  given?: number,
): Thinking | undefined {
  if (thinking === 0 || (thinking === undefined && ONLY_IF_TOLD.test(id))) return undefined;
  if (given !== undefined) return { tokens: given, from: 'given' };
  if (typeof thinking === 'number') return { tokens: thinking, from: 'config' };
  const thinks = thinking !== undefined || THINKS.test(id);
  return thinks ? { tokens: ASSUMED, from: 'assumed' } : undefined;
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
