/** Interprets what a provider reports about a response: why the answer may be incomplete. */
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { once } from '../base/kept.js';

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
