import { say, sentences } from '../base/text/language.js';
import type { ResponseFacts, ResponseOutcome, Unfinished } from '../contract/response.js';

/**
 * Why an answer may not be all that the model would have said, and what to do; empty for one that is finished.
 *
 * @example
 * outcomeText('cut-off', { finishReason: 'length', outputTokens: 240 })
 * // 'The answer was cut off at the output limit of 240 tokens (finish reason "length"). Raise the provider\'s max_tokens.'
 */
export function outcomeText(outcome: ResponseOutcome, facts: ResponseFacts): string {
  if (outcome === 'finished') return '';
  const { finishReason } = facts;
  const why = WHY[outcome](facts);
  const said = finishReason === undefined ? why : say`${why} (finish reason "${finishReason}")`;
  return sentences([said, REMEDY[outcome]()]);
}

const WHY: Readonly<Record<Unfinished, (facts: ResponseFacts) => string>> = {
  filtered: () => say`The provider's filter held the answer back`,
  'thinking-used-up': ({ reasoningTokens }) =>
    reasoningTokens
      ? say`${reasoningTokens} tokens of thinking used up the output limit before the answer`
      : say`Thinking used up the output limit before the answer`,
  'cut-off': ({ outputTokens }) =>
    outputTokens
      ? say`The answer was cut off at the output limit of ${outputTokens} tokens`
      : say`The answer was cut off at the output limit`,
  refused: () => say`The provider reports that the model refused`,
};

const REMEDY: Readonly<Record<Unfinished, () => string>> = {
  filtered: () => say`Change its safety settings or the haystack`,
  'thinking-used-up': () => say`Raise the provider's max_tokens, or lower its thinking budget`,
  'cut-off': () => say`Raise the provider's max_tokens`,
  refused: () => '',
};
