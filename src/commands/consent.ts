/** Nothing is spent that nobody agreed to. */
import { createInterface } from 'node:readline/promises';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import type { Budget } from '../measuring/planning/budget.js';

/** What a user says of spending. */
export interface SpendingFlags {
  yes?: boolean;
  budget?: Budget;
  maxPrompts?: number;
}

/** Examples of a limit. */
export const LIMITS = '--budget 5 or --budget 1M';

/**
 * Whether to ask before spending.
 *
 * @param limits - examples, where there is an option that limits it
 * @throws {UserError} where nobody can be asked and nothing limits it
 */
export function mustAsk({ yes, budget = {}, maxPrompts }: SpendingFlags, limits?: string): boolean {
  if (yes) return false;
  if (process.stdin.isTTY && process.stderr.isTTY) return true;
  const { dollars, tokens } = budget;
  if ([dollars, tokens, maxPrompts].some((limit) => limit !== undefined)) return false;
  const remedy = limits === undefined ? '--yes' : `--yes, or a limit such as ${limits}`;
  throw new UserError(`This costs money and needs your OK. Without a terminal, pass ${remedy}.`);
}

/**
 * Ask whether to spend that.
 *
 * @throws {UserError} when the answer is no
 */
export async function consent(): Promise<void> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    // Ctrl-C and the end of the input are a no.
    asking.once('close', () => resolve(''));
    asking.question(`${say`Go on? [y/N]`} `).then(resolve, () => resolve(''));
  });
  asking.close();
  if (!/^\s*y(es)?\s*$/i.test(answer))
    throw new UserError('Nothing was sent, and nothing was spent.');
}
