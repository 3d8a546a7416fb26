/** Tells whether an answer is about what was asked: where a server cuts the end of a prompt, its question never arrives. */
import type { Task } from '../benchmarks/benchmark.js';

/** Fewest words of such an answer: fewer may well be a wrong one to the question. */
const FEWEST_WORDS = 6;

/** Most of the words of the question that it has. */
const SAID_AGAIN = 0.25;

/**
 * Tells whether an answer without anything right in it is about something else: some words, and hardly one that the question has.
 *
 * @example
 * isOffTopic('The passage describes a voyage at sea.', task) // true
 */
export function isOffTopic(text: string, task: Task): boolean {
  const question = questionOf(task);
  const isShort = (text.match(WORD)?.length ?? 0) < FEWEST_WORDS;
  // A number is a value in the form of the right one.
  if (question === undefined || isShort || (/\d/.test(task.answer) && /\d/.test(text))) {
    return false;
  }
  const asked = stemsOf(question);
  const said = stemsOf(text);
  return [...asked].filter((stem) => said.has(stem)).length <= SAID_AGAIN * asked.size;
}

/** Returns what is asked, without what stands around it where that is known; nothing of a prompt given as a whole. */
function questionOf(task: Task): string | undefined {
  if (task.kind === 'prompt') return undefined;
  if (task.kind === 'chat') return task.messages.at(-1)?.content;
  if (task.kind === 'transcript') return undefined;
  const places = Object.values(task.wording?.places ?? {}).join('\n');
  return places === '' ? task.question : places;
}

const WORD = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;

/** Returns beginnings of longer words, whatever their endings, and pairs of Han characters. */
function stemsOf(text: string): Set<string> {
  const plain = text.toLowerCase();
  return new Set([
    ...(plain.match(/(?<![\p{L}\p{N}])(?!\p{Script=Han}|\p{Script=Hangul})[\p{L}\p{N}]{5}/gu) ??
      []),
    ...(plain.match(/(?<!\p{Script=Hangul})\p{Script=Hangul}{2}/gu) ?? []),
    ...Array.from(plain.matchAll(/(?=(\p{Script=Han}{2}))/gu), ([, pair]) => pair!),
  ]);
}
