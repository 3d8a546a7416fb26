/** Reports how much users add around their prompts. */

import { largest, smallest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import type { Row } from '../../../contract/row.js';
import { lengthText, rangeText } from '../../document/words.js';

/** What stands around the prompts of one provider, where their lengths are of what was sent. */
export interface AddedText {
  provider: string;
  prompt: string;
  /** Tokens that were added to a prompt, the mean. */
  tokens: number;
}

export function addedTexts(calls: readonly Row[]): AddedText[] {
  const longer = calls.filter(({ built }) => built !== undefined);
  return [
    ...groupBy(longer, ({ provider, prompt }) => JSON.stringify([provider, prompt])).values(),
  ].map((own) => {
    const { provider, prompt } = own[0]!;
    const added = own.flatMap(({ sent, built = 0, reserve }) =>
      sent ? sent - built + reserve : [],
    );
    return { provider, prompt, tokens: Math.round(mean(added)) };
  });
}

export function addedSentences(added: readonly AddedText[] = []): string[] {
  if (added.length === 0) return [];
  const tokens = added.map((one) => one.tokens);
  const [least, most] = [smallest(tokens), largest(tokens)];
  const amount = lengthText(least) === lengthText(most) ? lengthText(most) : rangeText(least, most);
  return [
    say`Your template adds ${amount} tokens to each prompt. Lengths below count what was sent.`,
  ];
}
