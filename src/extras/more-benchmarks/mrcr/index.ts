/**
 * Multi-round co-reference resolution (Vodrahalli et al. 2024, arXiv:2409.12640; as OpenAI published it
 * in 2025, data set openai/mrcr): whether a model tells equal requests of a long conversation apart.
 *
 * A user asks for many pieces of writing; one request is made 2, 4 or 8 times. In the end the model is
 * to repeat what it wrote on the i-th of them, behind a given prefix. Score: 0 without the prefix, else
 * how alike the two texts are. Version 2 (google-deepmind/eval_hub, 2026): one text with examples in front,
 * requests with a style, each made as often as the others, and what stands behind the last prefix is scored.
 */

import type { Answer } from '../../../answers/answer.js';
import { say } from '../../../base/text/language.js';
import { stripped } from '../../../base/text/python-text.js';
import { quoted } from '../../../base/text/texts.js';
import { benchmark, type Marked } from '../../../benchmarks/benchmark.js';
import { emptyReason } from '../../../benchmarks/scoring.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import * as cases from './cases.js';
import { type MrcrCase, wantedFor } from './cases.js';
import { conflict, mrcrOptions } from './options.js';
import { sequenceRatio } from './sequence-matcher.js';

export const mrcr = benchmark<MrcrCase>()({
  name: 'mrcr',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: mrcrOptions,
  conflict,
  repeats: true,
  mark: scoreMrcr,
});

/** An answer this like the reference is it, but for slips of the pen. */
const COMPLETE = 0.95;

/** So much of the beginning of a piece says which one it is, in UTF-16 units. */
const BEGINNING = 40;

/**
 * The scoring rule of openai/mrcr, to the letter of its data card: 0 for an answer that does not begin
 * with the prefix; otherwise prefixes are taken off, and the score is the ratio of Python's
 * SequenceMatcher of answer and reference, in this order.
 */
export function gradeRecall(response: string, answer: string, prefix: string): number {
  if (!response.startsWith(prefix)) return 0;
  const reference = answer.startsWith(prefix) ? answer.slice(prefix.length) : answer;
  return sequenceRatio(response.slice(prefix.length), reference);
}

/**
 * The rule of MRCR v2 (google-deepmind/eval_hub, `run_evaluation.py`): what stands behind the last prefix, wherever
 * that is, without white space around it. The reference is the first text here, and the answer the second.
 */
export function gradeLast(response: string, answer: string, prefix: string): number {
  const at = response.lastIndexOf(prefix);
  if (at < 0) return 0;
  return sequenceRatio(
    stripped(stripped(answer).slice(prefix.length)),
    stripped(response.slice(at + prefix.length)),
  );
}

/**
 * The score of an answer without white space around it, as frameworks take it (NVIDIA-NeMo/Gym); beside
 * it `without prefix`, the same with or without the prefix.
 */
function scoreMrcr(given: Answer, theCase: MrcrCase): Marked {
  const { prefix, answer, position, pieces, right } = wantedFor(theCase);
  const isSecond = theCase.version === 'v2';
  const grade = isSecond ? gradeLast : gradeRecall;
  const text = stripped(given.verbatim);
  const at = isSecond ? text.lastIndexOf(prefix) : text.startsWith(prefix) ? 0 : -1;
  const hasPrefix = at >= 0;
  const behind = hasPrefix ? text.slice(at + prefix.length) : text.replace(prefix, '');
  const piece = behind.trimStart();
  const ratio = grade(text, answer, prefix);
  const loose = hasPrefix ? ratio : grade(prefix + piece, answer, prefix);
  const start = piece.slice(0, BEGINNING);
  const taken =
    start.length < BEGINNING ? -1 : pieces.findIndex((other) => other.startsWith(start));
  const diagnosis: Diagnosis =
    loose >= COMPLETE
      ? 'complete'
      : taken >= 0
        ? taken === right
          ? 'partway'
          : 'another'
        : given.whyWrong(theCase.language);
  const positions = position === undefined ? [] : [position];
  const marks = positions.map(() => ratio);
  const alike = say`${`${(100 * loose).toFixed(1)}%`} alike`;
  const taking =
    diagnosis === 'another' ? say`the piece no. ${taken + 1} instead, ${alike}` : alike;
  return {
    score: ratio,
    ...(!hasPrefix && { inForm: loose }),
    reason:
      diagnosis === 'empty'
        ? emptyReason()
        : hasPrefix
          ? taking
          : isSecond
            ? say`does not have the prefix (without it ${taking}): ${quoted(text)}`
            : say`does not begin with the prefix (without it ${taking}): ${quoted(text)}`,
    namedScores: {
      recall: ratio,
      'without prefix': loose,
      ...(isSecond && { 'prefix first': at === 0 ? ratio : 0 }),
    },
    marks,
    positions,
    metadata: { diagnosis, hasPrefix },
  };
}
