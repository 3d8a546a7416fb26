import { readChoice } from '../../answers/choice.js';
import type { Diagnosis } from '../../answers/diagnoses.js';
import { namedAnswer } from '../../answers/named-answer.js';
import { readNumber } from '../../answers/read-answer.js';
import { diagnoseWrong, finalText, quoted } from '../../answers/text-answer.js';
import type { Scored } from '../benchmark.js';
import { boxedName } from '../boxed-answer.js';
import { type AncestralTraceCase, type AskedPuzzle, puzzleOf } from './cases.js';
import { wholeNames } from './names.js';
import { LETTERS } from './questions.js';

/** What an answer says, as far as it can be read. */
interface Given {
  /** The name or number. */
  said?: string;
  /** The letter of a multiple choice. */
  choice?: string;
}

/**
 * The scoring rule of the Ancestral Trace Challenge (NeedleBench, arXiv:2407.11963, §3.3): whether the
 * right name, or the right distance, was given. Shares per step and their weighted mean are the report's.
 *
 * An answer that is to stand in a box also has the named score `boxed`: the mark of OpenCompass, which
 * reads the last box and nothing else.
 */
export function scoreAncestralTrace(output: unknown, theCase: AncestralTraceCase): Scored {
  const puzzle = puzzleOf(theCase);
  const { chain, right: wanted } = puzzle;
  const names = [...chain, ...puzzle.others, ...puzzle.strangers];
  const text = wholeNames(finalText(output), names);
  const { said, choice } =
    theCase.task === 'distance' ? givenNumber(text) : givenName(text, theCase, puzzle);
  const right = said === wanted;
  const reached = said === undefined ? -1 : chain.indexOf(said);
  const diagnosis: Diagnosis = right
    ? 'complete'
    : said === undefined
      ? diagnoseWrong(text, theCase.language)
      : reached > 0 && reached < chain.length - 1
        ? 'partway'
        : 'another';
  return {
    score: right ? 1 : 0,
    readable: said !== undefined,
    reason: reasonFor({ right, said, reached, text, puzzle }),
    namedScores: {
      recall: right ? 1 : 0,
      ...(theCase.boxed && { boxed: boxedName(finalText(output)) === wanted ? 1 : 0 }),
    },
    metadata: { diagnosis, ...(choice && { choice }), reached },
  };
}

/** Whom an answer names. */
function givenName(text: string, { task }: AncestralTraceCase, puzzle: AskedPuzzle): Given {
  const { chain, others, strangers, options } = puzzle;
  if (task === 'choice') {
    const named = readChoice(text, options, chain[0]);
    return named === undefined ? {} : { said: options[named]!, choice: LETTERS[named]! };
  }
  // The person asked about is nobody's answer, and named in many: "Ann is the ancestor of Bo".
  const isDown = task === 'descendant';
  const family = isDown ? chain.slice(0, -1) : chain.slice(1);
  const people = [...family, ...others, ...strangers];
  const named = namedAnswer(text, people, isDown ? chain.at(-1) : chain[0]);
  return named === undefined ? {} : { said: people[named]! };
}

/** "Answer: 7", "答案：7", whichever comes last. */
const STATED = /(?:answer|答案)(?:\s+is\b)?[\s:：=*为是]{0,8}(?<number>\d{1,4})(?![\d.])/giu;

/** Which number an answer gives: in its last box, behind "Answer:", or the only one. */
function givenNumber(text: string): Given {
  const boxed = /^\D{0,8}(\d{1,4})\D{0,20}$/u.exec(boxedName(text) ?? '')?.[1];
  const stated = boxed ?? [...text.matchAll(STATED)].at(-1)?.groups?.number;
  const number = stated ?? readNumber(text, { keys: [] }).number;
  return number === undefined ? {} : { said: `${Number(number)}` };
}

interface Judged {
  right: boolean;
  said: string | undefined;
  /** After how many steps of the chain the named person comes; −1 for somebody else. */
  reached: number;
  text: string;
  puzzle: AskedPuzzle;
}

function reasonFor({ right, said, reached, text, puzzle }: Judged): string {
  const steps = puzzle.chain.length - 1;
  if (right) return `${said}, after ${steps} steps`;
  if (said === undefined) {
    return text === '' ? 'empty answer' : `no clear answer (it begins: ${quoted(text)})`;
  }
  if (/^\d+$/.test(puzzle.right)) return `${said} generations instead of ${puzzle.right}`;
  const stranger = puzzle.right === puzzle.chain[0] ? 'not a descendant' : 'not an ancestor';
  const where = reached >= 0 ? `step ${reached} of ${steps}` : stranger;
  return `${said} (${where}) instead of ${puzzle.right}`;
}
