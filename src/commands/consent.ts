/** Nothing is spent that nobody agreed to. */
import { createInterface } from 'node:readline/promises';
import { UserError } from '../base/user-error.js';

/** What a user says of spending. */
export interface SpendingFlags {
  yes?: boolean;
  maxTokens?: number;
  maxPrompts?: number;
  maxCost?: number;
}

/**
 * Whether to ask before spending.
 *
 * @param limit - an example of one
 * @throws {UserError} where nobody can be asked and nothing limits it
 */
export function mustAsk(
  { yes, maxTokens, maxPrompts, maxCost }: SpendingFlags,
  limit = '--max-cost 5 or --max-tokens 1000000 where there is one',
): boolean {
  if (yes) return false;
  if (process.stdin.isTTY && process.stderr.isTTY) return true;
  if ([maxTokens, maxPrompts, maxCost].some((limit) => limit !== undefined)) return false;
  throw new UserError(
    `This spends tokens, and there is no terminal to ask in. Add --yes, or a limit such as ${limit}.`,
  );
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
    asking.question('Go on? [y/N] ').then(resolve, () => resolve(''));
  });
  asking.close();
  if (!/^\s*y(es)?\s*$/i.test(answer))
    throw new UserError('Nothing was asked and nothing was spent.');
}
