/** Says what is assumed of thinking. */
import { redactText } from '../../base/secrets.js';
import { say } from '../../base/text/language.js';
import { foreign, plain } from '../document/foreign.js';
import { countText } from '../document/words.js';
import { FIRST_ANSWERS } from './seen.js';
import type { Thinking } from './thinking.js';

/** Says what the higher cost has for the thinking of a provider. */
export function thinkingText(provider: string, { tokens, from }: Thinking): string {
  const [name, many] = [foreign(redactText(provider)), countText(tokens)];
  switch (from) {
    case 'unlisted':
      return say`${name} is not in the list of models. Upper cost assumes ${many} thinking tokens per answer (--thinking none if it doesn’t think).`;
    case 'assumed':
      return say`Upper cost of ${name} assumes ${many} thinking tokens per answer. Change it with --thinking.`;
    case 'answers':
      return say`Upper cost of ${name} assumes answers of ${many} tokens, twice its longest so far.`;
    default:
      return say`Upper cost of ${name} includes ${many} thinking tokens per answer.`;
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
    ...thinking.map((one) => plain(thinkingText(one.provider, one.thinking))),
    ...(isLimit && isAssumed
      ? [
          say`Only longer answers can exceed the budget. After ${FIRST_ANSWERS} answers of a model, twice its longest is assumed.`,
        ]
      : []),
  ];
}
