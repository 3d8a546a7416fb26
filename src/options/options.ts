import { z } from 'zod';
import { DEFAULT_THRESHOLD, TRANSCRIPT_FORMS } from '../contract/case.js';
import { parseShard, SHARD_FORM } from '../contract/shard.js';
import { HAYSTACK_NAMES } from '../haystack/haystack.js';

const whole = (message: string) => z.number({ error: message }).int(message).positive(message);

const COUNT = 'must be a whole number of at least 1';
const LENGTHS = 'must be a whole number of at least 1, or a list of lengths in tokens';
const TOKENS = 'must be a whole number of tokens, at least 1';
const PROMPTS = 'must be a list of labels of prompts';
const READERS = 'must be a list of names of readers, or of "old name=new name"';
const SHARE = 'must be a number from 0 to 1';
const THRESHOLD = 'must be a number from 0 to 1, or a map from patterns of provider ids to these';
const LANGUAGE = 'must be the code of a language, or the path of a language file (.yaml)';
const TOKENIZER =
  'must be the name of a tokenizer, the path of a tokenizer.json, or a map from patterns of provider ids to these';
const MEASURES = 'must be a list of names of measures, for example [recall, cites]';
const SEEDS = 'must be a number of repeats, or a list of whole numbers';

export const count = whole(COUNT);

/** A whole number from one to another, or of at least so much. */
export function wholeFrom(
  least: number,
  most = Number.POSITIVE_INFINITY,
  message = most < Number.POSITIVE_INFINITY
    ? `must be a whole number from ${least} to ${most}`
    : `must be a whole number of at least ${least}`,
) {
  const number = z.number(message).int(message).min(least, message);
  return most < Number.POSITIVE_INFINITY ? number.max(most, message) : number;
}

export const tokenCount = whole(TOKENS);

export const share = z.number(SHARE).min(0, SHARE).max(1, SHARE);

/** One value or a list of them, as a list. */
export function oneOrMore<T extends z.ZodType>(one: T, message: string) {
  return z
    .union([one.transform((value) => [value]), z.array(one).nonempty(message)], message)
    .transform((list) => [...new Set(list)]);
}

/** One value for all providers, or a map from patterns of their ids to values. */
function orByProvider<T extends z.ZodType>(one: T, message: string) {
  const map = z
    .record(z.string().min(1, message), one)
    .refine((values) => Object.keys(values).length > 0, message)
    // What an editor is told of it.
    .meta({ minProperties: 1 });
  return z.union([one, map], message);
}

const OR_A_LIST = ', or a list of them';

/** One or more positive whole numbers, as a list. */
export const counts = oneOrMore(count, COUNT + OR_A_LIST);

/** One or more whole numbers of a range, as a list. */
export function wholesFrom(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}${OR_A_LIST}`;
  return oneOrMore(wholeFrom(least, most, message), message);
}

/** One or more of some names, as a list. */
export function someOf<const Names extends readonly string[]>(names: Names) {
  const message = `must be one of ${names.join(', ')}${OR_A_LIST}`;
  return oneOrMore(z.enum(names, message), message);
}

export function firstGiven(config: Record<string, unknown>, options: readonly string[]) {
  return options.find((option) => config[option] !== undefined);
}

/**
 * What is wrong beside the option `published`, judged by what the user wrote.
 *
 * @param drawn - options that make prompts of our own
 * @param ours - what they make: `graphs of our own`
 */
export function publishedConflict(
  config: Record<string, unknown>,
  drawn: readonly string[],
  ours: string,
): string | undefined {
  if (config.published === undefined) {
    if (config.examples === undefined) return undefined;
    return `\`examples\` is for a file that is \`published\`. For more ${ours}, use \`seeds\`.`;
  }
  const other = firstGiven(config, drawn);
  return (
    other && `\`${other}\` is for ${ours}, but those of \`published\` are given. Leave one out.`
  );
}

/** The longest prompt unless the option `maxTokens` says otherwise, in tokens. */
export const DEFAULT_MAX_TOKENS = 128_000;

/** The options of generators that make contexts of asked lengths. */
export const lengthOptions = {
  /** How many lengths, in equal steps up to `maxTokens`; or a list of lengths in tokens. */
  lengths: z.union([count, z.array(tokenCount).nonempty(LENGTHS)], LENGTHS).optional(),
  /** The longest prompt, in tokens; 128000 by default. */
  maxTokens: tokenCount.default(DEFAULT_MAX_TOKENS),
} as const;

/** The option of generators that can count as the originals of their benchmarks do. */
export const bufferOption = {
  /**
   * Counts as the originals do: the length is that of the context alone, with this many tokens kept free for question
   * and answer (200 in Needle in a Haystack). A long question can make the prompt longer than its length.
   */
  buffer: z.number(TOKENS).int(TOKENS).min(1, TOKENS).optional(),
} as const;

export function bufferConflict({ buffer, reserve }: Record<string, unknown>): string | undefined {
  if (buffer === undefined || reserve === undefined) return undefined;
  return '`buffer` and `reserve` both say what stays free. Give one of them.';
}

/** Lengths in equal steps: k/N of the longest for k = 1…N. */
export function equalSteps(steps: number, maxTokens: number): number[] {
  return Array.from({ length: steps }, (_, k) => Math.round(((k + 1) * maxTokens) / steps));
}

/**
 * The lengths that options ask for, ascending.
 *
 * @param steps - how many lengths, when there is no option `lengths`
 */
export function lengthsOf(
  { lengths, maxTokens }: { lengths?: number | number[] | undefined; maxTokens: number },
  steps = 1,
): number[] {
  if (Array.isArray(lengths)) return [...new Set(lengths)].sort((a, b) => a - b);
  return equalSteps(lengths ?? steps, maxTokens);
}

export function lengthConflict({ lengths, maxTokens }: Record<string, unknown>) {
  if (!Array.isArray(lengths) || maxTokens === undefined) return undefined;
  return '`maxTokens` cannot change `lengths` that are a list. Leave it out, or give a number of lengths.';
}

/** Longer than any path, or with more than one line: a file's content, not its name. */
const LONGEST_PATH = 4096;

const CONTENT =
  'must be a path, but holds what looks like the content of a file: promptfoo puts the content in the ' +
  'place of every `file://` path in `config`. Write the path without `file://`';

/** A path, and not the content that promptfoo puts in the place of a `file://` path. */
export function pathText(message = 'must be the path of a file') {
  return z
    .string(message)
    .min(1, message)
    .refine((value) => !/^file:\/\/|[\r\n]/.test(value) && value.length <= LONGEST_PATH, CONTENT);
}

/**
 * A haystack: the name of one that comes with the package, the path of a text file or a pattern; or
 * files that make one text together, for all languages or for one.
 */
export type Haystack = string | { files: string | string[]; language?: string | undefined };

const LINE_BREAKS = ['keep', 'spaces', 'none'] as const;

const lineBreaks = z.enum(
  LINE_BREAKS,
  `must be ${LINE_BREAKS.join(', ')}, or a map of these by language`,
);

const TRANSCRIPT = `must be one of ${TRANSCRIPT_FORMS.join(', ')}, or a map from patterns of provider ids to these`;

/** The option of generators whose prompts are, or can be, transcripts of an agent. */
export const transcriptOption = {
  /**
   * The form that transcripts are sent in: `openai`, `responses`, `anthropic`, `gemini`, `ollama` or
   * `text`, or a map from patterns of provider ids to these; by default the provider's own.
   */
  transcript: orByProvider(z.enum(TRANSCRIPT_FORMS, TRANSCRIPT), TRANSCRIPT).optional(),
} as const;

const FILES =
  'must be a path, or several. Write the path without `file://`, in whose place promptfoo puts the content';
const HAYSTACK = 'must be a name, a path, or { files: … }, or a list of names and { files: … }';

const path = pathText(HAYSTACK);

const files = z
  .strictObject({
    files: z.union([path, z.array(path).nonempty('must name at least one file')], FILES),
    language: z.string(LANGUAGE).optional(),
  })
  .transform((given): Haystack => given);

/** In a list each haystack is a grid, so a path, which may be one of several files of a text, says which it is. */
const listed = z.union([z.enum(HAYSTACK_NAMES), files], {
  error: (issue) =>
    typeof issue.input === 'string'
      ? `in a list, each haystack is a grid of its own: write one of ${HAYSTACK_NAMES.join(', ')}, a file as ` +
        '{ files: a.txt }, and files that make one text together as { files: [a.txt, b.txt] }'
      : HAYSTACK,
});

/** The options of generators that hide their evidence in a haystack, besides `GeneralOptions`. */
export const haystackOptions = {
  /**
   * The irrelevant text: `moby-dick`, `state-of-the-union`, `prose`, a path or a pattern. A list makes
   * a grid for each of its haystacks; in it, files of your own are written `{ files: essays.txt }`.
   */
  haystack: z
    .union(
      [
        path.meta({ examples: [...HAYSTACK_NAMES] }).transform((one): Haystack[] => [one]),
        files.transform((one) => [one]),
        z.array(listed).nonempty('must list at least one haystack'),
      ],
      { error: ({ input }) => (typeof input === 'string' && input ? CONTENT : HAYSTACK) },
    )
    .optional(),
  /** `sentences` shuffles the sentences of the haystack, by the seed. */
  shuffle: z.literal('sentences', 'must be sentences, or left out').optional(),
  /**
   * Line breaks of the haystack: `keep` (the default), `spaces` replaces them, `none` removes them; or one of these
   * for each language by its code.
   */
  lineBreaks: z.union([lineBreaks, z.record(z.string(), lineBreaks)]).default('keep'),
  /** Whether a haystack that is too short may be repeated; false by default. */
  repeat: z.boolean('must be true or false').default(false),
  /**
   * How the context is handed over: `text`, as one document; `chat`, pasted part by part into a
   * conversation; `tools`, as results of a tool that reads a file. `text` by default.
   */
  container: z.enum(['text', 'chat', 'tools'], 'must be text, chat or tools').default('text'),
  ...transcriptOption,
} as const;

/** The option of generators whose answers are numbers, names, choices or values. */
export const structuredOption = {
  /**
   * Whether a JSON schema of the answer is sent too, to providers to which promptfoo can pass one; false by default.
   * The prompt stays the same.
   */
  structured: z.boolean('must be true or false').default(false),
} as const;

const TEMPLATE = 'must be the path of a prompt, or a path for each of the tasks';

/** The option of generators whose prompts can be worded otherwise. */
export const templateOption = {
  /**
   * The path of a prompt, yours or the authors', with {context} and the benchmark's other places; or a path for each
   * task by its name. The file decides where the question stands.
   */
  template: z
    .union([pathText(TEMPLATE), z.record(z.string(), pathText(TEMPLATE))], TEMPLATE)
    .optional(),
} as const;
/** The option of generators that can ask several questions over one context. */
export const asksOption = {
  /**
   * How many questions are asked of each context, one by one, so that providers which cache prompts bill
   * it once; 1 by default, 8 at most.
   */
  asks: wholeFrom(1, 8).default(1),
} as const;

/** What cannot go together with several questions over one context: options that fit a single one. */
export function asksConflict(config: Record<string, unknown>, single: readonly string[]) {
  const other = Number(config.asks ?? 1) > 1 && firstGiven(config, single);
  if (!other) return undefined;
  return `\`${other}\` is for one question, and \`asks\` wants ${config.asks} of each context. Leave one of them out.`;
}

const FORMS = ['text', 'chat', 'parts'] as const;

export type Form = (typeof FORMS)[number];

/** The options that every generator has. Lengths and evidence are the benchmark's own. */
export const generalOptions = {
  /** The name of a preset, which fills in the options that you do not give. */
  preset: z.string('must be the name of a preset').optional(),
  /** The code of a language, or the path of a language file; `en` by default. A list makes a grid of each. */
  language: oneOrMore(pathText(LANGUAGE), LANGUAGE + OR_A_LIST).default(['en']),
  /**
   * The name of a tokenizer, the path of a tokenizer.json, or a map from patterns of provider ids to
   * these; `o200k_base` by default.
   */
  tokenizer: orByProvider(z.string(TOKENIZER).min(1, TOKENIZER), TOKENIZER).default('o200k_base'),
  /** Tokens kept free for the answer; by default 1.5 times those of a right answer, plus 32. */
  reserve: z.number(TOKENS).int(TOKENS).nonnegative(TOKENS).optional(),
  /** How many times the whole grid is made, each time with fresh numbers; or a list of seeds. */
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
  /** One part of the grid, for example `1/4`. */
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
  measures: z.array(z.string(MEASURES).min(1, MEASURES), MEASURES).nonempty(MEASURES).optional(),
  /** Readers that the hook compares: `old name=new name`, or a name that is the same in both; all by default. */
  baselineProviders: z
    .array(z.string(READERS).min(1, READERS), READERS)
    .nonempty(READERS)
    .optional(),
  /**
   * What a test's vars hold of its prompt: `text`, the whole prompt in the var `prompt`; `chat`, the
   * same as chat messages; `parts`, the vars `context` and `question` for a prompt of your own.
   */
  form: z.enum(FORMS, `must be ${FORMS.join(', ').replace(/, (\w+)$/, ' or $1')}`).default('text'),
  /** Labels of the prompts that these tests are asked with; all by default. */
  prompts: z.array(z.string(PROMPTS), PROMPTS).nonempty(PROMPTS).optional(),
} as const;

export const sharedOptions = { ...haystackOptions, ...generalOptions } as const;

export type SharedOptions = Options<typeof sharedOptions> &
  Partial<Options<typeof structuredOption & typeof templateOption & typeof asksOption>>;

export function isHaystackName(option: Haystack): option is string {
  return typeof option === 'string' && (HAYSTACK_NAMES as readonly string[]).includes(option);
}

/** What a user may write for the options of a shape. */
export type Config<Shape extends z.core.$ZodShape> = z.input<z.ZodObject<Shape>>;

/** What comes of the options of a benchmark, with those that every generator has. */
export type Options<Shape extends z.core.$ZodShape> = z.output<
  z.ZodObject<Shape & typeof generalOptions>
>;
