/** Checks a config, and says in one sentence what is wrong with it. */

import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { UserError } from '../base/user-error.js';
import { assertWithinLimits } from './option-limits.js';

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
