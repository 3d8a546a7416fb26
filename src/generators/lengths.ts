/** How long the prompts of a grid are: what each keeps free for the answer, and what it is built to. */

import type { Benchmark } from '../benchmarks/benchmark.js';
import { type Case, UserError } from '../case.js';
import { slack } from '../haystack/context.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import { checkHidden, type Hidden, refuseVars } from './checks.js';
import type { SharedOptions } from './options.js';
import { givenPrompt } from './prompt.js';
import { tokenizersOf } from './shared-fields.js';

/**
 * Give every Case its length and its reserve, and check that its prompt can be built.
 *
 * @throws {UserError} when it cannot
 */
export async function withLengths(
  benchmark: Benchmark,
  cases: Iterable<Case>,
  options: SharedOptions,
): Promise<Case[]> {
  const planned: Case[] = [];
  const hidden: Hidden[] = [];
  for (const drawn of cases) {
    const task = benchmark.task(drawn);
    const isGiven = task.prompt !== undefined;
    const reserve = isGiven ? 0 : (options.reserve ?? (await defaultReserve(task.answer, drawn)));
    let theCase = { ...drawn, reserve };
    if (isGiven || task.context !== undefined) {
      if (options.vars) refuseVars(benchmark, task);
      const count = await tokenCounter(theCase);
      theCase =
        theCase.tokens > 0
          ? fitted(benchmark, theCase, count)
          : { ...theCase, tokens: reserve + count(givenPrompt(task)) };
    } else hidden.push({ theCase, task });
    planned.push(theCase);
  }
  await checkHidden(benchmark, hidden, options.vars);
  return planned;
}

/** Counts by that of a Case's tokenizers which counts most. */
async function tokenCounter(theCase: Case): Promise<(text: string) => number> {
  const counters = await Promise.all(tokenizersOf(theCase).map(loadTokenizer));
  return (text) => Math.max(...counters.map((counter) => counter.count(text)));
}

function fitted(benchmark: Benchmark, theCase: Case, count: (text: string) => number): Case {
  const tokensOf = (one: Case) => one.reserve + count(givenPrompt(benchmark.task(one)));
  const filled = benchmark.fit?.(theCase, tokensOf) ?? theCase;
  const missing = theCase.tokens - tokensOf(filled);
  if (missing >= 0 && missing <= slack(theCase.tokens)) return filled;
  throw new UserError(
    `${benchmark.generator}: no prompt of ${theCase.tokens} tokens can be made to within ` +
      `${slack(theCase.tokens)}; the nearest has ${theCase.tokens - missing}. Use another length.`,
  );
}

/** Room for a right answer, half as long again, and for a few words around it. */
async function defaultReserve(answer: string, theCase: Case): Promise<number> {
  const count = await tokenCounter(theCase);
  return Math.ceil(count(answer) * 1.5) + 32;
}
