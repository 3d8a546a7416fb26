/** What a user may write for the Ancestral Trace Challenge. */
import { z } from 'zod';
import {
  count,
  type GeneralOptions,
  type HaystackOptions,
  type LengthOptions,
  lengthConflict,
  lengthOptions,
  oneOrMore,
  optionsOf,
  sharedOptions,
} from '../../generators/options.js';

/** The steps of the standard challenge, and of the sparse one for models that it no longer tells apart. */
const STANDARD = Array.from({ length: 18 }, (_, i) => i + 2);
const SPARSE = Array.from({ length: 9 }, (_, i) => 2 ** (i + 1));

const MOST_STEPS = 512;

const TASKS = ['choice', 'open'] as const;

export type TaskName = (typeof TASKS)[number];

const TASK = `must be one of ${TASKS.join(', ')}, or a list of them`;

const STEPS = `must be standard (2 to 19), sparse (powers of two up to ${MOST_STEPS}), or whole numbers from 2 to ${MOST_STEPS}`;
const DISTRACTORS = `must be a whole number from 0 to ${MOST_STEPS}`;

const step = z.number(STEPS).int(STEPS).min(2, STEPS).max(MOST_STEPS, STEPS);

/** What a user may write as `config`. */
export interface AncestralTraceConfig extends LengthOptions, HaystackOptions, GeneralOptions {
  /** How many statements a chain has; or `standard` (2 to 19) or `sparse` (powers of two to 512). */
  steps?: 'standard' | 'sparse' | number | number[];
  /** A multiple choice (the default), or the name itself; several expand the grid. */
  tasks?: TaskName | TaskName[];
  /** How often each chain is asked as a multiple choice: the paper's R. 10 by default. */
  rounds?: number;
  /** How many statements about another family stand among those of the chain; 0 by default. */
  distractors?: number;
}

export const ancestralTraceOptions = optionsOf<AncestralTraceConfig>()({
  steps: z
    .union(
      [
        z.enum(['standard', 'sparse']).transform((name) => (name === 'sparse' ? SPARSE : STANDARD)),
        oneOrMore(step, STEPS),
      ],
      STEPS,
    )
    .default(STANDARD),
  tasks: oneOrMore(z.enum(TASKS, TASK), TASK).default(['choice']),
  rounds: count.default(10),
  distractors: z
    .number(DISTRACTORS)
    .int(DISTRACTORS)
    .min(0, DISTRACTORS)
    .max(MOST_STEPS, DISTRACTORS)
    .default(0),
  ...lengthOptions,
  ...sharedOptions,
});

export type AncestralTraceOptions = z.output<typeof ancestralTraceOptions>;

/** What is wrong with options that are each right. */
export function conflict(config: Record<string, unknown>): string | undefined {
  if (config.lengths !== undefined) return lengthConflict(config);
  const beside = ['haystack', 'repeat', 'maxTokens'].find((name) => name in config);
  return (
    beside &&
    `\`${beside}\` is for statements hidden in a haystack, and that needs \`lengths\`. Give ` +
      `\`lengths\`, or leave \`${beside}\` out.`
  );
}
