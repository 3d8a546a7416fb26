import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import { DEFAULT_THRESHOLD, UserError } from '../case.js';
import { HAYSTACK_NAMES } from '../haystack/haystacks.js';
import { assertWithinLimits } from './option-limits.js';
import { parseShard, SHARD_FORM } from './shard.js';

const whole = (message: string) => z.number({ error: message }).int(message).positive(message);

const COUNT = 'must be a whole number of at least 1';
const LENGTHS = 'must be a whole number of at least 1, or a list of lengths in tokens';
const TOKENS = 'must be a whole number of tokens, at least 1';
const PROMPTS = 'must be a list of labels of prompts';
const SHARE = 'must be a number from 0 to 1';
const LANGUAGE = 'must be the code of a language, or the path of a language file (.yaml)';
const TOKENIZER =
  'must be the name of a tokenizer, the path of a tokenizer.json, or a map from patterns of provider ids to these';
const SEEDS = 'must be a number of repeats, or a list of whole numbers';

/** A positive whole number. */
export const count = whole(COUNT);

/** A length in tokens. */
export const tokenCount = whole(TOKENS);

/** A number from 0 to 1. */
export const share = z.number(SHARE).min(0, SHARE).max(1, SHARE);

/** One value or a list of them, as a list. */
export function oneOrMore<T extends z.ZodType>(one: T, message: string) {
  return z
    .union([one.transform((value) => [value]), z.array(one).nonempty(message)], message)
    .transform((list) => [...new Set(list)]);
}

/** The options of generators that make contexts of asked lengths. */
export const lengthOptions = {
  /** So many lengths in equal steps up to `maxTokens`, or a list of lengths in tokens. */
  lengths: z.union([count, z.array(tokenCount).nonempty(LENGTHS)], LENGTHS).optional(),
  /** The longest context, in tokens. */
  maxTokens: tokenCount.default(128_000),
} as const;

/** Lengths in equal steps: k/N of the longest for k = 1…N. */
export function equalSteps(steps: number, maxTokens: number): number[] {
  return Array.from({ length: steps }, (_, k) => Math.round(((k + 1) * maxTokens) / steps));
}

/**
 * The lengths that options ask for, ascending.
 *
 * @param steps - so many, when there is no option `lengths`
 */
export function lengthsOf(
  { lengths, maxTokens }: { lengths?: number | number[] | undefined; maxTokens: number },
  steps = 1,
): number[] {
  if (Array.isArray(lengths)) return [...new Set(lengths)].sort((a, b) => a - b);
  return equalSteps(lengths ?? steps, maxTokens);
}

/** What is wrong with the lengths, judged by what the user wrote. */
export function lengthConflict({ lengths, maxTokens }: Record<string, unknown>) {
  if (!Array.isArray(lengths) || maxTokens === undefined) return undefined;
  return '`maxTokens` cannot change `lengths` that are a list. Leave it out, or give a number of lengths.';
}

/** The options of generators that hide their evidence in a haystack, besides `generalOptions`. */
export const haystackOptions = {
  haystack: z.unknown().transform(readHaystackOption).optional(),
  haystacks: z
    .array(z.unknown().transform(readHaystackOption), 'must be a list of haystacks')
    .nonempty('must list at least one haystack')
    .optional(),
  repeat: z.boolean('must be true or false').default(false),
} as const;

/** The options that every generator has. Lengths and evidence are the benchmark's own. */
export const generalOptions = {
  /** Fills in all options that are not given; see datasets/presets/. */
  preset: z.string('must be the name of a preset').optional(),
  language: pathText(LANGUAGE).default('en'),
  tokenizer: z
    .union(
      [
        z.string(TOKENIZER).min(1, TOKENIZER),
        z
          .record(z.string().min(1, TOKENIZER), z.string(TOKENIZER).min(1, TOKENIZER))
          .refine((map) => Object.keys(map).length > 0, TOKENIZER),
      ],
      TOKENIZER,
    )
    .default('o200k_base'),
  reserve: z.number(TOKENS).int(TOKENS).nonnegative(TOKENS).optional(),
  seeds: z
    .union(
      [
        count.transform((n) => Array.from({ length: n }, (_, i) => i + 1)),
        z
          .array(z.number(SEEDS).int(SEEDS))
          .nonempty(SEEDS)
          .transform((list) => [...new Set(list)]),
      ],
      SEEDS,
    )
    .default([1]),
  shard: z
    .string(SHARD_FORM)
    .transform((text, context) => {
      const shard = parseShard(text);
      if (!shard) context.addIssue({ code: 'custom', message: SHARD_FORM });
      return shard ?? z.NEVER;
    })
    .optional(),
  threshold: share.default(DEFAULT_THRESHOLD),
  baseline: pathText('must be the path of a baseline file').optional(),
  maxDrop: share.optional(),
  vars: z.boolean('must be true or false').default(false),
  prompts: z.array(z.string(PROMPTS), PROMPTS).nonempty(PROMPTS).optional(),
} as const;

/** The options of most generators. */
export const sharedOptions = { ...haystackOptions, ...generalOptions } as const;

/** These options after validation. */
export type SharedOptions = z.output<z.ZodObject<typeof sharedOptions>>;

/** Longer than any path, or with more than one line: a file's content, not its name. */
const LONGEST_PATH = 4096;

/** A name from HAYSTACK_NAMES or paths, as the user wrote them. */
export type HaystackOption = string | string[];

function readHaystackOption(value: unknown, context: z.RefinementCtx): HaystackOption {
  const list = Array.isArray(value) ? value : [value];
  const fail = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (list.length === 0) return fail('must name at least one file');
  for (const item of list) {
    if (typeof item === 'number' || typeof item === 'boolean') {
      return fail('must be a name, a path, or a list of paths');
    }
    if (typeof item !== 'string' || item.startsWith('file://') || isContent(item)) {
      return fail(
        'must be a name or a path, but holds what looks like the content of a file: promptfoo ' +
          'puts the content in the place of every `file://` path in `config`. Write the path ' +
          'without `file://`',
      );
    }
  }
  if (list.some((item) => item === '')) return fail('must not be an empty text');
  return value as HaystackOption;
}

/** A path, and not the content that promptfoo puts in the place of a `file://` path. */
export function pathText(message: string) {
  return z
    .string(message)
    .min(1, message)
    .refine(
      (value) => !value.startsWith('file://') && !isContent(value),
      'must be a path, but holds what looks like the content of a file: promptfoo puts the content ' +
        'in the place of every `file://` path in `config`. Write the path without `file://`',
    );
}

function isContent(value: string): boolean {
  return value.length > LONGEST_PATH || /[\r\n]/.test(value);
}

/** Whether a haystack option names one of ours rather than files. */
export function isHaystackName(option: HaystackOption): option is string {
  return typeof option === 'string' && (HAYSTACK_NAMES as readonly string[]).includes(option);
}

/**
 * Check a generator's config against its options.
 *
 * @param generator - the name users know the generator by
 * @throws {UserError} one sentence for the first thing that is wrong: option, value, remedy
 */
export function parseOptions<T extends z.ZodObject>(
  generator: string,
  schema: T,
  config: unknown,
): z.output<T> {
  assertWithinLimits(generator, config);
  const result = schema.safeParse(config ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape);
    const key = issue.keys[0]!;
    throw new UserError(
      `${generator}: there is no option \`${key}\`. Did you mean \`${closest(key, known)}\`? ` +
        `Options are ${known.join(', ')}.`,
    );
  }
  if (issue.path.length === 0) {
    throw new UserError(`${generator}: \`config\` must be a map of options.`);
  }
  const { path, message } = deepest(issue);
  throw new UserError(
    `${generator}: \`${optionText(path)}\` is ${valueText(config, path)}, but ${message}.`,
  );
}

/** What a union complains of: the item of a list that is wrong, or else the whole value. */
function deepest(issue: z.core.$ZodIssue, base: PropertyKey[] = []): Complaint {
  const path = [...base, ...issue.path];
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find((error) => error.path.length > 0);
    if (inner) return deepest(inner, path);
  }
  return { path, message: issue.message };
}

interface Complaint {
  path: PropertyKey[];
  message: string;
}

function optionText(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : (i > 0 ? '.' : '') + String(key)))
    .join('');
}

function valueText(config: unknown, path: readonly PropertyKey[]): string {
  let value: unknown = config;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 80 ? `${text.slice(0, 60)}…` : text;
}
