import type { Task } from '../benchmarks/benchmark.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { assertCase, type Case, UserError } from '../case.js';
import { type BuiltContext, buildContext } from '../haystack/context.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import { matchesWildcard } from '../wildcard.js';

/** What stands between context and question. */
export const SEPARATOR = '\n\n';

export interface BuiltPrompt extends BuiltContext {
  question: string;
  /** The whole prompt: context, blank line, question. */
  prompt: string;
}

const recent = new Map<string, Promise<BuiltPrompt>>();

/** So many prompts are kept, since several providers are asked each of them. */
const KEPT_PROMPTS = 4;

/**
 * Build the prompt of a Case: the same bytes for the same Case, on every machine.
 *
 * @throws {UserError} when the Case is not complete or its haystack cannot be had
 */
export function buildPrompt(theCase: Case): Promise<BuiltPrompt> {
  const key = JSON.stringify(theCase);
  let prompt = recent.get(key);
  if (!prompt) {
    prompt = build(theCase);
    recent.set(key, prompt);
    for (const oldest of recent.keys()) {
      if (recent.size <= KEPT_PROMPTS) break;
      recent.delete(oldest);
    }
  }
  return prompt;
}

async function build(theCase: Case): Promise<BuiltPrompt> {
  const task = benchmarkOf(theCase).task(theCase);
  if (task.prompt !== undefined || task.context !== undefined) {
    const { question, positions } = task;
    const prompt = givenPrompt(task);
    const promptTokens = (await loadTokenizer(theCase.tokenizer)).count(prompt);
    const context = task.context ?? prompt.slice(0, -question.length);
    return { context, promptTokens, positions, question, prompt };
  }
  const suffix = SEPARATOR + task.question;
  const built = await buildContext(theCase, { ...task, suffix });
  return { ...built, question: task.question, prompt: built.context + suffix };
}

/** The whole prompt of a task that needs no haystack. */
export function givenPrompt({ prompt, context, question }: Task): string {
  return prompt ?? context + SEPARATOR + question;
}

/**
 * Protect a text from promptfoo, which renders what a prompt function returns as a Nunjucks
 * template: after rendering, every character of the text is there again.
 *
 * A tag inside the text could end the raw block early, so the raw block is closed and opened again
 * inside every `{%`.
 */
export function protectFromTemplating(text: string): string {
  if (isTruthy(process.env.PROMPTFOO_DISABLE_TEMPLATING)) return text;
  return `{% raw %}${text.replaceAll('{%', '{{% endraw %}{% raw %}%')}{% endraw %}`;
}

/** promptfoo's own reading of a boolean environment variable. */
export function isTruthy(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'yup', 'yeppers'].includes(value?.toLowerCase() ?? '');
}

/** A provider as promptfoo passes it on, as far as it is looked at. */
export interface ProviderIdentity {
  id?: string | (() => string);
  label?: string;
}

/**
 * Choose the tokenizer of a Case that has one for each provider: of the first pattern that matches
 * the provider's id or label.
 *
 * @throws {UserError} when no pattern matches
 */
export function forProvider(theCase: Case, provider: ProviderIdentity | undefined): Case {
  const { tokenizers, ...rest } = theCase;
  if (!tokenizers) return theCase;
  const id = typeof provider?.id === 'function' ? provider.id() : provider?.id;
  const names = [id, provider?.label].filter((name) => name !== undefined);
  for (const [pattern, tokenizer] of Object.entries(tokenizers)) {
    if (pattern === '*' || names.some((name) => matchesWildcard(pattern, name))) {
      return { ...rest, tokenizer };
    }
  }
  throw new UserError(
    `tokenizer: no pattern matches the provider "${names.join('" or "')}". The patterns are ` +
      `${Object.keys(tokenizers).join(', ')}. Add one, or "*" for all other providers.`,
  );
}

/** What promptfoo passes to a prompt function. */
export interface PromptFunctionArguments {
  vars: Record<string, unknown>;
  provider?: ProviderIdentity;
}

export async function promptText({ vars, provider }: PromptFunctionArguments): Promise<string> {
  assertCase(vars.case);
  return protectFromTemplating((await buildPrompt(forProvider(vars.case, provider))).prompt);
}

export async function contextText(
  vars: Record<string, unknown>,
  provider?: ProviderIdentity,
): Promise<string> {
  assertCase(vars.case);
  return (await buildPrompt(forProvider(vars.case, provider))).context;
}
