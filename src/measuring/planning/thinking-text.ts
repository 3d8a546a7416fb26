/** What is assumed of thinking, in sentences. */
import { say } from '../../base/text/language.js';
import { countText } from '../document/words.js';
import { FIRST_ANSWERS } from './seen.js';
import type { Thinking } from './thinking.js';

/** Says what the higher cost has for the thinking of a provider. */
export function thinkingText(provider: string, { tokens, from }: Thinking): string {
  const many = countText(tokens);
  switch (from) {
    case 'unlisted':
      return say`${provider} is not in our list of models, so thinking is priced: up to ${many} tokens before each answer. Pass --thinking none if it doesn't think.`;
    case 'assumed':
      return say`${provider}: the higher cost is with ${many} tokens of thinking before each answer, which are assumed. Say what you see: --thinking 1500.`;
    case 'answers':
      return say`${provider}: the higher cost is with answers of ${many} tokens with their thinking, twice the longest so far.`;
    default:
      return say`${provider}: the higher cost is with ${many} tokens of thinking before each answer.`;
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
  const thinking = all.flatMap((one) => (one.thinking ? { ...one, thinking: one.thinking } : []));
  const isAssumed = thinking.some(({ thinking: { from } }) => from !== 'config');
  return [
    ...thinking.map((one) => thinkingText(one.provider, one.thinking)),
    ...(isLimit && isAssumed
      ? [
          say`The budget can be exceeded by answers that think longer. After ${FIRST_ANSWERS} answers of a model, twice its longest is assumed.`,
        ]
      : []),
  ];
}
