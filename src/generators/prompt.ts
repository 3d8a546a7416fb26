import { assertCase, type Case } from '../case.js';
import { type BuiltContext, buildContext } from '../haystack/context.js';
import { benchmarkOf } from './registry.js';

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
  assertCase(theCase);
  const task = benchmarkOf(theCase).task(theCase);
  const suffix = SEPARATOR + task.question;
  const built = await buildContext(theCase, { ...task, suffix });
  return { ...built, question: task.question, prompt: built.context + suffix };
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
function isTruthy(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'yup', 'yeppers'].includes(value?.toLowerCase() ?? '');
}

/** What promptfoo passes to a prompt function. */
export interface PromptFunctionArguments {
  vars: Record<string, unknown>;
}

export async function promptText({ vars }: PromptFunctionArguments): Promise<string> {
  assertCase(vars.case);
  return protectFromTemplating((await buildPrompt(vars.case)).prompt);
}

export async function contextText(vars: Record<string, unknown>): Promise<string> {
  assertCase(vars.case);
  return (await buildPrompt(vars.case)).context;
}
