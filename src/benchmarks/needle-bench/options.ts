import { z } from 'zod';
import {
  count,
  type Options,
  pathText,
  share,
  someOf,
  tokenCount,
  wholeFrom,
  wholesFrom,
} from '../../options/kinds.js';
import { publishedConflict } from '../../options/option-groups.js';
import { needleConflict, needleOptions } from '../needles/hidden-needles.js';

const DEFAULT_PER_CELL = 4;

const TASKS = ['S-RT', 'M-RT', 'M-RS'] as const;

export type BenchTask = (typeof TASKS)[number];

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

const SCORINGS = ['paper', 'keywords', 'opencompass-1', 'opencompass-2'] as const;

export type Scoring = (typeof SCORINGS)[number];

const SCORING = `must be one of ${SCORINGS.join(', ')}`;
const LAYOUT = 'must be onwards or depths';
const PER_CELL = 'must be a whole number of at least 1, or such a number for each task by its name';

const perTask = count.default(DEFAULT_PER_CELL);

export const needleBenchOptions = {
  /** Which tasks are run; all by default. */
  tasks: someOf(TASKS).default([...TASKS]),
  /** The paper's versions, each with lengths in equal steps up to its longest; `32k` by default. */
  versions: someOf(VERSION_NAMES).default(['32k']),
  maxTokens: tokenCount.optional(),
  /** How many needles M-RT hides and asks for; 5 by default. */
  evidence: wholeFrom(2).default(5),
  /** How many sentences must be combined in M-RS; the prompts of a cell take these in turn. */
  combined: wholesFrom(2, 5).default([2, 3, 4, 5]),
  /**
   * How many prompts each cell of a task has, each with its own needles; 4 by default. Or a number for each task: `{
   * S-RT: 10, M-RT: 25, M-RS: 40 }`.
   */
  perCell: z
    .union(
      [
        count.transform((n) => ({ 'S-RT': n, 'M-RT': n, 'M-RS': n })),
        z.strictObject({ 'S-RT': perTask, 'M-RT': perTask, 'M-RS': perTask }),
      ],
      PER_CELL,
    )
    .default({ 'S-RT': DEFAULT_PER_CELL, 'M-RT': DEFAULT_PER_CELL, 'M-RS': DEFAULT_PER_CELL }),
  /** Whether needles may be asked for again, in another stretch of the haystack, if there are too few. */
  reuse: z.boolean('must be true or false').default(false),
  /**
   * Where the needles of M-RT are: from a cell's depth to the end (`onwards`, the default), or one at each of the
   * `depths`, in one cell.
   */
  layout: z.enum(['onwards', 'depths'], LAYOUT).default('onwards'),
  /** The distance of each sentence of M-RS from the one before, 0 to 1; by default spread evenly to the end. */
  gap: share.optional(),
  /** Whether the question comes before the text instead of after it. */
  questionFirst: z.boolean('must be true or false').default(false),
  /**
   * `paper` (the default): credit for likeness in all tasks; `keywords`: for keywords only; `opencompass-1` and
   * `opencompass-2`: exactly as these versions of OpenCompass, the second with chains of kinship in M-RS.
   */
  scoring: z.enum(SCORINGS, SCORING).default('paper'),
  /** The folder of the authors' data set, whose needles, chains and names are then used. */
  published: pathText('must be the path of a folder').optional(),
  ...needleOptions,
};

export type NeedleBenchOptions = Options<typeof needleBenchOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  const { versions, lengths, maxTokens } = config;
  if (versions !== undefined && (maxTokens !== undefined || Array.isArray(lengths))) {
    return (
      '`versions` already says how long the contexts are. Leave it out, or `maxTokens` and the list ' +
      'of `lengths`.'
    );
  }
  if (config.layout === 'depths' && config.evidence !== undefined) {
    return (
      '`evidence` is for needles from one depth on, but `layout` puts one at each of the `depths`. Leave ' +
      'one of them out.'
    );
  }
  const { tasks, distractors } = config;
  const other = config.needles !== undefined ? 'needles' : Number(distractors) > 0 && 'distractors';
  if (config.scoring === 'opencompass-2' && other) {
    if (tasks === undefined || [tasks].flat().includes('M-RS')) {
      return (
        `\`${other}\` have no part in M-RS with \`scoring\` opencompass-2, which asks about kinship. Leave ` +
        `\`${other}\` out, or M-RS out of \`tasks\`.`
      );
    }
  }
  return (
    publishedConflict(config, ['needles', 'distractors'], 'needles of our own') ??
    needleConflict(config)
  );
}
