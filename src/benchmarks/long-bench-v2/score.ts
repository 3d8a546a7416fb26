import { readChoice } from '../../answers/choices/choice.js';
import { LETTERS } from '../../answers/choices/letters.js';
import type { Diagnosis } from '../../answers/diagnoses.js';
import { diagnoseWrong, finalText, quoted } from '../../answers/texts/text-answer.js';
import type { Scored } from '../benchmark.js';
import { choicesOf, type LongBenchCase, questionOf } from './cases.js';

/**
 * The letter that the authors' code reads: behind "The correct answer is", first of all in brackets.
 *
 * @returns nothing for any other wording
 */
export function statedLetter(text: string): string | undefined {
  const plain = text.replaceAll('*', '');
  return (
    /The correct answer is \(([A-D])\)/.exec(plain)?.[1] ??
    /The correct answer is ([A-D])/.exec(plain)?.[1]
  );
}

/**
 * The scoring rule of LongBench v2: whether the letter stated is the right one. Beside it `anywhere`,
 * the same for a letter in any wording.
 */
export function scoreLongBench(output: unknown, theCase: LongBenchCase): Scored {
  const question = questionOf(theCase);
  const text = finalText(output);
  const stated = statedLetter(text);
  const chosen = stated ?? LETTERS[readChoice(text, choicesOf(question)) ?? -1];
  const score = stated === question.answer ? 1 : 0;
  const anywhere = chosen === question.answer ? 1 : 0;
  const diagnosis: Diagnosis =
    anywhere === 1
      ? 'complete'
      : chosen !== undefined
        ? 'another'
        : diagnoseWrong(text, theCase.language);
  const format =
    stated !== undefined ? 'as asked' : chosen !== undefined ? 'elsewhere' : 'no letter';
  return {
    score,
    readable: chosen !== undefined,
    reason:
      text === ''
        ? 'empty answer'
        : chosen === undefined
          ? `no letter: ${quoted(text)}`
          : `${chosen}, ${anywhere === 1 ? 'which is right' : `and ${question.answer} is right`}` +
            (stated === undefined ? ', but not in the form asked for' : ''),
    namedScores: { recall: score, anywhere },
    metadata: { diagnosis, format, ...(chosen !== undefined && { choice: chosen }) },
  };
}
