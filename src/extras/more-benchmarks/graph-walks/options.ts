import {
  count,
  type Options,
  pathText,
  someOf,
  wholeFrom,
  wholesFrom,
} from '../../../options/kinds.js';
import { octavesConflict } from '../../../options/octaves.js';
import {
  asksOption,
  lengthConflict,
  lengthOptions,
  publishedConflict,
} from '../../../options/option-groups.js';

const GRAPH_TASKS = ['bfs', 'parents'] as const;

export type GraphTask = (typeof GRAPH_TASKS)[number];

/** With more steps or edges of a node, the nodes of a frontier are more than any answer may list. */
const MOST_STEPS = 8;
const MOST_DEGREE = 4;

export const graphOptions = {
  /** The frontier of a breadth-first search (`bfs`), and the `parents` of a node; both by default. */
  tasks: someOf(GRAPH_TASKS).default([...GRAPH_TASKS]),
  /** How many steps a search goes. A list makes a set of prompts for each number. 1, 2 and 3 by default. */
  steps: wholesFrom(1, MOST_STEPS).default([1, 2, 3]),
  /** Mean number of edges that lead from a node; 2 by default. */
  degree: wholeFrom(1, MOST_DEGREE).default(2),
  lengths: lengthOptions.lengths,
  maxTokens: lengthOptions.maxTokens,
  /** One of the authors' files (Parquet or JSON) instead of our graphs. */
  published: pathText().optional(),
  /** How many examples of `published` are sent, from the first; all by default. */
  examples: count.optional(),
  ...asksOption,
};

export type GraphOptions = Options<typeof graphOptions>;

const DRAWN = ['asks', 'steps', 'degree', 'maxTokens', 'seeds', 'language', 'reserve'];

export function conflict(config: Record<string, unknown>): string | undefined {
  const conflict = publishedConflict(config, DRAWN, 'graphs of our own');
  return conflict ?? octavesConflict(config) ?? lengthConflict(config);
}
