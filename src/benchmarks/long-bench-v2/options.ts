import { z } from 'zod';
import {
  type Config,
  count,
  generalOptions,
  type Options,
  oneOrMore,
  pathText,
  someOf,
  templateOption,
} from '../../options/options.js';

export const DIFFICULTIES = ['easy', 'hard'] as const;
export const SIZES = ['short', 'medium', 'long'] as const;

const DOMAIN = 'must be the name of a domain in the file, or a list of them';

export const longBenchOptions = {
  /** The authors' file (JSON or Parquet). Required. */
  published: pathText().optional(),
  /** Questions of these difficulties; all by default. */
  difficulties: someOf(DIFFICULTIES).optional(),
  /** Questions on texts of these sizes: the file's own `length`; all by default. */
  sizes: someOf(SIZES).optional(),
  /** Questions of these domains, as the file calls them; all by default. */
  domains: oneOrMore(z.string(DOMAIN).min(1, DOMAIN), DOMAIN).optional(),
  /** How many of these questions are asked, from the first; all by default. */
  examples: count.optional(),
  ...templateOption,
  ...generalOptions,
};

export type LongBenchOptions = Options<typeof longBenchOptions>;

export type LongBenchV2Config = Config<typeof longBenchOptions>;

export function conflict({ published, seeds, reserve }: Record<string, unknown>) {
  if (published === undefined) {
    return (
      '`published` is missing, and this benchmark has no questions of its own. Give the path of the ' +
      "authors' file, for example `published: data.json`."
    );
  }
  if (seeds !== undefined) {
    return 'every one of the `seeds` would give the same prompts, since the questions are given. Leave `seeds` out.';
  }
  if (reserve === undefined) return undefined;
  return '`reserve` is for prompts that are built to a length, and these are given. Leave it out.';
}
