import type {
  ChatTask,
  ContextTask,
  HiddenTask,
  Message,
  PromptTask,
} from '../benchmarks/benchmark.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { type Case, type HaystackReference, type TokenizerReference, UserError } from '../case.js';
import { type BuiltContext, buildContext, type ContextPlan } from '../haystack/context.js';
import type { MadeHaystack } from '../haystack/made.js';
import { countOnce, loadTokenizer } from '../haystack/tokenizer.js';
import { kept, Latest } from '../latest.js';
import { forProviderNamed, namesOf, type ProviderIdentity } from './by-provider.js';
import { assertSameEdition } from './edition.js';

/** What stands between context and question. */
export const SEPARATOR = '\n\n';

export interface BuiltPrompt extends BuiltContext {
  question: string;
  /** The whole prompt: context, blank line, question. */
  prompt: string;
  /** The messages of a prompt that is a conversation. */
  messages?: readonly Message[];
}

/** A few prompts are kept, since several providers are asked each of them. */
const recent = new Latest<Promise<BuiltPrompt>>(4);

/**
 * Build the prompt of a Case: the same bytes for the same Case, on every machine.
 *
 * @param provider - who is asked, where the Case has a tokenizer for each provider; else the first of
 *   them counts
 * @throws {UserError} when its haystack cannot be had, or its content is not what the Case was made with
 */
export function buildPrompt(theCase: Case, provider?: ProviderIdentity): Promise<BuiltPrompt> {
  const key = JSON.stringify([theCase, tokenizerFor(theCase, provider)]);
  return kept(recent, key, () => build(theCase, provider));
}

async function build(theCase: Case, provider?: ProviderIdentity): Promise<BuiltPrompt> {
  const benchmark = benchmarkOf(theCase);
  await benchmark.load?.(theCase);
  const task = benchmark.task(theCase);
  await assertSameEdition(theCase, task);
  if (task.kind !== 'hidden') {
    const { question, positions } = task;
    const prompt = givenPrompt(task);
    const tokenizer = await loadTokenizer(tokenizerFor(theCase, provider));
    const promptTokens = givenTokens(task, (text) => countOnce(tokenizer, text));
    const context = task.kind === 'context' ? task.context : prompt.slice(0, -question.length);
    const messages = task.kind === 'chat' && { messages: task.messages };
    return { context, promptTokens, positions, question, prompt, ...messages };
  }
  const plan = planOf(task);
  const request = { ...inHaystack(theCase, task), tokenizer: tokenizerFor(theCase, provider) };
  const built = await buildContext(request, plan);
  const { question } = task;
  const parts = task.questionFirst ? [question, built.context] : [built.context, question];
  const prompt = parts.join(SEPARATOR);
  if (task.buffer === undefined) return { ...built, question, prompt };
  // The context alone was counted.
  const tokenizer = await loadTokenizer(request.tokenizer);
  return { ...built, promptTokens: tokenizer.count(prompt), question, prompt };
}

/** What counts towards the length of a prompt whose evidence is hidden. */
export function planOf(task: HiddenTask): ContextPlan {
  const { question, questionFirst, buffer } = task;
  if (buffer !== undefined) return { ...task, suffix: '' };
  return questionFirst
    ? { ...task, prefix: question + SEPARATOR, suffix: '' }
    : { ...task, suffix: SEPARATOR + question };
}

/** How far the seed of a Case moves for each further stretch of its haystack: further than seeds go. */
const NEXT_STRETCH = 1_000_003;

/** A Case whose evidence is hidden, with the haystack that it must have. */
export function inHaystack(
  theCase: Case,
  { made, stretch = 1 }: Pick<HiddenTask, 'made' | 'stretch'>,
): Omit<Case, 'haystack'> & { haystack: HaystackReference | MadeHaystack } {
  const haystack = made ?? theCase.haystack;
  if (haystack !== undefined) {
    return { ...theCase, haystack, seed: theCase.seed + NEXT_STRETCH * (stretch - 1) };
  }
  throw new UserError(
    `The var \`case\` is not a complete Case: \`haystack\` is missing. Leave the Case as its generator ` +
      'made it.',
  );
}

type GivenTask = ContextTask | PromptTask | ChatTask;

/** The whole prompt of such a task; a conversation is JSON, as promptfoo's providers expect it. */
export function givenPrompt(task: GivenTask): string {
  switch (task.kind) {
    case 'prompt':
      return task.prompt;
    case 'context':
      return task.context + SEPARATOR + task.question;
    case 'chat':
      return JSON.stringify(task.messages);
  }
}

export function givenTokens(task: GivenTask, count: (text: string) => number): number {
  if (task.kind !== 'chat') return count(givenPrompt(task));
  return task.messages.reduce((sum, { content }) => sum + count(content), 0);
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

/**
 * Choose the tokenizer of a Case that has one for each provider: of the first pattern that matches
 * the provider's id or label.
 *
 * @throws {UserError} when no pattern matches
 */
export function tokenizerFor(
  { tokenizer: only, tokenizers }: Case,
  provider: ProviderIdentity | undefined,
): TokenizerReference {
  if (!tokenizers || !provider) return only;
  const names = namesOf(provider);
  const tokenizer = forProviderNamed(tokenizers, names);
  if (tokenizer !== undefined) return tokenizer;
  throw new UserError(
    `tokenizer: no pattern matches the provider "${names.join('" or "')}". The patterns are ` +
      `${Object.keys(tokenizers).join(', ')}. Add one, or "*" for all other providers.`,
  );
}

/** A Case as it is for one provider: with that provider's tokenizer. Throws as `tokenizerFor` does. */
export function forProvider(theCase: Case, provider: ProviderIdentity | undefined): Case {
  const { tokenizers, ...rest } = theCase;
  return tokenizers ? { ...rest, tokenizer: tokenizerFor(theCase, provider ?? {}) } : theCase;
}

/** What a prompt function is called with. */
export interface PromptFunctionArguments {
  vars: Record<string, unknown>;
  /** Who is asked, where a tokenizer is chosen by provider. */
  provider?: ProviderIdentity;
  /** promptfoo passes the prompt's own `config`, a program nothing. */
  config?: unknown;
}

/** promptfoo calls a function of a file with a `config`, and any other with a provider that it can call. */
export function isFromPromptfoo({ config, provider }: PromptFunctionArguments): boolean {
  return config !== undefined || (provider !== undefined && 'callApi' in provider);
}
