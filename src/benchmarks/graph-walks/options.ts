import { z } from 'zod';
import {
  count,
  type GeneralOptions,
  generalOptions,
  type LengthOptions,
  lengthConflict,
  lengthOptions,
  oneOrMore,
  optionsOf,
  pathText,
} from '../../options/options.js';

export const GRAPH_TASKS = ['bfs', 'parents'] as const;

export type GraphTask = (typeof GRAPH_TASKS)[number];

const TASKS = `must be one of ${GRAPH_TASKS.join(', ')}, or a list of them`;

/** With more steps or edges of a node, the nodes of a frontier are more than any answer may list. */
const MOST_STEPS = 8;
const MOST_DEGREE = 4;
const STEPS = `must be a whole number from 1 to ${MOST_STEPS}, or a list of them`;
const DEGREE = `must be a whole number from 1 to ${MOST_DEGREE}`;

export interface GraphWalksConfig extends LengthOptions, GeneralOptions {
  /** The frontier of a breadth-first search (`bfs`), and the `parents` of a node; both by default. */
  tasks?: GraphTask | GraphTask[];
  /** How many steps a search goes; each number of a list is a grid. 1, 2 and 3 by default. */
  steps?: number | number[];
  /** How many edges lead from a node, in the mean; 2 by default. */
  degree?: number;
  /** A file of the authors' (Parquet or JSON) instead of graphs of our own. */
  published?: string;
  /** How many examples of `published` are asked, from the first; all by default. */
  examples?: number;
}

export const graphOptions = optionsOf<GraphWalksConfig>()({
  tasks: oneOrMore(z.enum(GRAPH_TASKS, TASKS), TASKS).default([...GRAPH_TASKS]),
  steps: oneOrMore(z.number(STEPS).int(STEPS).min(1, STEPS).max(MOST_STEPS, STEPS), STEPS).default([
    1, 2, 3,
  ]),
  degree: z.number(DEGREE).int(DEGREE).min(1, DEGREE).max(MOST_DEGREE, DEGREE).default(2),
  lengths: lengthOptions.lengths,
  maxTokens: lengthOptions.maxTokens,
  published: pathText('must be the path of a file').optional(),
  examples: count.optional(),
  ...generalOptions,
});

export type GraphOptions = z.output<typeof graphOptions>;

/** Options that make graphs of our own. */
const DRAWN = ['steps', 'degree', 'lengths', 'maxTokens', 'seeds', 'language', 'reserve'];

export function conflict(config: Record<string, unknown>): string | undefined {
  const { published, examples } = config;
  if (published === undefined && examples !== undefined) {
    return '`examples` is for a file that is `published`. For more graphs, use `seeds`.';
  }
  const other = DRAWN.find((option) => config[option] !== undefined);
  if (published !== undefined && other !== undefined) {
    return `\`${other}\` is for graphs of our own, but those of \`published\` are given. Leave one out.`;
  }
  return lengthConflict(config);
}
