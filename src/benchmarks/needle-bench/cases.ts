/**
 * NeedleBench (arXiv:2407.11963): retrieval and reasoning over invented facts hidden in long texts, in
 * English and Chinese, at several lengths and depths.
 *
 * Tasks: S-RT (single-needle retrieval) hides one needle; M-RT (multi-needle retrieval) hides several
 * and asks for all of them in one question; M-RS (multi-needle reasoning) hides two to five facts
 * that answer one question only together. Where several sentences are hidden, the first stands at
 * the depth and the others evenly on the way from there to the end.
 *
 * All tasks have the same number of prompts, and every cell asks for the same needles. The overall
 * score weighs the tasks' mean scores: 0.4, 0.3 and 0.3, or all alike in version 2.
 */
import { z } from 'zod';
import { baseName, type CompositePart, languageName, UserError } from '../../case.js';
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
import type { Benchmark } from '../benchmark.js';
import { depthConflict, depthOptions, depthsOf, depthText } from '../needles/depths.js';
import { type NeedleCase, needlesText, needleTask } from '../needles/hidden-needles.js';
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

/** The paper's bands of length, with the longest length and the number of lengths of each. */
const BANDS = {
  '4k': { maxTokens: 4000, lengths: 4 },
  '8k': { maxTokens: 8000, lengths: 4 },
  '32k': { maxTokens: 32_000, lengths: 8 },
  '128k': { maxTokens: 128_000, lengths: 8 },
  '200k': { maxTokens: 200_000, lengths: 8 },
  '1000k': { maxTokens: 1_000_000, lengths: 8 },
} as const;

const BAND_NAMES = Object.keys(BANDS) as (keyof typeof BANDS)[];

/** Weights of the tasks in the overall score, by version of the scoring. */
const WEIGHTS: Record<1 | 2, Record<TaskName, number>> = {
  1: { 'S-RT': 0.4, 'M-RT': 0.3, 'M-RS': 0.3 },
  2: { 'S-RT': 1, 'M-RT': 1, 'M-RS': 1 },
};

const TASK = `must be one of ${TASKS.join(', ')}, or a list of them`;
const BAND = `must be one of ${BAND_NAMES.join(', ')}`;
const SEVERAL = 'must be a whole number of at least 2';
const COMBINED = 'must be a whole number from 2 to 5, or a list of them';

const combined = z.number(COMBINED).int(COMBINED).min(2, COMBINED).max(5, COMBINED);

export const needleBenchOptions = z.strictObject({
  /** Which tasks are asked. */
  tasks: oneOrMore(z.enum(TASKS, TASK), TASK).default([...TASKS]),
  /** A band of lengths by name, in equal steps; 32k by default. It names the grid. */
  band: z.enum(BAND_NAMES, BAND).optional(),
  /** So many lengths up to the band's longest or `maxTokens`, or a list of lengths in tokens. */
  lengths: lengthOptions.lengths,
  /** The longest context in tokens, instead of a band. */
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

type Options = z.output<typeof needleBenchOptions>;

export interface NeedleBenchCase extends NeedleCase {
  benchmark: 'needle-bench';
  task: TaskName;
  /** Version of the scoring. */
  scoring: 1 | 2;
  /** The band of lengths, where there is one. */
  version?: string;
}

function lengthsFrom({ band, lengths, maxTokens }: Options): {
  lengths: number[];
  version?: string;
} {
  if (Array.isArray(lengths) || maxTokens) {
    return { lengths: lengthsOf({ lengths, maxTokens: maxTokens ?? 0 }, 8) };
  }
  const version = band ?? '32k';
  const standard = BANDS[version];
  return { version, lengths: lengthsOf({ ...standard, lengths: lengths ?? standard.lengths }) };
}

/** The groups of needles that the prompts of each cell of a task ask for. */
function groupsOf(task: TaskName, options: Options, set: NeedleSet, seed: number): Needle[][] {
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
function compositePart(task: TaskName, { scoring, needles }: Options): CompositePart {
  const variant = [
    ...(scoring === 2 ? ['scoring 2'] : []),
    ...(needles ? [baseName(needles)] : []),
  ].join(', ');
  return { part: task, weight: WEIGHTS[scoring][task], ...(variant && { variant }) };
}

export const needleBenchBenchmark: Benchmark<NeedleBenchCase, Options> = {
  name: 'needle-bench',
  generator: 'needleBench',
  options: needleBenchOptions,
  conflict(config) {
    const { band, lengths, maxTokens } = config;
    if (band !== undefined && (maxTokens !== undefined || Array.isArray(lengths))) {
      return (
        '`band` already says how long the contexts are. Leave it out, or `maxTokens` and the list ' +
        'of `lengths`.'
      );
    }
    return lengthConflict(config) ?? depthConflict(config);
  },
  *cases(options, shared) {
    const file = referenceNeedles(options.needles);
    const set = loadNeedles(shared.language, file.needles);
    const { lengths, version } = lengthsFrom(options);
    const { scoring } = options;
    for (const seed of options.seeds) {
      for (const task of options.tasks) {
        const groups = groupsOf(task, options, set, seed);
        for (const tokens of lengths) {
          for (const depth of depthsOf(options, 5)) {
            for (const group of groups) {
              const needle = group.map(({ name }) => name);
              const evidence = group.flatMap(({ sentences }) => sentences).length;
              yield {
                benchmark: 'needle-bench',
                task,
                ...shared,
                tokens,
                evidence,
                seed,
                ...(version && { version }),
                scoring,
                ...file,
                needle,
                cell: { depth, needle: needle.join(', '), ...(task === 'M-RS' && { evidence }) },
                composite: compositePart(task, options),
              };
            }
          }
        }
      }
    }
  },
  task: needleTask,
  describe(theCase) {
    const { version, task, language, tokens, cell } = theCase;
    const title = version ? `NeedleBench ${version}` : 'NeedleBench';
    const place = [`${tokens} tokens`, depthText(cell.depth)];
    return [title, task, languageName(language), ...place, needlesText(theCase)].join(' · ');
  },
};
