/** Counts answers that a `transform` changed between provider and `score`, and what it removed. */

import { largest, smallest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import type { Row } from '../../../contract/row.js';
import {
  TRANSFORM_OWNERS,
  type TransformEffect,
  type TransformOwner,
} from '../../../contract/transforms.js';
import { lengthText, rangeText } from '../../document/words.js';

/** What the transforms of one owner did to answers. */
export interface TransformCount extends Record<TransformEffect, number> {
  by: TransformOwner;
  /** Answers of all models, changed or not. */
  answers: number;
}

/** Counts what transforms did to answers, in promptfoo's order. */
export function transformCounts(calls: readonly Row[]): TransformCount[] {
  const answered = calls.filter(({ error, again }) => error === undefined && !again);
  return TRANSFORM_OWNERS.flatMap((by) => {
    const effects = answered.flatMap(({ transforms = [] }) =>
      transforms.flatMap((transform) => (transform.by === by ? transform.effect : [])),
    );
    if (effects.length === 0) return [];
    const having = (effect: TransformEffect) => effects.filter((other) => other === effect).length;
    return {
      by,
      answers: answered.length,
      removed: having('removed'),
      kept: having('kept'),
      unknown: having('unknown'),
    };
  });
}

const OWNERS: Readonly<Record<TransformOwner, () => string>> = {
  provider: () => say`the provider's \`transform\``,
  test: () => say`the test's (or \`defaultTest\`'s) \`transform\``,
  assertion: () => say`the assertion's \`transform\``,
};

/** Reports transforms, a sentence for each owner. */
export function transformTexts(counts: readonly TransformCount[]): string[] {
  return counts.map(({ by, answers, removed, kept, unknown }) => {
    const whose = OWNERS[by]();
    if (removed + kept === 0) {
      return say`Answers went through ${whose}. The originals of ${unknown} of ${answers} are unknown.`;
    }
    const changed = say`Answers were changed by ${whose}: in ${removed} of ${answers} it removed what the task wants.`;
    return unknown > 0 ? `${changed} ${say`The originals of ${unknown} are unknown.`}` : changed;
  });
}

/** Answers rated against their assertions or their score, of how many. */
export interface RatedByHand {
  count: number;
  of: number;
}

export function ratedByHand(answers: readonly { rated?: true }[]): RatedByHand | undefined {
  const count = answers.filter(({ rated }) => rated).length;
  return count === 0 ? undefined : { count, of: answers.length };
}

export function ratedTestsText({ count, of }: RatedByHand): string {
  return say`${count} of ${of} answers pass or fail only because a person rated them in promptfoo's viewer.`;
}

export function ratedScoresText({ count, of }: RatedByHand): string {
  return say`A person rated ${count} of ${of} answers in promptfoo's viewer against their score. These ratings do not change recall.`;
}

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
  ].map((rows) => {
    const { provider, prompt } = rows[0]!;
    const added = rows.flatMap(({ sent, built = 0, reserve }) =>
      sent ? sent - built + reserve : [],
    );
    return { provider, prompt, tokens: Math.round(mean(added)) };
  });
}

export function addedSentences(added: readonly AddedText[] = []): string[] {
  if (added.length === 0) return [];
  const tokens = added.map((text) => text.tokens);
  const [least, most] = [smallest(tokens), largest(tokens)];
  const amount = lengthText(least) === lengthText(most) ? lengthText(most) : rangeText(least, most);
  return [
    say`Your template adds ${amount} tokens to each prompt. Lengths below count what was sent.`,
  ];
}
