/**
 * What promptfoo and programs import. It is light to load: everything else comes with first use.
 */
import type { GradingResult, TestCase } from 'promptfoo';
import type { CountingStarsConfig } from './generators/counting-stars.js';
import type { PromptFunctionArguments, ProviderIdentity } from './generators/prompt.js';

export type {
  Case,
  FileReference,
  FilesHaystack,
  HaystackReference,
  LanguageReference,
  TokenizerReference,
} from './case.js';
export type { CountingStarsConfig } from './generators/counting-stars.js';
export type { RecordedAnswersConfig } from './providers/recorded-answers.js';
export { RecordedAnswers } from './providers/recorded-answers.js';
export type { SimulatedReaderConfig } from './providers/simulated-reader.js';
export { SimulatedReader } from './providers/simulated-reader.js';

/**
 * Test generator of Counting-Stars-(M-N) (arXiv:2403.11802): M stars in contexts of N lengths.
 *
 * @param config - all options are optional; without any, Counting-Stars-(32-32) in English
 * @returns test cases for promptfoo, one for each length, version and seed
 * @throws {UserError} naming the option, the value and the remedy
 *
 * @example
 * ```yaml
 * tests:
 *   - path: file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars
 *     config: { versions: [32-32], maxTokens: 128000 }
 * ```
 */
export async function countingStars(config?: CountingStarsConfig): Promise<TestCase[]> {
  const [{ generate }, { countingStarsBenchmark }] = await Promise.all([
    import('./generators/generate.js'),
    import('./generators/counting-stars.js'),
  ]);
  return generate(countingStarsBenchmark as never, config);
}

/**
 * Prompt function: the whole prompt of a generated test as one text.
 *
 * @example
 * ```yaml
 * prompts: [file://node_modules/promptfoo-counting-stars/dist/index.js:prompt]
 * ```
 */
export async function prompt(args: PromptFunctionArguments): Promise<string> {
  const { promptText } = await import('./generators/prompt.js');
  return promptText(args);
}

/** Prompt function: the same prompt as a list of chat messages. */
export async function chat(
  args: PromptFunctionArguments,
): Promise<{ role: 'user'; content: string }[]> {
  return [{ role: 'user', content: await prompt(args) }];
}

/**
 * Var function: the context alone, for prompts of your own (`vars: true`).
 *
 * @example
 * ```yaml
 * prompts: ["{{context}}\n\n{{question}}"]
 * ```
 */
export async function context(
  _name: string,
  _prompt: string,
  vars: Record<string, unknown>,
  provider?: ProviderIdentity,
): Promise<{ output: string }> {
  const { contextText } = await import('./generators/prompt.js');
  return { output: await contextText(vars, provider) };
}

/** What promptfoo passes to an assertion, as far as `score` uses it. */
export interface ScoreContext {
  vars: Record<string, unknown>;
  test?: { assert?: unknown };
  /** The `config` of the assertion: what it is compared with, if anything. */
  config?: unknown;
  provider?: { label?: string | undefined; id?: () => string } | undefined;
}

/**
 * Assertion: scores an answer by its benchmark's rule, without a judge model.
 *
 * @param output - the model's answer, text or parsed JSON
 * @returns recall as `score`; named scores, a one-line reason and per-evidence marks
 */
export async function score(output: unknown, context: ScoreContext): Promise<GradingResult> {
  const { scoreAnswer } = await import('./assertions/score.js');
  return scoreAnswer(output, context);
}
