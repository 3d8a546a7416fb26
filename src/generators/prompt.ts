import type {
  ChatTask,
  ContextTask,
  HiddenTask,
  Message,
  PromptTask,
  TranscriptTask,
} from '../benchmarks/benchmark.js';
import { taskFor } from '../benchmarks/prompt-template.js';
import { benchmarkOf, taskOf } from '../benchmarks/registry.js';
import { type Turn, textOfTurn } from '../benchmarks/transcript.js';
import { asksOver, type Case, type HaystackReference, UserError } from '../case.js';
import { largest } from '../extremes.js';
import { type BuiltContext, buildContext, type ContextPlan } from '../haystack/context.js';
import type { MadeHaystack } from '../haystack/haystack.js';
import { countOnce, loadTokenizer, type Tokenizer } from '../haystack/tokenizer.js';
import { buildTurns } from '../transcripts/container.js';
import { transcriptIn } from '../transcripts/forms.js';

/** What stands between context and question. */
const SEPARATOR = '\n\n';

export interface BuiltPrompt extends BuiltContext {
  question: string;
  /** The whole prompt: context, blank line, question; that of a transcript as text. */
  prompt: string;
  /** The context as a list, of a prompt that is made of documents of the user's. */
  documents?: ContextTask['documents'];
  /** The messages of a prompt that is a conversation. */
  messages?: readonly Message[];
  /** The turns of a prompt that is a transcript. */
  turns?: readonly Turn[];
}

/**
 * Build the prompt of a Case: the same bytes for the same Case, on every machine. Of tokenizers by
 * provider the first counts; `forProvider` chooses another.
 *
 * @throws {UserError} when its haystack cannot be had
 */
export async function buildPrompt(theCase: Case): Promise<BuiltPrompt> {
  const task = await taskOf(theCase);
  const tokenizer = await loadTokenizer(theCase.tokenizer);
  if (task.kind !== 'hidden') return builtAsGiven(task, tokenizer);
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
  // With a buffer, the context alone was counted.
  const isCounted = task.buffer === undefined && longest === task;
  const promptTokens = isCounted ? built.promptTokens : tokenizer.count(prompt);
  if (task.system === undefined) return { ...built, promptTokens, question, prompt };
  const messages: Message[] = [
    { role: 'system', content: task.system },
    { role: 'user', content: prompt },
  ];
  return { ...built, promptTokens, question, messages, prompt: JSON.stringify(messages) };
}

/** The task over the same context whose question takes most: with it, all of them get the same context. */
function longestOver(theCase: Case, own: HiddenTask, tokenizer: Tokenizer): HiddenTask {
  if (theCase.asks === undefined) return own;
  const tasks = asksOver(theCase).map((one) => taskFor(benchmarkOf(one), one) as HiddenTask);
  const sizes = tasks.map(({ question }) => countOnce(tokenizer, question));
  const longest = tasks[sizes.indexOf(largest(sizes))]!;
  return longest.question === own.question ? own : longest;
}

function builtAsGiven(task: GivenTask, tokenizer: Tokenizer): BuiltPrompt {
  const { question, positions } = task;
  const prompt = givenPrompt(task);
  const promptTokens = givenTokens(task, (text) => countOnce(tokenizer, text));
  const context = task.kind === 'context' ? task.context : prompt.slice(0, -question.length);
  const turns = task.kind === 'transcript' && { turns: task.turns };
  const messages = task.kind === 'chat' && { messages: task.messages };
  const documents = task.kind === 'context' && task.documents && { documents: task.documents };
  const whole = { context, promptTokens, positions, question, prompt };
  return { ...whole, ...turns, ...messages, ...documents };
}

/** What counts towards the length of a prompt whose evidence is hidden. */
export function planOf(
  task: Omit<HiddenTask, 'buffer'> & { buffer?: number | undefined },
): ContextPlan {
  const { question, questionFirst, buffer, before } = task;
  if (buffer !== undefined) return { ...task, suffix: '' };
  if (before !== undefined) return { ...task, prefix: before, suffix: question };
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

type GivenTask = ContextTask | PromptTask | ChatTask | TranscriptTask;

/** The whole prompt of such a task; a conversation is JSON, as promptfoo's providers expect it, a transcript text. */
function givenPrompt(task: GivenTask): string {
  switch (task.kind) {
    case 'prompt':
      return task.prompt;
    case 'context':
      return task.context + SEPARATOR + task.question;
    case 'chat':
      return JSON.stringify(task.messages);
    case 'transcript':
      return transcriptIn('text', task.turns);
  }
}

export function givenTokens(task: GivenTask, count: (text: string) => number): number {
  switch (task.kind) {
    case 'chat':
      return task.messages.reduce((sum, { content }) => sum + count(content), 0);
    case 'transcript':
      return task.turns.reduce((sum, turn) => sum + count(textOfTurn(turn)), 0);
    default:
      return count(givenPrompt(task));
  }
}
