/**
 * A second look at every answer. The rule of the original gives the score. Beside it the rule reads the answer without what
 * it repeats of its prompt, without what it takes back, denies, asks or joins by "or", and without its decoration; where one
 * of these scores otherwise, the reading is doubtful: the score says nothing sure about what was remembered.
 */
import type { Answer, Doubted } from '../answers/answer.js';
import { plainForm, scoreOfBare } from '../answers/decorations.js';
import { withDoubt } from '../answers/doubts.js';
import { joinedIn } from '../answers/joined.js';
import { readableAnswer } from '../answers/readable-answer.js';
import { behindCorrection, standingParts } from '../answers/standing.js';
import { LONGEST_QUOTATION, withoutRepeated } from '../answers/texts/repeated.js';
import { kept } from '../base/kept.js';
import type { Scored, Task } from '../benchmarks/benchmark.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import type { Case } from '../contract/case.js';
import type { Doubt } from '../contract/reading.js';
import { textsOfPrompt } from '../haystack/messages/texts.js';

/** Scores that differ by more are two readings of an answer. */
const NOTABLE = 0.1;

/** Of longer answers, in UTF-16 units, only what they repeat is looked at: no model writes one. */
const LONGEST_ANSWER = 100_000;

/** Scores by a benchmark's rule. The reading is doubtful if a second look scores otherwise. */
export function scoredTwice(
  benchmark: Benchmark,
  answer: Answer,
  theCase: Case,
  prompt: string | undefined,
): Scored {
  // Steps that take nothing off, or the same, leave the same text.
  const scores = new Map<string, Scored>();
  const scoredOf = (rest: string) =>
    kept(scores, rest, () => benchmark.score(readableAnswer(rest), theCase));
  const given = benchmark.score(answer, theCase);
  const isStrict = isOriginal(benchmark, theCase);
  // Where no rule of an original decides, an answer that gives two values gives none.
  const withoutTwo = (result: Scored) =>
    isStrict ||
    benchmark.contains ||
    result.metadata.doubt !== 'one of two' ||
    asksSeveral(benchmark, theCase)
      ? result
      : unscored(result);
  if (isSettled(given)) return withoutTwo(given);
  const scoreOf = (rest: string) => scoredOf(rest).score;
  const rest = given.score > 0 && withoutEcho(benchmark, answer.given, theCase, prompt);
  const echoed = rest ? doubtBetween('repeated', given.score, scoreOf(rest)) : undefined;
  const { verbatim } = answer;
  if (echoed || verbatim.length > LONGEST_ANSWER) return withDoubt({ ...given, doubt: echoed });
  const worthOf = (text: string) => (scoredOf(text).readable ? scoreOf(text) : UNREAD);
  const isPerfect = given.readable && given.score >= 1 - NOTABLE;
  const text = isStrict || isPerfect ? verbatim : plainForm(verbatim, worthOf);
  const scored = text === verbatim ? given : scoredOf(text);
  if (isSettled(scored)) return withoutTwo(scored);
  const doubt =
    candidatesIn(text, scoredOf, benchmark, theCase) ??
    lessStoodBy(scored, text, scoreOf, benchmark) ??
    moreInForm(scored, text, worthOf);
  const readable = scored.readable || doubt !== undefined;
  return withoutTwo(withDoubt({ ...scored, readable, doubt }));
}

/** Sets all of a score to 0. */
function unscored({ namedScores, metadata, ...scored }: Scored): Scored {
  const { marks, bounds } = metadata;
  // Recall, that of each quarter, and the score of a part, beside which stands how many prompts it has.
  const isScore = (name: string) => name.startsWith('recall') || `${name}_prompts` in namedScores;
  return {
    ...scored,
    score: 0,
    namedScores: Object.fromEntries(
      Object.entries(namedScores).map(([name, value]) => [name, isScore(name) ? 0 : value]),
    ),
    metadata: {
      ...metadata,
      ...(Array.isArray(marks) && { marks: marks.map(() => 0) }),
      bounds: { ...(bounds as object), low: 0 },
    },
  };
}

/** Ranks an unreadable answer below a wrong one. */
const UNREAD = -0.1;

/** Tells whether no second look is needed. */
function isSettled({ metadata: { reading = 'read', diagnosis } }: Scored): boolean {
  return diagnosis === 'refused' || diagnosis === 'empty' || reading === 'doubtful';
}

/** Tells whether a Case is compared with published scores: then the rule of the original decides to the letter. */
function isOriginal({ repeats, given }: Benchmark, theCase: Case): boolean {
  const { published, scoring } = theCase as { published?: unknown; scoring?: string };
  return Boolean(repeats ?? given ?? published) || scoring?.startsWith('opencompass') === true;
}

/** Doubts an answer that joins candidates if only one is asked for and each scores otherwise by itself. */
function candidatesIn(
  text: string,
  scoredOf: (text: string) => Scored,
  benchmark: Benchmark,
  theCase: Case,
): Doubted | undefined {
  if (benchmark.repeats) return undefined;
  for (const { texts, isLoose } of joinedIn(text)) {
    const alone = texts.map(scoredOf);
    if (isLoose && !alone.every(givesValue)) continue;
    const all = alone.map(({ score }) => score);
    const doubt = doubtBetween('one of two', Math.min(...all), Math.max(...all));
    if (doubt && !asksSeveral(benchmark, theCase)) return doubt;
  }
  return undefined;
}

/** Tells whether an answer gives a value that could be the right one. */
function givesValue({ score, readable, metadata: { diagnosis } }: Scored): boolean {
  return readable && (score > 0.5 || !UNKNOWN.has(diagnosis));
}

/** Lists the diagnoses of answers that give no known value. */
const UNKNOWN = new Set<unknown>(['wrong', 'missing', 'empty', 'refused']);

function asksSeveral(benchmark: Benchmark, theCase: Case): boolean {
  const { positions, answer, structured } = benchmark.task(theCase);
  const { right } = structured ?? {};
  return (
    positions.length > 1 || (Array.isArray(right) && right.length > 1) || /[,，\n]/.test(answer)
  );
}

type ScoreOf = (text: string) => number;

/** Returns a doubt between two scores, unless they are about the same. */
function doubtBetween(why: Doubt, score: number, again: number): Doubted | undefined {
  const [low, high] = [Math.min(score, again), Math.max(score, again)];
  return high - low > NOTABLE ? { why, low, high } : undefined;
}

/** Doubts an answer that scores less without what it takes back, denies or asks. */
function lessStoodBy(
  { score }: Scored,
  text: string,
  scoreOf: ScoreOf,
  { repeats }: Benchmark,
): Doubted | undefined {
  if (score <= NOTABLE) return undefined;
  // A text that is to be copied denies and asks what it will.
  const parts = standingParts(text).filter(({ why }) => !repeats || why === 'corrected');
  for (const { why, texts } of parts) {
    const scores = texts.map(scoreOf);
    // What scores on both sides of an "or" is right on both.
    const isBoth = texts.length > 1 && score - Math.max(...scores) > NOTABLE;
    const doubt = isBoth ? undefined : doubtBetween(why, score, Math.min(score, ...scores));
    if (doubt) return doubt;
  }
  return undefined;
}

/** Takes off an answer what it repeats of its prompt. Nothing if it repeats none, or if that is its task. */
function withoutEcho(
  benchmark: Benchmark,
  text: string,
  theCase: Case,
  prompt: string | undefined,
): string | undefined {
  // Most answers are short; the texts of a long prompt are not put together for them.
  if (benchmark.repeats || prompt === undefined || text.length < LONGEST_QUOTATION)
    return undefined;
  const sent = [...new Set([prompt, ...textsOfPrompt(prompt)])].join('\n');
  if (withoutRepeated(text, sent) === text) return undefined;
  const task = benchmark.task(theCase);
  const rest = withoutRepeated(text, sent, task.kind === 'context' ? task.documents : []);
  return rest === text ? undefined : rest;
}

/** Doubts an answer that would score more without its decoration, or in the form that was asked for. */
function moreInForm({ score, inForm = score }: Scored, text: string, scoreOf: ScoreOf) {
  if (score >= 1 - NOTABLE) return undefined;
  const corrected = Math.max(score, scoreOf(behindCorrection(text)));
  const bare = Math.max(score, inForm, scoreOfBare(text, scoreOf));
  return doubtBetween('corrected', score, corrected) ?? doubtBetween('form', score, bare);
}

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
