/** Options that several benchmarks have, and what they contradict. */
import { z } from 'zod';
import { count, firstGiven, pathText, tokenCount, wholeFrom } from './kinds.js';

const LENGTHS = 'must be a whole number of at least 1, or a list of lengths in tokens';

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
   * How many questions are sent about each context, one by one, so that providers which cache prompts bill
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
