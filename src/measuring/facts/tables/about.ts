/** Sums up what was sent to whom, when and how. */

import { largest, smallest } from '../../../base/extremes.js';
import { commas, say } from '../../../base/text/language.js';
import { type AmountRange, amountRange } from '../../document/sizes.js';
import { beganOf } from '../baseline-of.js';
import { answersOf, isCachedAnswer } from '../evaluation/copies.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import {
  type AddedText,
  addedTexts,
  type RatedByHand,
  ratedByHand,
  type TransformCount,
  transformCounts,
} from './answer-notes.js';
import { type Spent, spentBy } from './spent.js';

export interface About {
  models: number;
  /** Prompts that a model was asked, the most that any was. */
  prompts: number;
  /** Shortest and longest length, in tokens. */
  lengths: [number, number];
  /** What prompts have, where all are sized by that: `4–16 documents`. */
  amounts?: AmountRange;
  /** What promptfoo calls the evaluation, and when it began (`2026-11-22 21:48`, UTC), where that is known. */
  evalId?: string;
  began?: string;
  /** How many answers promptfoo took from its cache, and of how many; nothing where it took none. */
  cached?: { cached: number; answers: number };
  /** What all calls were paid. */
  spent: Spent;
  /** Metrics of the user's assertions that are not followed. */
  otherMeasures?: readonly string[];
  /** Answers that were changed before they were scored, by whose transform; absent where none was. */
  transforms?: readonly TransformCount[];
  /** What stands around prompts whose lengths are of what was sent; absent where all are as they were built. */
  added?: readonly AddedText[];
  /** Answers that a person rated against their score; absent where none was. */
  rated?: RatedByHand;
  /** Settings of the providers that matter, where the config is known: `temperature 0`. */
  settings: string[];
}

export function otherMeasuresText(others: readonly string[]): string {
  const first = commas(others.slice(0, 6));
  const more = others.length - 6;
  const named = more > 0 ? say`${first}, ${more} more` : first;
  return say`Other metrics, not followed: ${named} (follow one with --metric).`;
}

export function aboutOf({ models, series, config, missing, measures }: Evaluation): About {
  const lengths = series.flatMap((each) => each.lengths);
  const calls = models.flatMap(({ cases }) => [...cases.values()].flatMap((asked) => asked.calls));
  const answers = answersOf(models);
  const cached = answers.filter(isCachedAnswer).length;
  const transforms = transformCounts(calls);
  const added = addedTexts(calls);
  const rated = ratedByHand(answers);
  const amounts = amountRange(series.map(({ sizes }) => sizes));
  const began = beganOf(missing.evalId);
  return {
    models: models.length,
    prompts: largest(
      models.map(({ cases }) => new Set([...cases.values()].map(({ shown }) => shown.id)).size),
    ),
    lengths: [smallest(lengths), largest(lengths)],
    ...(amounts !== undefined && { amounts }),
    ...(began !== undefined && { evalId: missing.evalId, began }),
    ...(cached > 0 && { cached: { cached, answers: answers.length } }),
    spent: spentBy(calls),
    ...(measures.others.length > 0 && { otherMeasures: measures.others }),
    ...(transforms.length > 0 && { transforms }),
    ...(added.length > 0 && { added }),
    ...(rated && { rated }),
    settings: temperatures(config),
  };
}

function temperatures(config: unknown): string[] {
  const { providers } = (config ?? {}) as { providers?: unknown };
  const given = (Array.isArray(providers) ? providers : [providers]).flatMap((entry: unknown) => {
    const { temperature } = (entry as { config?: { temperature?: unknown } } | null)?.config ?? {};
    return typeof temperature === 'number' ? [temperature] : [];
  });
  const values = [...new Set(given)].sort((a, b) => a - b);
  if (values.length === 0) return [];
  return [say`temperature ${values.map(String).reduce((all, name) => say`${all} and ${name}`)}`];
}
