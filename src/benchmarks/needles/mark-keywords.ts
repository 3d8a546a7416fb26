/** What the rules for needles share: which needles an answer tells, and what went wrong with it. */

import { type Doubt, doubtful, doubtOf, withDoubt } from '../../answers/second-look.js';
import { isAsserted } from '../../answers/texts/asserted.js';
import { plainWriting } from '../../answers/texts/plain-writing.js';
import { diagnoseWrong, quoted } from '../../answers/texts/text-answer.js';
import { mean } from '../../base/numbers.js';
import type { Scored } from '../benchmark.js';
import { recallByQuarter } from '../quarters.js';
import {
  distractorsOf,
  type NeedleCase,
  needlePositions,
  needlesOf,
  setOf,
} from './hidden-needles.js';
import { keywordPattern, plainText } from './keywords.js';
import type { Needle } from './needle-sets.js';

/**
 * For each needle 1 if the answer holds any of its keywords and stands by it, else 0.
 *
 * @example
 * markNeedles('Tangerine, I think', [{ keywords: ['tangerine', 'orange'] }]) // [1]
 */
export function markNeedles(
  answer: string,
  needles: readonly Pick<Needle, 'keywords'>[],
): number[] {
  const plain = plainText(plainWriting(answer));
  return needles.map(({ keywords }) =>
    keywords.some((keyword) => isSaid(plain, keyword)) ? 1 : 0,
  );
}

/** Why it is doubtful whether an answer tells a needle: of none of its keywords is it clear. */
function doubtOfNeedle(plain: string, { keywords }: Pick<Needle, 'keywords'>): Doubt | undefined {
  const patterns = keywords.map((keyword) => keywordPattern(plainWriting(keyword)));
  const found = patterns.filter((pattern) => pattern.test(plain));
  const isRight = (other: string) => patterns.some((pattern) => pattern.test(other));
  const doubts = found.map((pattern) =>
    doubtOf(plain, new RegExp(pattern, `${pattern.flags}g`), isRight),
  );
  return doubts.includes(undefined) ? undefined : doubts[0];
}

/** Whether an answer holds a keyword, and stands by it. */
function isSaid(plain: string, keyword: string): boolean {
  const pattern = keywordPattern(plainWriting(keyword));
  return pattern.test(plain) && isAsserted(plain, new RegExp(pattern, `${pattern.flags}g`));
}

/**
 * Everything that is said of an answer to a question about needles, with recall as its score.
 *
 * @param marks - one for each needle, from 0 to 1
 */
export function scoreKeywords(
  answer: string,
  theCase: NeedleCase,
  needles: readonly Needle[] = needlesOf(theCase),
  marks: readonly number[] = markNeedles(answer, needles),
): Scored {
  const positions = needlePositions(theCase, needles);
  const recall = mean(marks);
  const taken = takenDistractor(answer, theCase, needles, marks);
  const plain = plainText(plainWriting(answer));
  const doubts = needles.map((needle) => doubtOfNeedle(plain, needle));
  const doubt = doubts.find((one) => one !== undefined);
  const boundary = (mark: number) => mean(marks.map((one, i) => (doubts[i] ? mark : one)));
  const diagnosis =
    recall === 1
      ? 'complete'
      : taken !== undefined
        ? 'distractor'
        : recall > 0
          ? 'scattered'
          : diagnoseWrong(answer, theCase.language, setOf(theCase).absent);
  return {
    score: recall,
    readable: answer !== '',
    reason: withDoubt(
      reasonFor(answer, needles, { marks, positions }) +
        (taken === undefined ? '' : `; "${taken}" is the answer of a distractor`),
      doubt,
    ),
    namedScores: { recall, ...recallByQuarter(marks, positions) },
    metadata: {
      diagnosis,
      marks,
      positions,
      ...(doubt && doubtful(doubt, boundary(0), boundary(1))),
    },
  };
}

/** The first answer of a distractor that stands in the place of one that is not there. */
function takenDistractor(
  answer: string,
  theCase: NeedleCase,
  needles: readonly Needle[],
  marks: readonly number[],
): string | undefined {
  const plain = plainText(plainWriting(answer));
  return distractorsOf(theCase, needles)
    .filter(({ like }) => marks[like]! < 1)
    .flatMap(({ keywords }) => keywords)
    .find((keyword) => isSaid(plain, keyword));
}

/** At most this many missing needles are listed by name. */
const LISTED = 5;

function reasonFor(
  answer: string,
  needles: readonly Needle[],
  { marks, positions }: { marks: readonly number[]; positions: readonly number[] },
): string {
  const missing = needles.flatMap(({ name }, i) =>
    marks[i] ? [] : [`${name} at ${Math.round(100 * positions[i]!)} %`],
  );
  if (missing.length === 0) {
    return needles.length === 1
      ? `found: ${quoted(needles[0]!.answer)}`
      : `${needles.length}/${needles.length} needles`;
  }
  const said = answer === '' ? 'empty answer' : `the answer begins: ${quoted(answer)}`;
  if (needles.length === 1) return `not found: ${quoted(needles[0]!.answer)}; ${said}`;
  const more = missing.length > LISTED ? ` and ${missing.length - LISTED} more` : '';
  const listed = missing.slice(0, LISTED).join(', ') + more;
  return `${needles.length - missing.length}/${needles.length} needles; missing ${listed}; ${said}`;
}
