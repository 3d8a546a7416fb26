/**
 * Builds prompts whose evidence is hidden in a haystack: as one text, or by the option `container` in messages or in
 * results of a tool, which joined are the context.
 */
import { largest } from '../base/extremes.js';
import type { LanguageReference } from '../base/references.js';
import { UserError } from '../base/user-error.js';
import type { ContextTask, HiddenTask, Message } from '../benchmarks/benchmark.js';
import { taskFor } from '../benchmarks/prompt-template.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { asksOver, type Case, type HaystackReference } from '../contract/case.js';
import {
  type BuiltContext,
  buildContext,
  type ContextPlan,
  type ContextRequest,
} from '../haystack/context.js';
import { type MadeHaystack, slack } from '../haystack/haystack.js';
import { transcriptIn } from '../haystack/messages/forms.js';
import { containerWords, partsRead } from '../haystack/messages/read-file.js';
import { type Turn, textOfTurn, turnTokens } from '../haystack/messages/transcript.js';
import type { Tokenizer } from '../haystack/pieces.js';
import { sentenceBoundaries } from '../haystack/sentences.js';

/** What stands between context and question. */
export const SEPARATOR = '\n\n';

export interface BuiltPrompt extends BuiltContext {
  question: string;
  /** The whole prompt: context, blank line, question. A transcript is written as text. */
  prompt: string;
  /** The context as a list, if it consists of the user's documents. */
  documents?: ContextTask['documents'];
  messages?: readonly Message[];
  turns?: readonly Turn[];
}

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
    const count = (text: string) => tokenizer.count(text);
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
function longestOver(theCase: Case, asked: HiddenTask, tokenizer: Tokenizer): HiddenTask {
  if (theCase.asks === undefined) return asked;
  const tasks = asksOver(theCase).map((each) => taskFor(benchmarkOf(each), each) as HiddenTask);
  const sizes = tasks.map(({ question }) => tokenizer.count(question));
  const longest = tasks[sizes.indexOf(largest(sizes))]!;
  return longest.question === asked.question ? asked : longest;
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

type Container = NonNullable<Case['container']>;

/** Length of a part, in tokens: about what agents read at once. */
const PART_TOKENS = 2000;

/** How often the context's length is corrected after counting. */
const ROUNDS = 8;

/**
 * Builds a context in parts, so that all turns and the reserve have the length asked for, or with a task's
 * `buffer` the context alone.
 *
 * @param count - tokens of a text
 * @throws {UserError} as `buildContext` does, and for a language without words
 */
export async function buildTurns(
  container: Container,
  request: ContextRequest,
  task: HiddenTask,
  plan: ContextPlan,
  count: (text: string) => number,
): Promise<BuiltContext & { turns: Turn[] }> {
  const turnsOf = (texts: string[]) => handedOver(container, request.language, texts, task);
  const parts = Math.max(2, Math.round(request.tokens / PART_TOKENS));
  const most = slack(request.tokens);
  const isWhole = task.buffer === undefined;
  let around = parts - count(task.question) + turnTokens(turnsOf(Array(parts).fill('')), count);
  for (let round = 0; round < ROUNDS; round++) {
    const reserve = request.reserve + (isWhole ? around : 0);
    const built = await buildContext({ ...request, reserve }, plan);
    const turns = turnsOf(inParts(built.context, plan, parts));
    const promptTokens = turnTokens(turns, count);
    const missing = request.tokens - request.reserve - promptTokens;
    if (!isWhole || (missing >= 0 && missing <= most)) return { ...built, promptTokens, turns };
    around -= missing;
  }
  throw new UserError(
    `container: no prompt of ${request.tokens} tokens can be made in parts to within ${most}. Use ` +
      'another length or another haystack.',
  );
}

/** Cuts a context into parts of similar length, between sentences and never through evidence. */
function inParts(context: string, { evidence }: ContextPlan, parts: number): string[] {
  let behind = 0;
  const taken = evidence.map((piece) => {
    const from = context.indexOf(piece.text.trim(), behind);
    behind = from + piece.text.trim().length;
    return { from, to: behind };
  });
  const places = sentenceBoundaries(context);
  const texts: string[] = [];
  let start = 0;
  let next = 0;
  for (let part = 1; part < parts; part++) {
    const fits = (place: number) =>
      place > start &&
      place >= (part * context.length) / parts &&
      !taken.some(({ from, to }) => from < place && place < to);
    while (next < places.length && !fits(places[next]!)) next++;
    const end = places[next] ?? context.length;
    if (end >= context.length) break;
    texts.push(context.slice(start, end));
    start = end;
  }
  return [...texts, context.slice(start)];
}

function handedOver(
  container: Container,
  language: LanguageReference,
  texts: readonly string[],
  { question, questionFirst }: HiddenTask,
): Turn[] {
  const { chat, tools } = containerWords(language);
  const user = (content: string) => ({ role: 'user', content }) as const;
  const assistant = (content: string) => ({ role: 'assistant', content }) as const;
  const filled = (sentence: string, part = 0) =>
    sentence
      .replace('{file}', tools.file)
      .replace('{parts}', `${texts.length}`)
      .replace('{part}', `${part}`);
  const turns =
    container === 'tools'
      ? partsRead(tools.file, texts)
      : texts.flatMap((content, i): Turn[] => {
          const part = i + 1;
          return [
            user(`${filled(chat.part, part)}\n\n${content}`),
            assistant(filled(chat.read, part)),
          ];
        });
  if (container === 'tools') {
    turns.unshift(user(filled(tools.request)));
    turns.push(assistant(filled(tools.done)));
  }
  if (!questionFirst) return [...turns, user(question)];
  // The last part ends the prompt, so the question stands before the first.
  const [first, ...rest] = turns.slice(0, -1);
  return [user(`${question}\n\n${textOfTurn(first!)}`), ...rest];
}
