/** Numbers that would end in a machine without memory are refused before anything is made of them. */

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
  for await (const one of cases) {
    drawn.push(one);
    if (before + drawn.length <= MOST_PROMPTS) continue;
    throw new UserError(
      `${generator}: these options make more than ${MOST_PROMPTS} prompts together, which is the limit, since ` +
        'promptfoo keeps every test and its result in memory. Use fewer lengths, seeds or places, or several configs.',
    );
  }
  return drawn;
}
