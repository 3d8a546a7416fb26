import { z } from 'zod';
import { count, type Options, pathText, someOf, tokenCount } from '../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  publishedConflict,
  structuredOption,
  templateOption,
} from '../../options/option-groups.js';
import {
  DEFAULTS,
  KINDS,
  NEEDLE_HAYSTACKS,
  type NiahParameters,
  RULER_TASKS,
  TASKS,
} from './parameters.js';

const KIND = `must be one of ${KINDS.join(', ')}`;
const ALPHA = 'must be a number above 1, at most 10';

export type NiahConfig = { [Name in keyof NiahParameters]?: NiahParameters[Name] | undefined };

export const rulerOptions = {
  /** Which tasks are run; the thirteen of the paper by default. */
  tasks: someOf(TASKS).default([...RULER_TASKS]),
  /** The parameters of the task `niah`. */
  niah: z
    .strictObject({
      haystack: z
        .enum(NEEDLE_HAYSTACKS, `must be one of ${NEEDLE_HAYSTACKS.join(', ')}`)
        .default('text'),
      keys: z.enum(KINDS, KIND).default('words'),
      values: z.enum(KINDS, KIND).default('numbers'),
      keyCount: count.default(1),
      valueCount: count.default(1),
      queries: count.default(1),
    })
    .optional(),
  /** vt: how many chains of variables are hidden, the first of which is asked for; 1 by default. */
  chains: count.default(DEFAULTS.chains),
  /** vt: how many variables of a chain are set to another one; 4 by default. */
  hops: count.default(DEFAULTS.hops),
  /** fwe: the exponent of the Zeta distribution; 2 by default. */
  alpha: z.number(ALPHA).gt(1, ALPHA).max(10, ALPHA).default(DEFAULTS.alpha),
  /** vt and cwe: whether a worked example comes with the question; true by default. */
  example: z.boolean('must be true or false').default(DEFAULTS.example),
  /** Whether the prompt says before the text what will be asked, as the authors do; false by default. */
  announce: z.boolean('must be true or false').default(false),
  /** qa_1: a SQuAD file of yours instead of our documents. */
  squad: pathText().optional(),
  /** qa_2: a HotpotQA file of yours instead of our documents. */
  hotpotqa: pathText().optional(),
  /** Prompts that the authors' code made: a file of the one task in `tasks`, or the folder of all tasks; or NeMo Gym's file. */
  published: pathText().optional(),
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  ...structuredOption,
  ...templateOption,
};

export type RulerOptions = Options<typeof rulerOptions>;

const DRAWN = [
  'lengths',
  'maxTokens',
  'seeds',
  'haystack',
  'shuffle',
  'niah',
  'squad',
  'hotpotqa',
  'structured',
];

export function conflict(config: Record<string, unknown>): string | undefined {
  const { tasks, niah, published } = config;
  const asked = tasks === undefined ? [] : [tasks].flat();
  if (published !== undefined) return publishedConflict(config, DRAWN, 'prompts of ours');
  if (asked.includes('niah') !== (niah !== undefined)) {
    return 'the task `niah` and the option `niah`, with its parameters, belong together. Give both.';
  }
  return lengthConflict(config);
}
