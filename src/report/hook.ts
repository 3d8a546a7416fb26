import type { EvaluateResult } from 'promptfoo';
import { summarize } from './summary.js';

/**
 * Extension hook: prints a summary after an evaluation. It never throws, since promptfoo would then
 * abort the evaluation; its own failure is reported and everything else stays as it is.
 *
 * @example
 * ```yaml
 * extensions: [file://node_modules/promptfoo-counting-stars/dist/report/hook.js:afterAll]
 * ```
 */
export async function afterAll({ results }: { results: EvaluateResult[] }): Promise<void> {
  try {
    const summary = summarize(results);
    if (summary) process.stdout.write(`\n${summary}\n`);
  } catch (error) {
    process.stderr.write(`promptfoo-counting-stars could not sum up the results: ${error}\n`);
  }
}
