import { z } from 'zod';
import type { KinshipTask } from '../../../benchmarks/kinship/questions.js';
import {
  count,
  type Options,
  oneOrMore,
  pathText,
  someOf,
  wholeFrom,
} from '../../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  structuredOption,
  templateOption,
} from '../../../options/option-groups.js';
import { MOST_EXAMPLES } from './questions.js';

/** The steps of the standard challenge, and of the sparse one for models that it no longer tells apart. */
const STANDARD = Array.from({ length: 18 }, (_, i) => i + 2);
const SPARSE = Array.from({ length: 9 }, (_, i) => 2 ** (i + 1));

const MOST_STEPS = 512;

const STEPS = `must be standard (2 to 19), sparse (powers of two up to ${MOST_STEPS}), or whole numbers from 2 to ${MOST_STEPS}`;

const TASKS: readonly KinshipTask[] = ['choice', 'open', 'ancestor', 'descendant', 'distance'];

export const ancestralTraceOptions = {
  /** How many statements a chain has; or `standard` (2 to 19) or `sparse` (powers of two to 512). */
  steps: z
    .union(
      [
        z.enum(['standard', 'sparse']).transform((name) => (name === 'sparse' ? SPARSE : STANDARD)),
        oneOrMore(wholeFrom(2, MOST_STEPS, STEPS), STEPS),
      ],
      STEPS,
    )
    .default(STANDARD),
  /**
   * The most distant ancestor as a multiple choice (`choice`, the default) or by name (`open`); the
   * `ancestor` or the `descendant` at a distance in generations; the `distance`. Several are combined.
   */
  tasks: someOf(TASKS).default(['choice']),
  /** How many chains of each number of steps are asked about: the paper's R. 10 by default. */
  chains: count.default(10),
  /** How often a multiple choice is asked, each time with its options rotated by one; 1 to 4, 4 by default. */
  rotations: wholeFrom(1, 4).default(4),
  /** Whether the answer must be in `\\boxed{}`; not for a multiple choice. */
  boxed: z.boolean('must be true or false').default(false),
  /** How many worked examples come before the statements; 0 to 4, 0 by default. */
  examples: wholeFrom(0, MOST_EXAMPLES).default(0),
  /** Whether the prompt asks for the reasoning, and the examples show it. */
  reasoning: z.boolean('must be true or false').default(false),
  /** How many statements about another family are mixed into those of the chain; 0 by default. */
  distractors: wholeFrom(0, MOST_STEPS).default(0),
  /** The folder of the authors' data set, whose names are then used. */
  published: pathText('must be the path of a folder').optional(),
  ...lengthOptions,
  ...structuredOption,
  ...templateOption,
};

export type AncestralTraceOptions = Options<typeof ancestralTraceOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  const { tasks = 'choice', lengths } = config;
  if (config.boxed === true && [tasks].flat().includes('choice')) {
    return (
      '`boxed` is for answers that are a name or a number, but `tasks` has choice. Leave `boxed` out, ' +
      'or ask open, ancestor, descendant or distance.'
    );
  }
  if (config.template !== undefined) {
    const said = ['examples', 'reasoning'].find((name) => config[name] !== undefined);
    if (said) {
      return `\`template\` says all that stands before and behind the statements, so \`${said}\` has no part in it. Leave one of them out.`;
    }
  }
  const beyond = ['boxed', 'reasoning'].find((name) => config[name] === true);
  if (config.structured === true && beyond) {
    return `\`${beyond}\` has no place in an answer that is \`structured\`. Leave one of them out.`;
  }
  if (lengths !== undefined && config.examples !== undefined && config.examples !== 0) {
    return (
      '`examples` stand before statements that stand alone, and `lengths` hides these in a haystack. ' +
      'Leave one of them out.'
    );
  }
  if (lengths !== undefined) return lengthConflict(config);
  const beside = ['haystack', 'repeat', 'maxTokens'].find((name) => name in config);
  return (
    beside &&
    `\`${beside}\` is for statements hidden in a haystack, and that needs \`lengths\`. Give ` +
      `\`lengths\`, or leave \`${beside}\` out.`
  );
}
