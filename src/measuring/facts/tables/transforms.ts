/** Counts answers that a `transform` changed between provider and `score`, and what it removed. */

import { say } from '../../../base/text/language.js';
import type { Row } from '../../../contract/row.js';
import {
  TRANSFORM_OWNERS,
  type TransformEffect,
  type TransformOwner,
} from '../../../contract/transforms.js';

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
      transforms.flatMap((one) => (one.by === by ? one.effect : [])),
    );
    if (effects.length === 0) return [];
    const having = (effect: TransformEffect) => effects.filter((one) => one === effect).length;
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
