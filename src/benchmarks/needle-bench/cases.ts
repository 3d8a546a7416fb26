/** The Cases of NeedleBench: needles for every task, length and depth. */
import { z } from 'zod';
import {
  baseName,
  type CaseDraft,
  type CompositePart,
  languageName,
  UserError,
} from '../../case.js';
import {
  count,
  lengthConflict,
  lengthOptions,
  lengthsOf,
  oneOrMore,
  pathText,
  sharedOptions,
  tokenCount,
} from '../../generators/options.js';
import type { SharedCaseFields } from '../benchmark.js';
import { depthConflict, depthOptions, depthsOf, depthText } from '../depths.js';
import { type NeedleCase, needlesText } from '../needles/hidden-needles.js';
import {
  assertTellApart,
  drawNeedles,
  loadNeedles,
  type Needle,
  type NeedleSet,
  referenceNeedles,
} from '../needles/needle-sets.js';

const TASKS = ['S-RT', 'M-RT', 'M-RS'] as const;

type TaskName = (typeof TASKS)[number];

/** The paper's versions, with the longest length and the number of lengths of each. */
const VERSIONS = {
  '4k': { maxTokens: 4000, lengths: 4 },
  '8k': { maxTokens: 8000, lengths: 4 },
  '32k': { maxTokens: 32_000, lengths: 8 },
  '128k': { maxTokens: 128_000, lengths: 8 },
  '200k': { maxTokens: 200_000, lengths: 8 },
  '1000k': { maxTokens: 1_000_000, lengths: 8 },
} as const;

const VERSION_NAMES = Object.keys(VERSIONS) as (keyof typeof VERSIONS)[];

/** Weights of the tasks in the overall score, by version of the scoring. */
const WEIGHTS: Record<1 | 2, Record<TaskName, number>> = {
  1: { 'S-RT': 0.4, 'M-RT': 0.3, 'M-RS': 0.3 },
  2: { 'S-RT': 1, 'M-RT': 1, 'M-RS': 1 },
};

const TASK = `must be one of ${TASKS.join(', ')}, or a list of them`;
const VERSION = `must be one of ${VERSION_NAMES.join(', ')}, or a list of them`;
const SEVERAL = 'must be a whole number of at least 2';
const COMBINED = 'must be a whole number from 2 to 5, or a list of them';

const combined = z.number(COMBINED).int(COMBINED).min(2, COMBINED).max(5, COMBINED);

export const needleBenchOptions = z.strictObject({
  /** Which tasks are asked. */
  tasks: oneOrMore(z.enum(TASKS, TASK), TASK).default([...TASKS]),
  /** The paper's versions, each with lengths in equal steps up to its longest. */
  versions: oneOrMore(z.enum(VERSION_NAMES, VERSION), VERSION).default(['32k']),
  /** How many lengths up to the version's longest or `maxTokens`, or a list of lengths in tokens. */
  lengths: lengthOptions.lengths,
  /** The longest context in tokens, instead of a version. */
  maxTokens: tokenCount.optional(),
  /** So many depths (5 by default), or a list of numbers from 0 to 1. */
  depths: depthOptions.depths,
  /** How a number of depths is spread: `linear`, or `sigmoid`, closer together at both ends. */
  spacing: depthOptions.spacing,
  /** How many needles M-RT hides and asks for. */
  evidence: z.number(SEVERAL).int(SEVERAL).min(2, SEVERAL).default(5),
  /** How many sentences must be combined in M-RS; the prompts of a cell take these in turn. */
  combined: oneOrMore(combined, COMBINED).default([2, 3, 4, 5]),
  /** How many prompts each cell of each task has, each with needles of its own. */
  perCell: count.default(4),
  /** Version 1 gives some credit for answers like the right one, version 2 for keywords only. */
  scoring: z.union([z.literal(1), z.literal(2)], 'must be 1 or 2').default(1),
  /** A file with needles of your own. */
  needles: pathText('must be the path of a file with needles').optional(),
  ...sharedOptions,
});

/** What a user may write as `config`. */
export type NeedleBenchConfig = z.input<typeof needleBenchOptions>;

export type NeedleBenchOptions = z.output<typeof needleBenchOptions>;

export interface NeedleBenchCase extends NeedleCase {
  benchmark: 'needle-bench';
  task: TaskName;
  /** Not given: the first version of the scoring. */
  scoring?: 2;
}

/** One grid of the config: which lengths, and whether they are one of the paper's. */
interface Lengths {
  lengths: number[];
  version?: string;
}

function grids({ versions, lengths, maxTokens }: NeedleBenchOptions): Lengths[] {
  if (Array.isArray(lengths) || maxTokens) {
    return [{ lengths: lengthsOf({ lengths, maxTokens: maxTokens ?? 0 }, 8) }];
  }
  return versions.map((version) => {
    const standard = VERSIONS[version];
    return {
      version,
      lengths: lengthsOf({ ...standard, lengths: lengths ?? standard.lengths }),
    };
  });
}

/** The groups of needles that the prompts of each cell of a task ask for. */
function groupsOf(
  task: TaskName,
  options: NeedleBenchOptions,
  set: NeedleSet,
  seed: number,
): Needle[][] {
  const { perCell, evidence, combined: sizes } = options;
  if (task === 'M-RS') {
    const bySize = sizes.map((size, i) => {
      const chains = set.chains.filter(({ sentences }) => sentences.length === size);
      const groups = Math.ceil((perCell - i) / sizes.length);
      return draw(chains, { groups, size: 1, seed }, `${task} with ${size} sentences`, 'chains');
    });
    return Array.from(
      { length: perCell },
      (_, i) => bySize[i % sizes.length]![Math.floor(i / sizes.length)]!,
    );
  }
  const size = task === 'S-RT' ? 1 : evidence;
  const groups = draw(set.single, { groups: perCell, size, seed }, task, 'single');
  if (size > 1) groups.forEach(assertTellApart);
  return groups;
}

function draw(
  needles: readonly Needle[],
  how: { groups: number; size: number; seed: number },
  task: string,
  section: string,
): Needle[][] {
  const drawn = drawNeedles(needles, how);
  if (drawn) return drawn;
  throw new UserError(
    `needleBench: ${task} takes ${how.groups * how.size} different needles, but the set has ` +
      `${needles.length} in \`${section}\`. Use a smaller \`perCell\`, other \`tasks\`, or a larger ` +
      'file of `needles`.',
  );
}

/** The part that a task is of the overall score; other scoring and other needles are other scores. */
function compositePart(task: TaskName, { scoring, needles }: NeedleBenchOptions): CompositePart {
  const variant = [
    ...(scoring === 2 ? ['scoring 2'] : []),
    ...(needles ? [baseName(needles)] : []),
  ].join(', ');
  return { part: task, weight: WEIGHTS[scoring][task], ...(variant && { variant }) };
}

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

/** All Cases of a config. */
export function* cases(
  options: NeedleBenchOptions,
  shared: SharedCaseFields,
): Generator<CaseDraft<NeedleBenchCase>> {
  const file = referenceNeedles(options.needles);
  const set = loadNeedles(shared.language, file.needles);
  const { scoring } = options;
  for (const seed of options.seeds) {
    for (const task of options.tasks) {
      const groups = groupsOf(task, options, set, seed);
      for (const { lengths, version } of grids(options)) {
        for (const tokens of lengths) {
          for (const depth of depthsOf(options, 5)) {
            for (const group of groups) {
              yield {
                benchmark: 'needle-bench',
                task,
                ...shared,
                tokens,
                // In M-RS it varies from prompt to prompt.
                ...(task !== 'M-RS' && { evidence: group.length }),
                seed,
                ...(version && { version }),
                ...(scoring === 2 && { scoring }),
                ...file,
                cell: { depth, needle: group.map(({ name }) => name) },
                composite: compositePart(task, options),
              };
            }
          }
        }
      }
    }
  }
}

/** One line for people. */
export function describe(theCase: NeedleBenchCase): string {
  const { version, task, language, tokens, cell } = theCase;
  const title = version ? `NeedleBench ${version}` : 'NeedleBench';
  const place = [`${tokens} tokens`, depthText(cell.depth)];
  return [title, task, languageName(language), ...place, needlesText(theCase)].join(' · ');
}
