/** Reads what promptfoo keeps of a provider's response. */
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { once } from '../base/kept.js';

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

/** What the provider reported of a response. */
export interface ResponseFacts {
  /** As the provider names it: `stop`, `length`, `content_filter`, `MAX_TOKENS`, … */
  finishReason?: string;
  refusal?: boolean;
  /** Whether a guardrail or content filter held the answer back. */
  filtered?: boolean;
  outputTokens?: number;
  reasoningTokens?: number;
}

/**
 * `filtered`: held back. `thinking-used-up`: reached the output limit before an answer. `cut-off`: reached it
 * inside the answer. `refused`: by the provider's own word. `finished`: none of these is known.
 */
export type ResponseOutcome = 'filtered' | 'thinking-used-up' | 'cut-off' | 'refused' | 'finished';

export type Unfinished = Exclude<ResponseOutcome, 'finished'>;

/** Reads providers' names for the ends of an answer, in small letters without separators. */
const names = once(() => {
  const list = z.array(z.string().min(1));
  const schema = z.strictObject({ length: list, filter: list, refusal: list });
  return readDataset('reading/finish-reasons.yaml', schema);
});

/** With so much reasoning in the output, the answer is as good as empty. */
const ALL_REASONING = 0.98;

/**
 * Interprets a provider's facts.
 *
 * @param answer - the answer as text, without its reasoning
 *
 * @example
 * outcomeOf({ finishReason: 'length', outputTokens: 240, reasoningTokens: 240 }, '')
 * // 'thinking-used-up'
 */
export function outcomeOf(facts: ResponseFacts, answer: string): ResponseOutcome {
  const { finishReason, refusal = false, filtered = false, outputTokens, reasoningTokens } = facts;
  const name = finishReason?.toLowerCase().replace(/[\s_-]/g, '') ?? '';
  if (filtered || names().filter.includes(name)) return 'filtered';
  if (names().length.includes(name)) {
    const share = (reasoningTokens ?? 0) / (outputTokens || Number.POSITIVE_INFINITY);
    const isThinking = answer.trim() === '' || share >= ALL_REASONING;
    return isThinking ? 'thinking-used-up' : 'cut-off';
  }
  return refusal || names().refusal.includes(name) ? 'refused' : 'finished';
}
