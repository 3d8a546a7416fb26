import type { Accepted, Answer } from '../../answers/answer.js';
import { literal } from '../../base/text/literal.js';
import type { Case } from '../../contract/case.js';
import type { Doubt } from '../../contract/reading.js';
import type { Marked } from '../benchmark.js';
import {
  type AnswerStyle,
  comparableAnswer,
  documentWords,
  normaliseAnswer,
  type Passage,
} from '../documents.js';
import { type LookedUp, scoreLookedUp } from '../looked-up.js';
import { type DocumentCase, documentsOf, goldOf, passageQuestion } from './documents.js';

/**
 * Look for an accepted answer, both normalised (arXiv:2307.03172, §2.2), whichever quotation marks
 * and hyphens they have; else for the answer of another document.
 *
 * @example
 * findAnswer('It was Wilhelm Röntgen.', ['Wilhelm Röntgen'], documents, english) // { mark: 1 }
 */
export function findAnswer(
  answer: Answer,
  accepted: readonly string[],
  documents: readonly (Passage & { answers?: readonly string[] })[],
  style: AnswerStyle,
): LookedUp {
  const plain = answer.saying(answer.plain);
  // Without numbers in words, both texts are equal.
  const comparable = [...new Set([plain.text, plain.inDigits])].map((text) =>
    comparableAnswer(text, style),
  );
  const holds = (answers: readonly string[]) =>
    answers
      .map((value) => answer.plainly(value))
      .some((value) => holdsWhole(comparable, value, style) && plain.asserts(rawPattern(value)));
  if (holds(accepted)) return { mark: 1 };
  const other = documents.findIndex(({ answers = [] }) => holds(answers));
  return { mark: 0, ...(other >= 0 && { other }) };
}

/** Tells whether a text holds an answer, not inside a longer number. An empty one is found nowhere. */
function holdsWhole(comparable: readonly string[], answer: string, style: AnswerStyle): boolean {
  const normal = comparableAnswer(answer, style);
  if (normal === '') return false;
  const whole = new RegExp(`(?:(?<!\\d)|(?!\\d))${literal(normal)}(?:(?!\\d)|(?<!\\d))`, 'u');
  // Texts without it are ruled out sooner like this.
  return comparable.some((text) => text.includes(normal) && whole.test(text));
}

/** Matches an answer in a text as it is. Other spellings may be missed. */
function rawPattern(answer: string): RegExp {
  return new RegExp(literal(answer).replaceAll(' ', '\\s+'), 'giu');
}

/**
 * Marks as the authors do: by the first line alone, with only SQuAD's normalisation, so that copying documents
 * earns nothing. As there, an answer that begins with an empty line is empty, and an accepted answer of which
 * nothing is left stands in every line. After reasoning, it begins with the first word.
 */
export function markFirstLine(
  { verbatim }: Answer,
  accepted: readonly string[],
  style: AnswerStyle,
): 0 | 1 {
  const line = normaliseAnswer(verbatim.slice(0, LONGEST_LINE).split('\n', 1)[0]!, style);
  return accepted.some((answer) => line.includes(normaliseAnswer(answer, style))) ? 1 : 0;
}

function doubtBeside(mark: 0 | 1, { mark: other, doubt }: Accepted): Doubt | undefined {
  if (mark === other) return mark === 1 ? undefined : doubt;
  return mark === 1 ? (doubt ?? 'part') : 'spelling';
}

const LONGEST_LINE = 50_000;

export function scoreMultiDocumentQa(answer: Answer, theCase: Case): Marked {
  const documentCase = theCase as DocumentCase;
  const { absent, normalise } = documentWords(theCase.language);
  const { answers } = passageQuestion(documentCase);
  const found = findAnswer(answer, answers, documentsOf(documentCase), normalise);
  const doubt = doubtBeside(
    found.mark,
    answer.accepted(answers, { absent, articles: normalise.articles }),
  );
  const place = goldOf(documentCase);
  const scored = scoreLookedUp(
    answer,
    { ...found, doubt },
    {
      language: theCase.language,
      absent,
      asked: 'document',
      ...(place && { place }),
    },
  );
  const firstLine = markFirstLine(answer, answers, normalise);
  return { ...scored, namedScores: { ...scored.namedScores, 'first line': firstLine } };
}
