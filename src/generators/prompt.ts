import type { HiddenTask, Message, Task } from '../benchmarks/benchmark.js';
import { taskOf } from '../benchmarks/registry.js';
import type { Case } from '../contract/case.js';
import { transcriptIn } from '../haystack/messages/forms.js';
import { turnTokens } from '../haystack/messages/transcript.js';
import type { Tokenizer } from '../haystack/pieces.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import { type BuiltPrompt, builtInHaystack, SEPARATOR } from './hidden-prompt.js';

/**
 * Builds the prompt of a Case, with the same bytes on every machine. Of tokenizers by provider the first
 * counts, unless `forProvider` chooses.
 *
 * @throws {UserError} when its haystack cannot be had
 */
export async function buildPrompt({ cache: _, ...theCase }: Case): Promise<BuiltPrompt> {
  const task = await taskOf(theCase);
  const tokenizer = await loadTokenizer(theCase.tokenizer);
  return task.kind === 'hidden'
    ? builtInHaystack(theCase, task, tokenizer)
    : builtAsGiven(task, tokenizer);
}

function builtAsGiven(task: GivenTask, tokenizer: Tokenizer): BuiltPrompt {
  const { question, positions } = task;
  const prompt = givenPrompt(task);
  const promptTokens = givenTokens(task, (text) => tokenizer.count(text));
  const context = task.kind === 'context' ? task.context : prompt.slice(0, -question.length);
  const turns = task.kind === 'transcript' && { turns: task.turns };
  const messages = task.kind === 'chat' && { messages: task.messages };
  const documents = task.kind === 'context' && task.documents && { documents: task.documents };
  const whole = { context, promptTokens, positions, question, prompt };
  return { ...whole, ...turns, ...messages, ...documents };
}

type GivenTask = Exclude<Task, HiddenTask>;

/** Writes the whole prompt. A conversation is JSON, as promptfoo's providers expect it, a transcript text. */
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

/** Joins all that a prompt says, without the form of its messages. */
export function givenText(task: GivenTask): string {
  return task.kind === 'chat'
    ? task.messages.map(({ content }) => content).join('')
    : givenPrompt(task);
}

export function givenTokens(task: GivenTask, count: (text: string) => number): number {
  switch (task.kind) {
    case 'chat':
      return task.messages.reduce((sum, { content }) => sum + count(content), 0);
    case 'transcript':
      return turnTokens(task.turns, count);
    default:
      return count(givenPrompt(task));
  }
}

export function messagesOf({ messages, prompt }: BuiltPrompt): readonly Message[] {
  return messages ?? [{ role: 'user', content: prompt }];
}
