import { namedAnswer, readChoice } from '../../answers/choice.js';
import type { Diagnosis } from '../../answers/diagnoses.js';
import { diagnoseWrong, finalText, quoted } from '../../answers/text-answer.js';
import type { Case } from '../../case.js';
import type { Scored } from '../benchmark.js';
import { type AncestralTraceCase, LETTERS, puzzleOf } from './cases.js';

/**
 * The scoring rule of the Ancestral Trace Challenge (NeedleBench, arXiv:2407.11963, §3.3): whether
 * the most distant ancestor was named. Shares per step and their weighted mean are the report's.
 *
 * @param output - the model's answer, text or parsed JSON
 */
export function scoreAncestralTrace(output: unknown, theCase: Case): Scored {
  const { chain, others, strangers, eldest, options } = puzzleOf(theCase as AncestralTraceCase);
  const text = finalText(output);
  const isChoice = options.length > 0;
  // The person asked about is nobody's answer, and named in many: "Ann is the ancestor of Bo".
  const people = isChoice ? options : [...chain.slice(1), ...others, ...strangers];
  const named = isChoice ? readChoice(text, people) : namedAnswer(text, people);
  const name = people[named ?? -1];
  const right = name === eldest;
  const reached = name === undefined ? -1 : chain.indexOf(name);
  const diagnosis: Diagnosis = right
    ? 'complete'
    : name === undefined
      ? diagnoseWrong(text, theCase.language)
      : reached > 0
        ? 'partway'
        : 'another';
  const steps = chain.length - 1;
  return {
    score: right ? 1 : 0,
    readable: name !== undefined,
    reason: reasonFor({ right, name, reached, steps, eldest, text }),
    namedScores: { recall: right ? 1 : 0 },
    metadata: {
      diagnosis,
      ...(isChoice && named !== undefined && { choice: LETTERS[named] }),
      reached,
    },
  };
}

interface Judged {
  right: boolean;
  name: string | undefined;
  /** After how many steps of the chain the named person comes; −1 for somebody else. */
  reached: number;
  steps: number;
  eldest: string;
  text: string;
}

function reasonFor({ right, name, reached, steps, eldest, text }: Judged): string {
  if (right) return `${name}, after ${steps} steps`;
  if (name === undefined) {
    return text === '' ? 'empty answer' : `no clear answer (it begins: ${quoted(text)})`;
  }
  const where = reached >= 0 ? `step ${reached} of ${steps}` : 'not an ancestor';
  return `${name} (${where}) instead of ${eldest}`;
}
