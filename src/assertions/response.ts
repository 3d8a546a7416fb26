/** What promptfoo keeps of what a provider told about its response. */
import type { ResponseFacts } from '../answers/response-facts.js';

/** A response of promptfoo's, as far as it is read; every field may be missing or something else. */
interface Response {
  finishReason?: unknown;
  isRefusal?: unknown;
  guardrails?: { flagged?: unknown } | null;
  tokenUsage?: { completion?: unknown; completionDetails?: { reasoning?: unknown } | null } | null;
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

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
