/**
 * The option `container`: hands over the context in parts, in messages or in results of a tool. Joined, they
 * are the context.
 */
import type { LanguageReference } from '../base/references.js';
import { UserError } from '../base/user-error.js';
import type { HiddenTask } from '../benchmarks/benchmark.js';
import type { Case } from '../contract/case.js';
import * as contexts from '../haystack/context.js';
import { slack as mostBelow } from '../haystack/haystack.js';
import { containerWords, partsRead } from '../haystack/messages/read-file.js';
import { type Turn, textOfTurn } from '../haystack/messages/transcript.js';
import { sentenceBoundaries } from '../haystack/sentences.js';

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
  request: contexts.ContextRequest,
  task: HiddenTask,
  plan: contexts.ContextPlan,
  count: (text: string) => number,
): Promise<contexts.BuiltContext & { turns: Turn[] }> {
  const turnsOf = (texts: string[]) => handedOver(container, request.language, texts, task);
  const lengthOf = (turns: Turn[]) => turns.reduce((sum, turn) => sum + count(textOfTurn(turn)), 0);
  const parts = Math.max(2, Math.round(request.tokens / PART_TOKENS));
  const slack = mostBelow(request.tokens);
  const isWhole = task.buffer === undefined;
  let around = parts - count(task.question) + lengthOf(turnsOf(Array(parts).fill('')));
  for (let round = 0; round < ROUNDS; round++) {
    const reserve = request.reserve + (isWhole ? around : 0);
    const built = await contexts.buildContext({ ...request, reserve }, plan);
    const turns = turnsOf(inParts(built.context, plan, parts));
    const promptTokens = lengthOf(turns);
    const missing = request.tokens - request.reserve - promptTokens;
    if (!isWhole || (missing >= 0 && missing <= slack)) return { ...built, promptTokens, turns };
    around -= missing;
  }
  throw new UserError(
    `container: no prompt of ${request.tokens} tokens can be made in parts to within ${slack}. Use ` +
      'another length or another haystack.',
  );
}

/** Cuts a context into parts of similar length, between sentences and never through evidence. */
function inParts(context: string, { evidence }: contexts.ContextPlan, parts: number): string[] {
  let behind = 0;
  const taken = evidence.map((one) => {
    const from = context.indexOf(one.text.trim(), behind);
    behind = from + one.text.trim().length;
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
