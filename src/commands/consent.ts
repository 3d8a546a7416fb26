/** Spends nothing that nobody agreed to. */
import { createInterface } from 'node:readline/promises';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import type { Budget, SpendingFlags } from './arguments.js';

/**
 * Decides whether to ask before spending.
 * @throws {UserError} if nobody can be asked and nothing limits it
 */
export function mustAsk({ yes, budget = {} }: SpendingFlags): boolean {
  if (yes) return false;
  if (process.stdin.isTTY && process.stderr.isTTY) return true;
  if (budget.dollars !== undefined || budget.tokens !== undefined) return false;
  throw new UserError("Can't ask for confirmation without a terminal. Pass --yes or --budget 5.");
}

/**
 * Checks the budget of a run that sends all prompts at once.
 * @throws {UserError} if the run may cost more, or its price is unknown
 */
export function assertWithin(
  { dollars, tokens }: Budget = {},
  run: { tokens: number; cost?: number | undefined },
): void {
  if (tokens !== undefined && run.tokens > tokens) {
    throw new UserError(
      `--budget is ${tokens} tokens, and this sends ${run.tokens}. Raise it, or send fewer prompts.`,
    );
  }
  assertPriced({ dollars }, run.cost);
  if (dollars !== undefined && run.cost! > dollars) {
    throw new UserError(
      `--budget is $${dollars}, and this may cost $${run.cost!.toFixed(2)}. Raise it, or send fewer prompts.`,
    );
  }
}

/** @throws {UserError} for a budget in dollars without prices, which is no limit */
export function assertPriced(
  { dollars }: { dollars?: number | undefined },
  cost: number | undefined,
  unpriced = 'a model',
): void {
  if (dollars === undefined || cost !== undefined) return;
  throw new UserError(
    `--budget is $${dollars}, but the price of ${unpriced} is unknown. Pass --price 2/8, or a budget in tokens such as --budget 5M.`,
  );
}

/** @throws {UserError} if the answer is no */
export async function consent(): Promise<void> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    // Ctrl-C and the end of the input mean no.
    asking.once('close', () => resolve(''));
    asking.question(`${say`Go on? [y/N]`} `).then(resolve, () => resolve(''));
  });
  asking.close();
  if (!/^\s*y(es)?\s*$/i.test(answer))
    throw new UserError('Nothing was sent, and nothing was spent.');
}
