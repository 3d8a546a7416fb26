import { z } from 'zod';
import {
  counts,
  firstGiven,
  type Options,
  oneOrMore,
  pathText,
  share,
  someOf,
} from '../../options/kinds.js';
import {
  asksConflict,
  asksOption,
  lengthConflict,
  lengthOptions,
  structuredOption,
  templateOption,
} from '../../options/option-groups.js';
import { distractorOption } from '../depths.js';
import { DEFAULT_CORRECTED } from './stars.js';
import { STARS_TASKS } from './words.js';

/** The versions of the paper's Table 1. */
const PAPER_VERSIONS = ['32-16', '16-32', '32-32', '64-32'] as const;

export const VERSION = /^([1-9]\d{0,3})-([1-9]\d{0,3})$/;

const VERSION_FORM =
  `must have the form M-N (M stars, N lengths, both at least 1), like the paper's ` +
  `${PAPER_VERSIONS.join(', ')}`;
const POSITIONS = 'must be even, jitter, or a list of numbers from 0 to 1';
const TEXT = 'must be a text';
const PER_TOKEN = 'must be { characters, words }, each a number above 0';
const ORDERS = ['shuffled', 'ascending'] as const;

const version = z.string(VERSION_FORM).regex(VERSION, VERSION_FORM);
const scale = z.number(PER_TOKEN).gt(0, PER_TOKEN).max(100, PER_TOKEN).optional();
const text = z.string(TEXT).min(1, 'must not be empty').optional();

export const countingStarsOptions = {
  /** Which questions are used; several are combined. `acquisition` by default. */
  tasks: someOf(STARS_TASKS).default(['acquisition']),
  /** Counting-Stars-(M-N): M stars at N lengths, a set of prompts for each version; `32-32` by default. */
  versions: oneOrMore(version, VERSION_FORM).optional(),
  /** Instead of `versions`: how many stars a prompt has. A list makes a set of prompts for each number. */
  stars: counts.optional(),
  lengths: lengthOptions.lengths,
  /** Whether the counts come in ascending order, as in the paper, or shuffled, which is harder; or both. */
  order: someOf(ORDERS).default(['shuffled']),
  /** Where the stars are: at i/M (`even`), anywhere in each M-th (`jitter`), or a list from 0 to 1. */
  positions: z
    .union([z.enum(['even', 'jitter']), z.array(share).nonempty(POSITIONS)], POSITIONS)
    .default('even'),
  ...distractorOption,
  /** Whether each hidden sentence has its own line, as in the authors' files. */
  ownLine: z.boolean('must be true or false').default(false),
  /**
   * Makes prompts as the authors do: for each length k/N of `maxTokens`, this many characters a token (words, if the
   * language has spaces) from the beginning of the text. Their tokens are counted afterwards.
   */
  perToken: z.strictObject({ characters: scale, words: scale }, PER_TOKEN).optional(),
  /** Share of the stars that are corrected, in the task `corrections`; 0.5 by default. */
  corrected: share.default(DEFAULT_CORRECTED),
  /** Who counts, instead of the language's subject. */
  subject: text,
  /** What is counted, instead of ★. */
  symbol: text,
  /** The key of the JSON answer. */
  key: text,
  /** A star sentence of your own, with placeholders. */
  star: text,
  /** A question of your own, with placeholders. */
  question: text,
  /** One of the authors' files instead of generated prompts: every prompt in it, byte for byte. */
  published: pathText().optional(),
  maxTokens: lengthOptions.maxTokens,
  ...structuredOption,
  ...templateOption,
  ...asksOption,
};

export type CountingStarsOptions = Options<typeof countingStarsOptions>;

export function ofVersion(version: string): { stars?: number } {
  const [, stars] = VERSION.exec(version) ?? [];
  return stars === undefined ? {} : { stars: Number(stars) };
}

/** Options that also apply to published prompts. */
const BESIDE_PUBLISHED = ['published', 'tokenizer', 'threshold', 'prompts', 'form'];

/** Options that contradict `perToken`. */
const WITHOUT_PER_TOKEN = ['positions', 'distractors', 'shuffle', 'repeat'];

export function conflict(config: Record<string, unknown>): string | undefined {
  const { versions, stars, lengths } = config;
  if (versions !== undefined && (stars !== undefined || lengths !== undefined)) {
    return (
      '`versions` already says how many stars and lengths there are. Give either `versions`, or ' +
      '`stars` and `lengths`.'
    );
  }
  const beside = firstGiven(config, WITHOUT_PER_TOKEN);
  if (config.perToken !== undefined && beside !== undefined) {
    return `\`${beside}\` cannot change prompts that \`perToken\` makes as the authors' files. Leave one out.`;
  }
  const others = Object.keys(config).filter((option) => !BESIDE_PUBLISHED.includes(option));
  if (config.published === undefined || others.length === 0) {
    return (
      asksConflict(config, ['subject', 'symbol', 'key', 'star', 'question']) ??
      lengthConflict(config)
    );
  }
  return (
    `\`${others.join('`, `')}\` cannot change prompts that are \`published\`. Leave ` +
    `${others.length === 1 ? 'it' : 'them'} out, or write another generator for new prompts.`
  );
}
