import type { Answer } from '../../answers/answer.js';
import { mean } from '../../base/numbers.js';
import { commas, say, sentences } from '../../base/text/language.js';
import { quoted } from '../../base/text/texts.js';
import type { Doubt } from '../../contract/reading.js';
import type { Marked } from '../benchmark.js';
import { beginningOf } from '../scoring.js';
import * as hidden from './hidden-needles.js';
import { keywordPattern, keywordText } from './keywords.js';
import type { Needle } from './needle-sets.js';

/**
 * For each needle 1 if the answer holds any of its keywords and stands by it, else 0.
 *
 * @example
 * markNeedles('Tangerine, I think', [{ keywords: ['tangerine', 'orange'] }]) // [1]
 */
export function markNeedles(
  answer: Answer,
  needles: readonly Pick<Needle, 'keywords'>[],
): number[] {
  const plain = plainAnswer(answer);
  return needles.map(({ keywords }) =>
    keywords.some((keyword) => isSaid(plain, keyword)) ? 1 : 0,
  );
}

/** Returns why no keyword of a needle is clearly said. */
function doubtOfNeedle(plain: Answer, { keywords }: Pick<Needle, 'keywords'>): Doubt | undefined {
  const patterns = keywords.map((keyword) => keywordPattern(plain.plainly(keyword)));
  const found = patterns.filter((pattern) => pattern.test(plain.text));
  const isRight = (other: string) => patterns.some((pattern) => pattern.test(other));
  const doubts = found.map((pattern) =>
    plain.doubt(new RegExp(pattern, `${pattern.flags}g`), isRight),
  );
  return doubts.includes(undefined) ? undefined : doubts[0];
}

function plainAnswer(answer: Answer): Answer {
  return answer.saying(keywordText(answer.plain));
}

function isSaid(plain: Answer, keyword: string): boolean {
  const pattern = keywordPattern(plain.plainly(keyword));
  return pattern.test(plain.text) && plain.asserts(new RegExp(pattern, `${pattern.flags}g`));
}

/**
 * Everything that is said of an answer to a question about needles, with recall as its score.
 *
 * @param marks - one for each needle, from 0 to 1
 */
export function scoreKeywords(
  answer: Answer,
  theCase: hidden.NeedleCase,
  needles: readonly Needle[] = hidden.needlesOf(theCase),
  marks: readonly number[] = markNeedles(answer, needles),
): Marked {
  const positions = hidden.needlePositions(theCase, needles);
  const recall = mean(marks);
  const taken = takenDistractor(answer, theCase, needles, marks);
  const plain = plainAnswer(answer);
  const doubts = needles.map((needle) => doubtOfNeedle(plain, needle));
  const doubt = doubts.find((why) => why !== undefined);
  const boundary = (mark: number) => mean(marks.map((given, i) => (doubts[i] ? mark : given)));
  const diagnosis =
    recall === 1
      ? 'complete'
      : taken !== undefined
        ? 'distractor'
        : recall > 0
          ? 'scattered'
          : answer.whyWrong(theCase.language, hidden.setOf(theCase).absent);
  return {
    score: recall,
    reason: sentences([
      ...reasonsFor(answer.text, needles, { marks, positions }),
      taken === undefined ? '' : say`"${taken}" is the answer of a distractor.`,
    ]),
    namedScores: { recall },
    marks,
    positions,
    metadata: { diagnosis },
    ...(doubt && { doubt: { why: doubt, low: boundary(0), high: boundary(1) } }),
  };
}

/** Finds the first distractor's answer that replaces a missing one. */
function takenDistractor(
  answer: Answer,
  theCase: hidden.NeedleCase,
  needles: readonly Needle[],
  marks: readonly number[],
): string | undefined {
  const plain = plainAnswer(answer);
  return hidden
    .distractorsOf(theCase, needles)
    .filter(({ like }) => marks[like]! < 1)
    .flatMap(({ keywords }) => keywords)
    .find((keyword) => isSaid(plain, keyword));
}

const LISTED = 5;

function reasonsFor(
  answer: string,
  needles: readonly Needle[],
  { marks, positions }: { marks: readonly number[]; positions: readonly number[] },
): string[] {
  const missing = needles.flatMap(({ name }, i) =>
    marks[i] ? [] : say`${name} at ${Math.round(100 * positions[i]!)}%`,
  );
  if (missing.length === 0) {
    return needles.length === 1
      ? [say`Found: ${quoted(needles[0]!.answer)}`]
      : [say`Found ${needles.length} of ${needles.length} facts.`];
  }
  const said = beginningOf(answer);
  if (needles.length === 1) return [say`Not found: ${quoted(needles[0]!.answer)}`, said];
  const shown = commas(missing.slice(0, LISTED));
  const more = missing.length - LISTED;
  const listed = more > 0 ? say`${shown} and ${more} more` : shown;
  const found = needles.length - missing.length;
  return [say`Found ${found} of ${needles.length} facts.`, say`Missing: ${listed}.`, said];
}
