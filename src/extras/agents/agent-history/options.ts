import { compactOption } from '../../../options/compact-option.js';
import { transcriptOption } from '../../../options/haystack-options.js';
import { type Options, someOf, wholeFrom, wholesFrom } from '../../../options/kinds.js';
import { lengthConflict, lengthOptions } from '../../../options/option-groups.js';

const HISTORY_TASKS = ['latest', 'conflict', 'log', 'state', 'instructions'] as const;

export type HistoryTask = (typeof HISTORY_TASKS)[number];

const CONTROLS = ['flat', 'changes', 'facts'] as const;

/** There are words for no more rules, and codes for no more values of each. */
const MOST_KEYS = 20;
const MOST_UPDATES = 50;
const FEWEST_KEYS = 3;
const MOST_HOPS = 3;

export const historyOptions = {
  /** What the question is about: `latest`, `conflict`, `log`, `state`, `instructions`; all by default. */
  tasks: someOf(HISTORY_TASKS).default([...HISTORY_TASKS]),
  /** How many codes, bins, rules or runs a history is about, from 3 to 20; 6 by default. */
  keys: wholeFrom(FEWEST_KEYS, MOST_KEYS).default(6),
  /** How often each of them is replaced. A list makes a set of prompts for each number. 3 by default. */
  updates: wholesFrom(0, MOST_UPDATES).default([3]),
  /** How many facts an answer of `conflict` takes, 1 to 3. A list makes prompts for each number. 2 by default. */
  hops: wholesFrom(1, MOST_HOPS).default([2]),
  /**
   * Other ways to give the same facts, tested too: in one text of the same length (`flat`), in a text of nothing
   * else (`changes`), or only what holds in the end (`facts`); none by default.
   */
  controls: someOf(CONTROLS).optional(),
  ...compactOption,
  ...transcriptOption,
  lengths: lengthOptions.lengths,
  maxTokens: lengthOptions.maxTokens,
};

export type HistoryOptions = Options<typeof historyOptions>;

export const conflict = lengthConflict;
