/**
 * Ancestral Trace Challenge: multi-step reasoning over many pieces of evidence (NeedleBench,
 * arXiv:2407.11963, §3.3).
 *
 * A chain of kinship statements, shuffled, leads from one person to the most distant ancestor, who is
 * asked for. Every statement is needed: one that is lost ends the trace too early. R chains are asked
 * about, a multiple choice in four rotations of its options (circular evaluation), so that guessing does
 * not pay. P_step is the share of right answers; the score of the task is Σ P_step · step / Σ step. The
 * statements stand alone, or hidden in a haystack. Other questions, all of which need the whole chain,
 * are those of the second version in OpenCompass.
 */

import type { Answer } from '../../../answers/answer.js';
import { say } from '../../../base/text/language.js';
import { quoted } from '../../../base/text/texts.js';
import { benchmark, type Scored } from '../../../benchmarks/benchmark.js';
import { emptyReason, LETTERS } from '../../../benchmarks/scoring.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import * as cases from './cases.js';
import {
  type AncestralTraceCase,
  type AskedPuzzle,
  ancestralTraceOptions,
  conflict,
  puzzleOf,
} from './cases.js';

export const ancestralTrace = benchmark<AncestralTraceCase>()({
  name: 'ancestral-trace',
  hides: true,
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: ancestralTraceOptions,
  conflict,
  mark: scoreAncestralTrace,
  // Statements of kinship are worded by us, whatever the names and the template.
  conditions: {
    names: (file) => ({
      names: file ? `a file of yours ${file.sha256}` : 'ours',
      statements: 'ours',
    }),
  },
});

/**
 * The scoring rule of the Ancestral Trace Challenge (NeedleBench, arXiv:2407.11963, §3.3): whether the
 * right name, or the right distance, was given. Shares per step and their weighted mean are the report's.
 *
 * An answer that is to stand in a box also has the named score `boxed`: the mark of OpenCompass, which
 * reads the last box and nothing else.
 */
function scoreAncestralTrace(given: Answer, theCase: AncestralTraceCase): Scored {
  const puzzle = puzzleOf(theCase);
  const { chain, right: wanted } = puzzle;
  const names = [...chain, ...puzzle.others, ...puzzle.strangers];
  const answer = given.saying(wholeNames(given.text, names));
  const { said, choice } = givenIn(answer, theCase, puzzle);
  const right = said === wanted;
  const reached = chain.indexOf(said ?? '');
  const diagnosis: Diagnosis = right
    ? 'complete'
    : said === undefined
      ? answer.whyWrong(theCase.language)
      : // Neither the right one of the chain nor the person asked about.
        reached >= 0
        ? 'partway'
        : 'another';
  const { text } = answer;
  const unread = text === '' ? emptyReason() : say`no clear answer (it begins: ${quoted(text)})`;
  return {
    score: right ? 1 : 0,
    readable: said !== undefined,
    reason: said === undefined ? unread : reasonFor(said, puzzle, theCase),
    namedScores: {
      recall: right ? 1 : 0,
      ...(theCase.boxed && { boxed: given.boxedName() === wanted ? 1 : 0 }),
    },
    metadata: { diagnosis, ...(choice && { choice }), reached },
  };
}

/** Reads the name or number that an answer gives, and the letter of a choice. */
function givenIn(
  answer: Answer,
  { task }: AncestralTraceCase,
  puzzle: AskedPuzzle,
): { said: string | undefined; choice?: string | undefined } {
  if (task === 'distance') return { said: answer.generations()?.toString() };
  const { chain, others, strangers, options } = puzzle;
  if (task === 'choice') {
    const named = answer.choice(options, chain[0]) ?? -1;
    return { said: options[named], choice: LETTERS[named] };
  }
  // The person asked about is nobody's answer, and named in many: "Ann is the ancestor of Bo".
  const isDown = task === 'descendant';
  const family = isDown ? chain.slice(0, -1) : chain.slice(1);
  const people = [...family, ...others, ...strangers];
  const named = answer.name(people, isDown ? chain.at(-1) : chain[0]) ?? -1;
  return { said: people[named] };
}

/** Compares who was named with the right person, or the distances. */
function reasonFor(said: string, { chain, right }: AskedPuzzle, { task }: AncestralTraceCase) {
  const [steps, reached] = [chain.length - 1, chain.indexOf(said)];
  if (said === right) return say`${said}, after ${steps} steps`;
  if (task === 'distance') return say`${said} generations instead of ${right}`;
  if (reached >= 0) return say`${said} (step ${reached} of ${steps}) instead of ${right}`;
  return task === 'descendant'
    ? say`${said} (not a descendant) instead of ${right}`
    : say`${said} (not an ancestor) instead of ${right}`;
}

/** White space of LaTeX: a tie, and `\,` `\;` `\:` `\!` `\ ` `\quad`. */
const LATEX_SPACE = /~|\\(?:[,;:! ]|q?quad\b)/g;

const BROKEN =
  /(?<![\p{L}\p{M}])([\p{L}\p{M}'-]{1,40})[ \t]{0,8}\r?\n[ \t]{0,8}([\p{L}\p{M}'-]{1,40})/gu;

/**
 * An answer in which every name is written as it stands in the statements, with one space: not with a
 * space of LaTeX, two spaces or a line break.
 *
 * @example
 * wholeNames('\\boxed{Osbert~Flintlock}', ['Osbert Flintlock']) // '\\boxed{Osbert Flintlock}'
 */
export function wholeNames(answer: string, names: readonly string[]): string {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return answer
    .replace(LATEX_SPACE, ' ')
    .replace(/(?<=\S)[^\S\n]+(?=\S)/g, ' ')
    .replace(BROKEN, (text, given: string, surname: string) =>
      known.has(`${given} ${surname}`.toLowerCase()) ? `${given} ${surname}` : text,
    );
}
