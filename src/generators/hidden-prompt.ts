import { largest } from '../base/extremes.js';
import { UserError } from '../base/user-error.js';
import type { HiddenTask, Message } from '../benchmarks/benchmark.js';
import { taskFor } from '../benchmarks/prompt-template.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { asksOver, type Case, type HaystackReference } from '../contract/case.js';
import { buildContext, type ContextPlan } from '../haystack/context.js';
import type { MadeHaystack } from '../haystack/haystack.js';
import { transcriptIn } from '../haystack/messages/forms.js';
import type { Turn } from '../haystack/messages/transcript.js';
import type { Tokenizer } from '../haystack/pieces.js';
import { countOnce } from '../haystack/tokenizer.js';
import { type BuiltPrompt, SEPARATOR } from './built-prompt.js';
import { buildTurns } from './container.js';

export async function builtInHaystack(
  theCase: Case,
  task: HiddenTask,
  tokenizer: Tokenizer,
): Promise<BuiltPrompt> {
  const request = inHaystack(theCase, task);
  const { question } = task;
  const longest = longestOver(theCase, task, tokenizer);
  const plan = planOf(longest);
  if (theCase.container) {
    const count = (text: string) => countOnce(tokenizer, text);
    const built = await buildTurns(theCase.container, request, longest, plan, count);
    const turns: Turn[] = [...built.turns];
    if (longest !== task) turns.splice(-1, 1, { role: 'user', content: question });
    const promptTokens = built.promptTokens - count(longest.question) + count(question);
    return { ...built, promptTokens, turns, question, prompt: transcriptIn('text', turns) };
  }
  const built = await buildContext(request, plan);
  const { prefix = '', suffix } = planOf({ ...task, buffer: undefined });
  const prompt = prefix + built.context + suffix;
  // With a buffer, only the context was counted.
  const isCounted = task.buffer === undefined && longest === task;
  const promptTokens = isCounted ? built.promptTokens : tokenizer.count(prompt);
  if (task.system === undefined) return { ...built, promptTokens, question, prompt };
  const messages: Message[] = [
    { role: 'system', content: task.system },
    { role: 'user', content: prompt },
  ];
  return { ...built, promptTokens, question, messages, prompt: JSON.stringify(messages) };
}

/** Finds the longest question over the same context, so that all questions get the same one. */
function longestOver(theCase: Case, own: HiddenTask, tokenizer: Tokenizer): HiddenTask {
  if (theCase.asks === undefined) return own;
  const tasks = asksOver(theCase).map((one) => taskFor(benchmarkOf(one), one) as HiddenTask);
  const sizes = tasks.map(({ question }) => countOnce(tokenizer, question));
  const longest = tasks[sizes.indexOf(largest(sizes))]!;
  return longest.question === own.question ? own : longest;
}

export function planOf(
  task: Omit<HiddenTask, 'buffer'> & { buffer?: number | undefined },
): ContextPlan {
  const { question, questionFirst, buffer, before } = task;
  if (buffer !== undefined) return { ...task, suffix: '', mayFill: true };
  if (before !== undefined) return { ...task, prefix: before, suffix: question };
  return questionFirst
    ? { ...task, prefix: question + SEPARATOR, suffix: '' }
    : { ...task, suffix: SEPARATOR + question };
}

/** Added to the seed for each further passage of a haystack. Larger than any seed. */
const NEXT_STRETCH = 1_000_003;

/** Returns a Case whose evidence is hidden, with its haystack. */
export function inHaystack(
  theCase: Case,
  { made, passage = 1 }: Pick<HiddenTask, 'made' | 'passage'>,
): Omit<Case, 'haystack'> & { haystack: HaystackReference | MadeHaystack } {
  const haystack = made ?? theCase.haystack;
  if (haystack !== undefined) {
    return { ...theCase, haystack, seed: theCase.seed + NEXT_STRETCH * (passage - 1) };
  }
  throw new UserError(
    `The Case of this test is not complete: \`haystack\` is missing. Leave the Case as its generator ` +
      'made it.',
  );
}
