import { z } from 'zod';
import { count, counts, type Options, pathText } from '../../options/kinds.js';
import {
  publishedConflict,
  structuredOption,
  templateOption,
} from '../../options/option-groups.js';
import { listConflict, listOptions } from '../list-grid.js';

const PAIR = 'must be a text with {key} and {value} in it';

export const keyValueOptions = {
  /** How many pairs an object has; each number of a list is a grid. 75, 140 and 300 by default. */
  pairs: counts.optional(),
  ...listOptions,
  /** Whether the question also comes before the object; false by default. */
  queryAware: z.boolean('must be true or false').default(false),
  ...templateOption,
  /** How a pair is written for `template`: `"{key}": "{value}"` by default, as the authors write it. */
  pair: z
    .string(PAIR)
    .refine((text) => text.includes('{key}') && text.includes('{value}'), PAIR)
    .optional(),
  /** One of the authors' files instead of random pairs. */
  published: pathText().optional(),
  /** How many examples of `published` are asked, from the first; all by default. */
  examples: count.optional(),
  ...structuredOption,
};

export type KeyValueOptions = Options<typeof keyValueOptions>;

const DRAWN = ['pairs', 'lengths', 'maxTokens', 'seeds'];

export function conflict(config: Record<string, unknown>): string | undefined {
  const { template } = config;
  if (template !== undefined && config.queryAware !== undefined) {
    return '`template` says itself where the question stands, so `queryAware` has no part in it. Leave it out.';
  }
  if (template === undefined && config.pair !== undefined) {
    return '`pair` is for a `template`. Leave it out, or give a `template`.';
  }
  const conflict = publishedConflict(config, DRAWN, 'random pairs');
  return conflict ?? listConflict(config, 'pairs', 'how large an object is');
}
