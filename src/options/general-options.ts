import { z } from 'zod';
import { DEFAULT_THRESHOLD } from '../base/defaults.js';
import { parseShard, SHARD_FORM } from '../contract/shard.js';
import type { compactOption } from './compact-option.js';
import { haystackOptions, LANGUAGE } from './haystack-options.js';
import { count, OR_A_LIST, oneOrMore, orByProvider, pathText, share } from './kinds.js';
import type { asksOption, structuredOption, templateOption } from './option-groups.js';

const TOKENS = 'must be a whole number of tokens, at least 1';
const PROMPTS = 'must be a list of labels of prompts';
const MODELS = 'must be a list of names of readers, or of "old name=new name"';
const THRESHOLD = 'must be a number from 0 to 1, or a map from patterns of provider ids to these';
const TOKENIZER =
  'must be the name of a tokenizer, the path of a tokenizer.json, or a map from patterns of provider ids to these';
const METRICS = 'must be a list of names of metrics, for example [recall, cites]';
const SEEDS = 'must be a number of repeats, or a list of whole numbers';

const FORMS = ['text', 'chat', 'parts'] as const;

export type PromptForm = (typeof FORMS)[number];

/** The options that every generator has. Lengths and evidence are the benchmark's own. */
export const generalOptions = {
  /** The name of a preset, which fills in the options that you do not give. */
  preset: z.string('must be the name of a preset').optional(),
  /** The code of a language, or the path of a language file; `en` by default. A list makes prompts for each. */
  language: oneOrMore(pathText(LANGUAGE), LANGUAGE + OR_A_LIST).default(['en']),
  /**
   * The name of a tokenizer, the path of a tokenizer.json, or a map from patterns of provider ids to
   * these; `o200k_base` by default.
   */
  tokenizer: orByProvider(z.string(TOKENIZER).min(1, TOKENIZER), TOKENIZER).default('o200k_base'),
  /** Tokens kept free for the answer; by default 1.5 times those of a right answer, plus 32. */
  reserve: z.number(TOKENS).int(TOKENS).nonnegative(TOKENS).optional(),
  /** How many times all prompts are made, each time with fresh numbers; or a list of seeds. */
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
  /** One part of the prompts, for example `1/4`. */
  shard: z
    .string(SHARD_FORM)
    .transform((text, context) => {
      const shard = parseShard(text);
      if (!shard) context.addIssue({ code: 'custom', message: SHARD_FORM });
      return shard ?? z.NEVER;
    })
    .optional(),
  /**
   * The recall from which a test passes, 0.85 by default; or a map from patterns of provider ids to recalls, where
   * other providers have 0.85.
   */
  threshold: orByProvider(
    z.number(THRESHOLD).min(0, THRESHOLD).max(1, THRESHOLD),
    THRESHOLD,
  ).default(DEFAULT_THRESHOLD),
  /** The path of a baseline. The hook `afterAll` compares the evaluation with it. */
  baseline: pathText('must be the path of a baseline file').optional(),
  /** The drop of recall below the baseline that is accepted; 0.02 by default. */
  maxDrop: share.optional(),
  /**
   * What report, gate and history follow: `recall` (the default), and metrics that your own assertions report
   * (`metric:`).
   */
  metrics: z.array(z.string(METRICS).min(1, METRICS), METRICS).nonempty(METRICS).optional(),
  /** Models that the hook compares: `old name=new name`, or a name that is the same in both; all by default. */
  baselineProviders: z.array(z.string(MODELS).min(1, MODELS), MODELS).nonempty(MODELS).optional(),
  /**
   * What a test's vars hold of its prompt: `text`, the whole prompt in the var `prompt`; `chat`, the
   * same as chat messages; `parts`, the vars `context` and `question` for a prompt of your own.
   */
  form: z.enum(FORMS, `must be ${FORMS.join(', ').replace(/, (\w+)$/, ' or $1')}`).default('text'),
  /**
   * Keep the Case of a test in a var of its own, `case`, for your assertions that read it. In promptfoo's viewer it is
   * one more column.
   */
  caseVar: z.boolean('must be true or false').default(false),
  /** Labels of the prompts that these tests are for; all by default. */
  prompts: z.array(z.string(PROMPTS), PROMPTS).nonempty(PROMPTS).optional(),
} as const;

export const sharedOptions = { ...haystackOptions, ...generalOptions } as const;

export type SharedOptions = z.output<z.ZodObject<typeof sharedOptions>> &
  Partial<
    z.output<
      z.ZodObject<
        typeof structuredOption & typeof templateOption & typeof asksOption & typeof compactOption
      >
    >
  >;
