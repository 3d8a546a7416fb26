import { createContext, Script } from 'node:vm';
import { UserError } from '../base/user-error.js';

/** Far more than tokenizers need on a slow machine: 20,000 characters a second, and a start. */
const START_MS = 10_000;
const PER_CHARACTER_MS = 0.05;

const context = createContext({ work: undefined as unknown });
const script = new Script('work()');

let isLimited = false;

/**
 * Limits how long a tokenizer from a user's file works on a text: its expressions may take time that doubles
 * with each character. V8 stops even within an expression.
 *
 * @param name - of the tokenizer
 * @param characters - how many it is given
 * @throws {UserError} when it takes longer than any sound tokenizer
 */
export function limitedCounting<T>(name: string, characters: number, work: () => T): T {
  if (isLimited) return work();
  const timeout = START_MS + Math.ceil(characters * PER_CHARACTER_MS);
  isLimited = true;
  context.work = work;
  try {
    return script.runInContext(context, { timeout }) as T;
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown };
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new UserError(
      `tokenizer: "${name}" was stopped: for ${characters} characters it takes more than ` +
        `${Math.round(timeout / 1000)} seconds. A regular expression in ` +
        "it takes exponential time, or the machine is overloaded. Take the file of the model's repository.",
    );
  } finally {
    isLimited = false;
    context.work = undefined;
  }
}
