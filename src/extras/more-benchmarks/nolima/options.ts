import { z } from 'zod';
import { depthConflict, depthOptions } from '../../../benchmarks/depths.js';
import { distractorOption } from '../../../benchmarks/distractors.js';
import { count, type Options, pathText, someOf, tokenCount } from '../../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  publishedConflict,
  structuredOption,
  templateOption,
} from '../../../options/option-groups.js';

const TASKS = ['one-hop', 'two-hop', 'direct'] as const;

export const PHRASINGS = ['straight', 'inverted'] as const;

export type Phrasing = (typeof PHRASINGS)[number];

export const nolimaOptions = {
  /** Which questions are used; `one-hop` and `two-hop` by default. `direct` is a control. */
  tasks: someOf(TASKS).default(['one-hop', 'two-hop']),
  /** Whether the character or the fact comes first; the questions take these in turn. Both by default. */
  phrasing: someOf(PHRASINGS).default([...PHRASINGS]),
  /** How many questions each length and depth has, each about another fact; 8 by default. */
  questions: count.optional(),
  /** Whether four characters are offered to choose from; false by default. */
  choice: z.boolean('must be true or false').default(false),
  /** How many of our other facts are hidden, each about another character; 0 by default. */
  distractors: distractorOption.distractors,
  /** One of the authors' needle sets instead of our facts. */
  published: pathText().optional(),
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  depths: depthOptions.depths,
  spacing: depthOptions.spacing,
  ...structuredOption,
  ...templateOption,
};

export type NolimaOptions = Options<typeof nolimaOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  const ours = ['phrasing', 'choice', 'tasks', 'distractors'];
  const conflict = publishedConflict(config, ours, 'our facts');
  return conflict ?? lengthConflict(config) ?? depthConflict(config);
}
