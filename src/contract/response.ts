/** Reads what promptfoo keeps of a provider's response. */
import type { ResponseFacts } from './response-facts.js';

/** A response of promptfoo. Any field may be missing or something else. */
interface Response {
  finishReason?: unknown;
  isRefusal?: unknown;
  guardrails?: { flagged?: unknown } | null;
  cached?: unknown;
  metadata?: { recorded?: unknown } | null;
  tokenUsage?: {
    prompt?: unknown;
    completion?: unknown;
    cached?: unknown;
    total?: unknown;
    completionDetails?: Readonly<Record<string, unknown>> | null;
  } | null;
}

/** Tokens of one call as its provider counted them, as far as it told. */
export interface Usage {
  /** All of the prompt, and those of them that the provider had read before and charged less for. */
  promptTokens?: number;
  cachedTokens?: number;
  /** Those that it wrote to its cache, where it says so: some charge more for them. */
  writtenTokens?: number;
  /** All of the answer, and those of them that were thinking. */
  outputTokens?: number;
  reasoningTokens?: number;
}

/** Reads the facts of a response. promptfoo's providers flag a refusal for guardrails too. It is a refusal. */
export function factsOf(response: unknown): ResponseFacts {
  if (typeof response !== 'object' || response === null) return {};
  const { finishReason, isRefusal, guardrails, tokenUsage } = response as Response;
  const outputTokens = amount(tokenUsage?.completion);
  const reasoningTokens = amount(tokenUsage?.completionDetails?.reasoning);
  return {
    ...(typeof finishReason === 'string' && finishReason && { finishReason }),
    ...(isRefusal === true && { refusal: true }),
    ...(guardrails?.flagged === true && isRefusal !== true && { filtered: true }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}

/**
 * Reads the tokens of a response. promptfoo keeps 0 for what it was not told, counts Gemini's thinking apart
 * from the answer, and its cached tokens where it usually counts its own cache.
 */
export function usageOf(response: unknown): Usage {
  const { tokenUsage } = (response ?? {}) as Response;
  const { prompt, completion, total, cached, completionDetails: details } = tokenUsage ?? {};
  const [input = 0, output = 0, thinking = 0] = [prompt, completion, details?.reasoning].map(
    amount,
  );
  const read = isCached(response)
    ? 0
    : amount(details?.cacheReadInputTokens) || amount(cached) || 0;
  const told = {
    // If more was read from the cache than sent, only the rest was counted.
    promptTokens: read > input ? input + read : input,
    cachedTokens: read,
    writtenTokens: isCached(response) ? 0 : (amount(details?.cacheCreationInputTokens) ?? 0),
    outputTokens: input + output + thinking === total ? output + thinking : output,
    reasoningTokens: thinking,
  };
  return Object.fromEntries(Object.entries(told).filter(([, tokens]) => tokens > 0));
}

/** Tells whether an old answer is scored again, by `RecordedAnswers`. */
export function isRecorded(response: unknown): boolean {
  return ((response ?? {}) as Response).metadata?.recorded === true;
}

/** Tells whether the answer is from promptfoo's cache or recorded: no provider was called. */
export function isCached(response: unknown): boolean {
  const { cached, tokenUsage: used } = (response ?? {}) as Response;
  return (
    cached === true ||
    Boolean(used?.cached && used.cached === used.total && !used.prompt && !used.completion)
  );
}

const MOST = 1e12;

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < MOST ? value : undefined;
}
