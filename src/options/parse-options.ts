/** Checks a config, and says in one sentence what is wrong with it. */

import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { LONGEST_PROMPT, MOST, MOST_PROMPTS } from '../base/limits.js';
import { UserError } from '../base/user-error.js';

/** Options in tokens. A single number as `lengths` is a count, and a list of them is in tokens. */
const IN_TOKENS = new Set(['maxTokens', 'reserve']);

/** Options whose list holds any numbers. */
const ANY = new Set(['seeds']);

const TOO_LONG = `a prompt has at most ${LONGEST_PROMPT} tokens, twice what any model takes`;
const TOO_MANY = `the most is ${MOST}: more of anything would only use up memory, here and in promptfoo`;

/**
 * Refuse numbers that are too large, in whatever option they are.
 *
 * @param generator - the name users know the generator by
 * @param config - as the user wrote it
 * @throws {UserError} naming the option, the value, the limit and its reason
 */
export function assertWithinLimits(generator: string, config: unknown): void {
  if (typeof config !== 'object' || config === null) return;
  for (const [option, value] of Object.entries(config)) {
    if (typeof value === 'number') {
      const isLength = IN_TOKENS.has(option);
      refuseAbove(generator, option, value, isLength);
    } else if (Array.isArray(value)) {
      if (value.length > MOST) {
        throw new UserError(
          `${generator}: \`${option}\` is a list of ${value.length}, but ${TOO_MANY}. Use a shorter list.`,
        );
      }
      if (ANY.has(option)) continue;
      const isLength = IN_TOKENS.has(option) || option === 'lengths';
      value.forEach((item, i) => {
        if (typeof item === 'number') refuseAbove(generator, `${option}[${i}]`, item, isLength);
      });
    }
  }
}

function refuseAbove(generator: string, option: string, value: number, isLength: boolean): void {
  if (!(value > (isLength ? LONGEST_PROMPT : MOST))) return;
  throw new UserError(
    `${generator}: \`${option}\` is ${value}, but ${isLength ? TOO_LONG : TOO_MANY}. Use a smaller number.`,
  );
}

/**
 * Cases, as many as one generator may have.
 *
 * @param before - how many it has besides these
 * @throws {UserError} when there are more; whoever multiplies options does not always see the product
 */
export async function withinLimits<T>(
  generator: string,
  cases: Iterable<T> | AsyncIterable<T>,
  before: number,
): Promise<T[]> {
  const drawn: T[] = [];
  for await (const theCase of cases) {
    drawn.push(theCase);
    if (before + drawn.length <= MOST_PROMPTS) continue;
    throw new UserError(
      `${generator}: these options make more than ${MOST_PROMPTS} prompts together, which is the limit, since ` +
        'promptfoo keeps every test and its result in memory. Use fewer lengths, seeds or places, or several configs.',
    );
  }
  return drawn;
}

/**
 * Check a generator's config against its options.
 *
 * @param generator - the name users know the generator by
 * @throws {UserError} one sentence for the first thing that is wrong: option, value, remedy
 */
export function parseOptions<Shape extends z.core.$ZodShape>(
  generator: string,
  schema: z.ZodObject<Shape>,
  config: unknown,
): z.output<z.ZodObject<Shape>> {
  assertWithinLimits(generator, config);
  const result = schema.safeParse(config ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape);
    const key = issue.keys[0]!;
    if (issue.path.length > 0) {
      const remedy = known.includes(key)
        ? `Write \`${key}\` beside \`${String(issue.path[0])}\`, as an option of its own.`
        : 'Leave it out.';
      throw new UserError(
        `${generator}: \`${optionText(issue.path)}\` takes no \`${key}\`. ${remedy}`,
      );
    }
    throw new UserError(
      `${generator}: there is no option \`${key}\`. Did you mean \`${likeliest(key, known)}\`? ` +
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

/** The option that begins as a word does, or else the one that is most like it. */
function likeliest(key: string, known: readonly string[]): string {
  return known.find((option) => key !== '' && option.startsWith(key)) ?? closest(key, known);
}

/** What a union complains of: the item of a list that is wrong, or else the whole value. */
function deepest(
  issue: z.core.$ZodIssue,
  base: PropertyKey[] = [],
): { path: PropertyKey[]; message: string } {
  const path = [...base, ...issue.path];
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find((error) => error.path.length > 0);
    if (inner) return deepest(inner, path);
  }
  return { path, message: issue.message };
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
