/** What the values of options may be, each with the message that says what is right. */
import { z } from 'zod';

const whole = (message: string) => z.number({ error: message }).int(message).positive(message);

const COUNT = 'must be a whole number of at least 1';
const TOKENS = 'must be a whole number of tokens, at least 1';
const SHARE = 'must be a number from 0 to 1';

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
export function orByProvider<T extends z.ZodType>(one: T, message: string) {
  const map = z
    .record(z.string().min(1, message), one)
    .refine((values) => Object.keys(values).length > 0, message)
    // What an editor is told of it.
    .meta({ minProperties: 1 });
  return z.union([one, map], message);
}

export const OR_A_LIST = ', or a list of them';

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

/** Longer than any path, or with more than one line: a file's content, not its name. */
const LONGEST_PATH = 4096;

export const CONTENT =
  'must be a path, but holds what looks like the content of a file: promptfoo puts the content in the ' +
  'place of every `file://` path in `config`. Write the path without `file://`';

/** A path, and not the content that promptfoo puts in the place of a `file://` path. */
export function pathText(message = 'must be the path of a file') {
  return z
    .string(message)
    .min(1, message)
    .refine((value) => !/^file:\/\/|[\r\n]/.test(value) && value.length <= LONGEST_PATH, CONTENT);
}

export function firstGiven(config: Record<string, unknown>, options: readonly string[]) {
  return options.find((option) => config[option] !== undefined);
}

/** What a user may write for the options of a shape. */
export type Config<Shape extends z.core.$ZodShape> = z.input<z.ZodObject<Shape>>;

/** What comes of the options of a benchmark; of those that every generator has, only the seeds are its own business. */
export type Options<Shape extends z.core.$ZodShape> = z.output<z.ZodObject<Shape>> & {
  seeds: number[];
};
