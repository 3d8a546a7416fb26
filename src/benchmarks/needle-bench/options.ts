/** What a user may write for NeedleBench. */
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
  pathText,
  sharedOptions,
  tokenCount,
} from '../../generators/options.js';
import { type DepthOptions, depthConflict, depthOptions } from '../depths.js';

const TASKS = ['S-RT', 'M-RT', 'M-RS'] as const;

export type TaskName = (typeof TASKS)[number];

/** The paper's versions, with the longest length and the number of lengths of each. */
export const VERSIONS = {
  '4k': { maxTokens: 4000, lengths: 4 },
  '8k': { maxTokens: 8000, lengths: 4 },
  '32k': { maxTokens: 32_000, lengths: 8 },
  '128k': { maxTokens: 128_000, lengths: 8 },
  '200k': { maxTokens: 200_000, lengths: 8 },
  '1000k': { maxTokens: 1_000_000, lengths: 8 },
} as const;

type VersionName = keyof typeof VERSIONS;

const VERSION_NAMES = Object.keys(VERSIONS) as VersionName[];

const TASK = `must be one of ${TASKS.join(', ')}, or a list of them`;
const VERSION = `must be one of ${VERSION_NAMES.join(', ')}, or a list of them`;
const SEVERAL = 'must be a whole number of at least 2';
const COMBINED = 'must be a whole number from 2 to 5, or a list of them';

const combined = z.number(COMBINED).int(COMBINED).min(2, COMBINED).max(5, COMBINED);

/** What a user may write as `config`. */
export interface NeedleBenchConfig
  extends LengthOptions,
    DepthOptions,
    HaystackOptions,
    GeneralOptions {
  /** Which tasks are asked; all by default. */
  tasks?: TaskName | TaskName[];
  /** The paper's versions, each with lengths in equal steps up to its longest; `32k` by default. */
  versions?: VersionName | VersionName[];
  /** How many needles M-RT hides and asks for; 5 by default. */
  evidence?: number;
  /** How many sentences must be combined in M-RS; the prompts of a cell take these in turn. */
  combined?: number | number[];
  /** How many prompts each cell of each task has, each with needles of its own; 4 by default. */
  perCell?: number;
  /** Version 1 gives some credit for answers like the right one, version 2 for keywords only. */
  scoring?: 1 | 2;
  /** The path of a file with needles of your own. */
  needles?: string;
}

export const needleBenchOptions = optionsOf<NeedleBenchConfig>()({
  tasks: oneOrMore(z.enum(TASKS, TASK), TASK).default([...TASKS]),
  versions: oneOrMore(z.enum(VERSION_NAMES, VERSION), VERSION).default(['32k']),
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  depths: depthOptions.depths,
  spacing: depthOptions.spacing,
  evidence: z.number(SEVERAL).int(SEVERAL).min(2, SEVERAL).default(5),
  combined: oneOrMore(combined, COMBINED).default([2, 3, 4, 5]),
  perCell: count.default(4),
  scoring: z.union([z.literal(1), z.literal(2)], 'must be 1 or 2').default(1),
  needles: pathText('must be the path of a file with needles').optional(),
  ...sharedOptions,
});

export type NeedleBenchOptions = z.output<typeof needleBenchOptions>;

/** What is wrong with options that are each right. */
export function conflict(config: Record<string, unknown>): string | undefined {
  const { versions, lengths, maxTokens } = config;
  if (versions !== undefined && (maxTokens !== undefined || Array.isArray(lengths))) {
    return (
      '`versions` already says how long the contexts are. Leave it out, or `maxTokens` and the list ' +
      'of `lengths`.'
    );
  }
  return lengthConflict(config) ?? depthConflict(config);
}
