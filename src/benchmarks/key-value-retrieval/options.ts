import { z } from 'zod';
import {
  count,
  counts,
  firstGiven,
  type Options,
  pathText,
  tokenCount,
} from '../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  publishedConflict,
  structuredOption,
  templateOption,
} from '../../options/option-groups.js';
import { placeConflict, placeOptions } from '../places.js';

const PAIR = 'must be a text with {key} and {value} in it';

export const keyValueOptions = {
  /** How many pairs an object has; each number of a list is a grid. 75, 140 and 300 by default. */
  pairs: counts.optional(),
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  ...placeOptions,
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
  const { pairs, template } = config;
  if (template !== undefined && config.queryAware !== undefined) {
    return '`template` says itself where the question stands, so `queryAware` has no part in it. Leave it out.';
  }
  if (template === undefined && config.pair !== undefined) {
    return '`pair` is for a `template`. Leave it out, or give a `template`.';
  }
  const length = firstGiven(config, ['lengths', 'maxTokens']);
  if (pairs !== undefined && length !== undefined) {
    return `\`pairs\` and \`${length}\` both say how large an object is. Give one of them.`;
  }
  const conflict = publishedConflict(config, DRAWN, 'random pairs');
  return conflict ?? lengthConflict(config) ?? placeConflict(config);
}
