import {
  asksConflict,
  asksOption,
  bufferConflict,
  bufferOption,
  type Config,
  count,
  counts,
  DEFAULT_MAX_TOKENS,
  lengthConflict,
  lengthOptions,
  type Options,
  pathText,
  sharedOptions,
  templateOption,
  tokenCount,
} from '../../options/options.js';
import { depthConflict, depthOptions } from '../depths.js';
import { distractorOption } from '../distractors.js';
import { ownNeedle } from '../needles/needle-sets.js';

export const needleInAHaystackOptions = {
  lengths: lengthOptions.lengths,
  depths: depthOptions.depths,
  spacing: depthOptions.spacing,
  /** How many needles a prompt hides and asks for; each number of a list is a grid. 1 by default. */
  evidence: counts.default([1]),
  /** How many prompts each cell has, each with its own needles; 1 by default. */
  perCell: count.default(1),
  /** The path of a file with your own needles. */
  needles: pathText('must be the path of a file with needles').optional(),
  /** One needle of your own: `sentence`, `question`, `keywords` and, if you like, `answer`. */
  needle: ownNeedle.optional(),
  ...distractorOption,
  maxTokens: lengthOptions.maxTokens,
  /**
   * The shortest prompt, in tokens. A number of `lengths` is then spread evenly from it to `maxTokens`, as in the
   * original.
   */
  minTokens: tokenCount.optional(),
  ...bufferOption,
  ...templateOption,
  ...asksOption,
  ...sharedOptions,
};

export type NeedleInAHaystackOptions = Options<typeof needleInAHaystackOptions>;

export type NeedleInAHaystackConfig = Config<typeof needleInAHaystackOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  if (config.needle !== undefined && config.needles !== undefined) {
    return 'give either `needle`, which is one needle, or `needles`, which is a file of them.';
  }
  const { needle, distractors } = config as NeedleInAHaystackConfig;
  if (needle?.distractors !== undefined && distractors === undefined) {
    return '`needle` has `distractors`, but nothing says how many are hidden. Give a number: `distractors: 1`.';
  }
  const { minTokens, maxTokens = DEFAULT_MAX_TOKENS, lengths } = config;
  if (minTokens !== undefined && Array.isArray(lengths)) {
    return '`minTokens` cannot change `lengths` that are a list. Leave it out, or give a number of lengths.';
  }
  if (Number(minTokens) > Number(maxTokens)) {
    return `\`minTokens\` is ${minTokens}, but \`maxTokens\` is ${maxTokens}. Use a smaller \`minTokens\`.`;
  }
  return (
    asksConflict(config, ['needle', 'distractors']) ??
    lengthConflict(config) ??
    depthConflict(config) ??
    bufferConflict(config)
  );
}
