/**
 * What a provider tells about a response, and what it means for the answer: why the answer may not be
 * all that the model would have said.
 */
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { once } from '../base/kept.js';

/** What the provider told of one response; what it did not tell is not there. */
export interface ResponseFacts {
  /** As the provider names it: `stop`, `length`, `content_filter`, `MAX_TOKENS`, … */
  finishReason?: string;
  /** Whether the provider marked the response as a refusal. */
  refusal?: boolean;
  /** Whether a guardrail or content filter held the answer back. */
  filtered?: boolean;
  /** Tokens of the whole output, reasoning included. */
  outputTokens?: number;
  /** Tokens of the output that were reasoning. */
  reasoningTokens?: number;
}

/**
 * `filtered`: held back by a filter. `thinking-used-up`: the output limit was reached before an answer
 * began. `cut-off`: the limit was reached inside the answer. `refused`: the provider says that the
 * model refused. `finished`: nothing of that is known.
 */
export type ResponseOutcome = 'filtered' | 'thinking-used-up' | 'cut-off' | 'refused' | 'finished';

/** What ends an answer before it is whole. */
export type Unfinished = Exclude<ResponseOutcome, 'finished'>;

/** How providers name the ends of an answer, without capital letters, spaces, underscores and hyphens. */
const names = once(() => {
  const list = z.array(z.string().min(1));
  const schema = z.strictObject({ length: list, filter: list, refusal: list });
  return readDataset('reading/finish-reasons.yaml', schema);
});

/** The answer is as good as empty if the reasoning took so much of the output. */
const ALL_REASONING = 0.98;

/**
 * What a provider's facts say of an answer.
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
