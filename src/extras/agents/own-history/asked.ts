/** How many values are asked for, and how near to each other they stand. */
import { smallest } from '../../../base/extremes.js';

/** How many values a prompt wants, unless the config says otherwise. */
export const ASKED = 6;

/** Where a session has fewer values than 20 in 100K tokens, at about 3.6 characters each, facts are planted. */
const MOST_BETWEEN = 18_000;

/** A window has as many stretches as questions, of about this many characters a token. */
const CHARACTERS = 3;

/** How many characters have a value to ask for at least, so that the shortest window has as many as are asked for. */
export function everyFor(lengths: readonly number[], asked: number): number {
  return Math.min(MOST_BETWEEN, Math.floor((CHARACTERS * smallest(lengths)) / asked));
}
