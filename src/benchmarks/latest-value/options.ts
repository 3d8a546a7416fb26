import { z } from 'zod';
import {
  type Config,
  count,
  generalOptions,
  type Options,
  pathText,
  publishedConflict,
  wholeFrom,
  wholesFrom,
} from '../../options/options.js';

/** As many as there are words for. */
export const MOST_KEYS = 46;
export const MOST_UPDATES = 400;

/** Those of the paper: about √2 times the one before. */
const PAPER_UPDATES = [2, 3, 4, 6, 8, 12, 17, 24, 34, 48, 68, 97, 139, 197, 281, 400];

export const latestValueOptions = {
  /** How often each key is updated; each number of a list is a length. The paper's 2 to 400 by default. */
  updates: wholesFrom(2, MOST_UPDATES).default(PAPER_UPDATES),
  /** How many keys there are; with a list, its numbers are the lengths, and each of `updates` is a series. */
  keys: wholesFrom(2, MOST_KEYS).default([MOST_KEYS]),
  /** How many of the keys are asked for; all by default. */
  asked: wholeFrom(1, MOST_KEYS).optional(),
  /** How many pairs of words make a value, written together (`GreyHeronRedKite`); 1 by default, with a space. */
  valueLength: wholesFrom(1, 40).default([1]),
  /** `mixed` (the default): no key twice in a row; `by key`: all updates of one key, then those of the next. */
  order: z.enum(['mixed', 'by key'], 'must be mixed or by key').default('mixed'),
  /** One of the authors' files (Parquet or JSON) instead of our streams. */
  published: pathText().optional(),
  /** How many examples of `published` are asked, from the first; all by default. */
  examples: count.optional(),
  ...generalOptions,
};

export type LatestValueOptions = Options<typeof latestValueOptions>;

export type LatestValueConfig = Config<typeof latestValueOptions>;

const DRAWN = ['updates', 'keys', 'asked', 'valueLength', 'order', 'seeds', 'language'];

export function conflict(config: Record<string, unknown>): string | undefined {
  const { asked, keys = MOST_KEYS } = config;
  const fewest = Math.min(...[keys].flat().map(Number));
  if (typeof asked === 'number' && asked > fewest) {
    return `\`asked\` is ${asked}, but there are only ${fewest} \`keys\`. Ask for fewer, or use more keys.`;
  }
  return publishedConflict(config, DRAWN, 'streams of our own');
}
