/**
 * Whether the prompt that a model was sent is that of its Case. promptfoo's `--resume` and
 * `--retry-errors` send the source text of a prompt function, and a template of the user's own may leave
 * the context or the question out, or shorten them: such an answer says nothing about the model.
 */

import { LONGEST_PROMPT } from '../base/limits.js';
import { startText } from '../base/text/texts.js';
import type { Task, TranscriptTask } from '../benchmarks/benchmark.js';
import { taskFor } from '../benchmarks/prompt-template.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import type { Case } from '../contract/case.js';
import { assertCase } from '../contract/case-identity.js';
import { ANOTHER_PROMPT, STRIPPED } from '../contract/signs.js';
import { TRANSCRIPT_FORMS } from '../contract/transcript-forms.js';
import { transcriptIn } from '../haystack/messages/forms.js';
import { unmarked } from '../haystack/messages/texts.js';
import type { Turn } from '../haystack/messages/transcript.js';

/**
 * What is wrong with a prompt that was sent.
 *
 * @param sent - as promptfoo rendered it: text, or chat messages as JSON
 * @param theCase - one that its benchmark has loaded, where it loads
 * @param kept - what a compaction kept of its transcript
 * @returns a sentence that says what to do; nothing when it holds all that its Case asks, in whatever
 *   the user has put around it, and when promptfoo has not kept it
 */
export function foreignPrompt(
  sent: unknown,
  theCase: Case,
  kept?: readonly Turn[],
): string | undefined {
  if (typeof sent !== 'string' || sent === STRIPPED) return undefined;
  const task = taskFor(benchmarkOf(theCase), theCase);
  const whole = unmarked(sent);
  if (task.kind === 'transcript') {
    return holdsTranscript(whole, kept ?? task.turns) ? undefined : complaint(sent);
  }
  return waysOf(task, theCase).some((parts) => holdsTask(whole, parts, task))
    ? undefined
    : complaint(sent);
}

/**
 * The same for a Case out of a file of results, which may be damaged, or of words, data or files that
 * are not here, or that are read example by example (`Benchmark.load`) and are not read for it: where
 * its task is not known, only the source text of a function is noticed.
 */
export function foreignStoredPrompt(sent: unknown, theCase: unknown): string | undefined {
  if (typeof sent !== 'string' || sent === STRIPPED) return undefined;
  try {
    assertCase(theCase);
    // What a compaction kept is not worked out again: a file of results makes no function run.
    if (theCase.compact) return isSource(sent) ? complaint(sent) : undefined;
    if (asksForMore(theCase, sent.length)) return complaint(sent);
    return foreignPrompt(sent, theCase);
  } catch {
    return isSource(sent) ? complaint(sent) : undefined;
  }
}

/** Names what sent another prompt: a function's source is what `--resume` sends, and all else comes from a template. */
function complaint(sent: string): string {
  const why = isSource(sent)
    ? '`promptfoo eval --resume` and `--retry-errors` do that with a prompt function. Write ' +
      "`prompts: ['{{prompt}}']` into the config, with which both work, and evaluate anew with "
    : 'A filter such as `truncate` in the prompt template shortens it, or the template leaves a part out. Write ' +
      "`prompts: ['{{prompt}}']` without a filter, and evaluate anew with ";
  // The reason first: lists of failed calls show no more than the start.
  return `${ANOTHER_PROMPT}. ${why}\`npx promptfoo eval\`. It begins ${startText(sent)}`;
}

/**
 * The source of a prompt function, as promptfoo stores it: of `prompt` or `chat`, of this version or an earlier one,
 * however it was built, or of the user's own, in JavaScript or Python.
 */
function isSource(sent: string): boolean {
  return /^\s*(?:(?:export\s+)?(?:async\s+)?(?:function\b|(?:\w+|\([^()]{0,150}\))\s*=>)|(?:def|import|from)\s+\w)/.test(
    sent.slice(0, 200),
  );
}

/**
 * Fields whose numbers say how long a prompt is, or which one of several is meant: however large they are,
 * nothing more is made.
 */
const NO_AMOUNTS = new Set([
  ...['tokens', 'reserve', 'seed', 'composite', 'length', 'perToken'],
  ...['example', 'question', 'chain', 'rotation', 'index', 'ask', 'draw', 'from', 'every'],
]);

/**
 * Whether a damaged Case asks for more of something than its prompt has room for; nothing is made of it then.
 * Everything that is counted, such as a star or a pair, takes a character at least. Where the documents are
 * in the vars and need not be in the prompt, each takes a token at least.
 */
function asksForMore(theCase: Case, characters: number): boolean {
  const room = theCase.sent === 'vars' ? Math.min(theCase.tokens, LONGEST_PROMPT) : characters;
  const amounts = (value: unknown): number[] => {
    if (typeof value === 'number') return [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([field, inner]) =>
      NO_AMOUNTS.has(field) ? [] : amounts(inner),
    );
  };
  const pieces = benchmarkOf(theCase).pieces?.(theCase) ?? 0;
  return [pieces, ...amounts(theCase)].some((amount) => amount > room);
}

/**
 * Whether a prompt holds a transcript in any of its forms: all messages, each as it is, in this order,
 * whatever stands around them; or the text, also in a message.
 */
export function holdsTranscript(sent: string, turns: readonly Turn[]): boolean {
  const text = transcriptIn('text', turns);
  const messages = messagesOf(sent);
  if (messages === undefined) return sent.includes(text);
  if (textsOfJson(sent).includes(text)) return true;
  return TRANSCRIPT_FORMS.some((form) => {
    let found = 0;
    const wanted = messagesOf(transcriptIn(form, turns)) ?? [];
    for (const message of messages) if (message === wanted[found]) found++;
    return found > 0 && found === wanted.length;
  });
}

/** The messages of a conversation, each as JSON; Gemini's come in an object. Nothing where it is none. */
function messagesOf(sent: string): string[] | undefined {
  try {
    const parsed = JSON.parse(sent);
    const { contents, system_instruction: system } = parsed;
    const messages = contents === undefined ? parsed : [system, ...contents];
    return messages.map((message: unknown) => JSON.stringify(message));
  } catch {
    return undefined;
  }
}

/** In which ways a prompt may hold a task: documents may stand in it as the user's pipeline writes them. */
function waysOf(task: Exclude<Task, TranscriptTask>, { sent }: Case): Parts[] {
  const parts = partsOf(task);
  if (sent === 'vars') return [{ ...parts, ordered: [] }];
  if (task.kind !== 'context' || !task.documents) return [parts];
  return [parts, { ...parts, ordered: task.documents.map(({ text = '' }) => text) }];
}

function holdsTask(sent: string, parts: Parts, task: Task): boolean {
  const asIs = (text: string) => text;
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  if (holds(sent, parts, asIs) || holds(sent, parts, inJson)) return true;
  const texts = textsOfJson(sent);
  // The JSON of a conversation may itself be the text of one message.
  return holds(texts, parts, asIs) || (task.kind === 'chat' && holds(texts, parts, inJson));
}

/** What must stand in a prompt: some texts in this order, and a question anywhere. */
interface Parts {
  ordered: readonly string[];
  question: string;
}

function partsOf(task: Exclude<Task, TranscriptTask>): Parts {
  const { question } = task;
  switch (task.kind) {
    case 'hidden':
      return { ordered: task.evidence.map(({ text }) => text.trim()), question };
    case 'context':
      return { ordered: [task.context], question };
    case 'prompt':
      return { ordered: [task.prompt], question: '' };
    case 'chat':
      return { ordered: task.messages.map(({ content }) => content), question: '' };
  }
}

function holds(text: string, parts: Parts, written: (part: string) => string): boolean {
  let from = 0;
  for (const part of parts.ordered) {
    const form = written(part);
    const at = text.indexOf(form, from);
    if (at === -1) return false;
    from = at + form.length;
  }
  return text.includes(written(parts.question));
}

/** All texts of chat messages, whatever their escapes; nothing where a prompt is no JSON. */
function textsOfJson(sent: string): string {
  if (!/^\s*[[{]/.test(sent)) return '';
  const texts: string[] = [];
  try {
    JSON.parse(sent, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
  } catch {
    return '';
  }
  return texts.join('\n');
}
