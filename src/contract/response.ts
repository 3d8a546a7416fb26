/** What promptfoo keeps of what a provider told about its response. */
import type { ResponseFacts } from './response-facts.js';

/** A response of promptfoo's, as far as it is read; every field may be missing or something else. */
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

/**
 * The facts of a response. Providers of promptfoo flag a refusal for guardrails too; it is a refusal.
 *
 * @param response - promptfoo's `ProviderResponse`, or whatever a file has in its place
 */
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
 * The tokens of a response. promptfoo keeps 0 for what it was not told. It counts Gemini's thinking beside the answer, and
 * its cached tokens where else it counts what promptfoo's own cache answered.
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
    // More was read from the cache than there is: then only the rest was counted.
    promptTokens: read > input ? input + read : input,
    cachedTokens: read,
    writtenTokens: isCached(response) ? 0 : (amount(details?.cacheCreationInputTokens) ?? 0),
    outputTokens: input + output + thinking === total ? output + thinking : output,
    reasoningTokens: thinking,
  };
  return Object.fromEntries(Object.entries(told).filter(([, tokens]) => tokens > 0));
}

/** Whether the user has an old answer scored anew, by `RecordedAnswers`. */
export function isRecorded(response: unknown): boolean {
  return ((response ?? {}) as Response).metadata?.recorded === true;
}

/** Whether promptfoo took the answer from its own cache, or it is recorded: no provider was asked. */
export function isCached(response: unknown): boolean {
  const { cached, tokenUsage: used } = (response ?? {}) as Response;
  return (
    cached === true ||
    Boolean(used?.cached && used.cached === used.total && !used.prompt && !used.completion)
  );
}

/** Whatever is counted is less than this; more is damage. */
const MOST = 1e12;

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < MOST ? value : undefined;
}
