/** The Cases of NeedleBench: needles for every task, length and depth. */

import {
  baseName,
  type CaseDraft,
  type CompositePart,
  languageName,
  UserError,
} from '../../case.js';
import { lengthsOf } from '../../generators/options.js';
import type { SharedCaseFields } from '../benchmark.js';
import { depthsOf, depthText } from '../depths.js';
import { type NeedleCase, needlesText } from '../needles/hidden-needles.js';
import {
  assertTellApart,
  drawNeedles,
  loadNeedles,
  type Needle,
  type NeedleSet,
  referenceNeedles,
} from '../needles/needle-sets.js';
import { type NeedleBenchOptions, type TaskName, VERSIONS } from './options.js';

/** Weights of the tasks in the overall score, by version of the scoring. */
const WEIGHTS: Record<1 | 2, Record<TaskName, number>> = {
  1: { 'S-RT': 0.4, 'M-RT': 0.3, 'M-RS': 0.3 },
  2: { 'S-RT': 1, 'M-RT': 1, 'M-RS': 1 },
};

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
