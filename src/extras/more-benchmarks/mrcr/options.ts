import { z } from 'zod';
import { octavesConflict } from '../../../benchmarks/published/example-files.js';
import { count, type Options, pathText, wholeFrom, wholesFrom } from '../../../options/kinds.js';
import {
  asksConflict,
  asksOption,
  lengthConflict,
  lengthOptions,
  publishedConflict,
} from '../../../options/option-groups.js';

/** As many as there are words for. */
const MOST_NEEDLES = 8;

const INDICES = `must be a list of whole numbers from 0 to ${MOST_NEEDLES - 1}, where 0 is the first`;

export const mrcrOptions = {
  /** How often the request is made. A list makes a set of prompts for each number. 2, 4 and 8 by default. */
  needles: wholesFrom(2, MOST_NEEDLES).default([2, 4, 8]),
  /** Which of its answers are asked for, where 0 is the first; all by default. */
  indices: z
    .array(wholeFrom(0, MOST_NEEDLES - 1, INDICES))
    .nonempty(INDICES)
    .optional(),
  lengths: lengthOptions.lengths,
  maxTokens: lengthOptions.maxTokens,
  /** 2 for MRCR v2, with its requests, examples and score; 1 by default. A `published` file sets it. */
  version: z.union([z.literal(1), z.literal(2)], 'must be 1 or 2').default(1),
  /** One of the authors' files (Parquet, JSON or CSV) instead of our conversations. */
  published: pathText().optional(),
  /** How many examples of `published` are sent, from the first; all by default. */
  examples: count.optional(),
  ...asksOption,
};

export type MrcrOptions = Options<typeof mrcrOptions>;

const DRAWN = ['asks', 'version', 'indices', 'maxTokens', 'seeds', 'language'];

export function conflict(config: Record<string, unknown>): string | undefined {
  const { indices, needles, asks } = config;
  const conflict =
    publishedConflict(config, DRAWN, 'conversations of our own') ??
    octavesConflict(config) ??
    asksConflict(config, ['indices']);
  if (conflict) return conflict;
  const fewest = Math.min(...[needles ?? 2].flat().map(Number));
  if (Number(asks) > fewest) {
    return `\`asks\` is ${asks}, but a request is made only ${fewest} times. Use as many \`needles\`, or a smaller \`asks\`.`;
  }
  const most = Math.max(...[needles ?? MOST_NEEDLES].flat().map(Number));
  const beyond = Array.isArray(indices) ? indices.find((index) => index >= most) : undefined;
  if (beyond !== undefined) {
    return `\`indices\` has ${beyond}, but no request is made more than ${most} times, so the last index is ${most - 1}. Use a smaller index, or more \`needles\`.`;
  }
  return lengthConflict(config);
}
