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
type ResponseOutcome = 'filtered' | 'thinking-used-up' | 'cut-off' | 'refused' | 'finished';

/** What ends an answer before it is whole. */
export type Unfinished = Exclude<ResponseOutcome, 'finished'>;

/** An outcome, and one line for people that says why and what to do. */
interface ExplainedOutcome {
  outcome: ResponseOutcome;
  /** An empty text for a response that is finished. */
  reason: string;
}

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
 * outcomeOf({ finishReason: 'length', outputTokens: 240, reasoningTokens: 240 }, '').outcome
 * // 'thinking-used-up'
 */
export function outcomeOf(facts: ResponseFacts, answer: string): ExplainedOutcome {
  const { finishReason, refusal = false, filtered = false, outputTokens, reasoningTokens } = facts;
  const name = finishReason?.toLowerCase().replace(/[\s_-]/g, '') ?? '';
  const said = finishReason === undefined ? '' : ` (finish reason "${finishReason}")`;
  if (filtered || names().filter.includes(name)) {
    return {
      outcome: 'filtered',
      reason: `the provider's filter held the answer back${said}; change its safety settings or the haystack`,
    };
  }
  if (names().length.includes(name)) {
    const share = (reasoningTokens ?? 0) / (outputTokens || Number.POSITIVE_INFINITY);
    if (answer.trim() === '' || share >= ALL_REASONING) {
      const spent = reasoningTokens ? `${reasoningTokens} tokens of thinking` : 'thinking';
      return {
        outcome: 'thinking-used-up',
        reason: `${spent} used up the output limit before the answer${said}; raise the provider's max_tokens, or lower its thinking budget`,
      };
    }
    return {
      outcome: 'cut-off',
      reason: `the answer was cut off at the output limit${tokensOf(outputTokens)}${said}; raise the provider's max_tokens`,
    };
  }
  if (refusal || names().refusal.includes(name)) {
    return { outcome: 'refused', reason: `the provider says that the model refused${said}` };
  }
  return { outcome: 'finished', reason: '' };
}

function tokensOf(outputTokens: number | undefined): string {
  return outputTokens ? ` of ${outputTokens} tokens` : '';
}
