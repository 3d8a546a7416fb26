import { answerText } from '../../answers/answer.js';
import { setAsideReasoning } from '../../answers/reasoning-blocks.js';
import { finalText } from '../../answers/text-answer.js';
import type { Case } from '../../case.js';
import type { Scored } from '../benchmark.js';
import { type LookedUp, scoreLookedUp } from '../looked-up.js';
import {
  type DocumentCase,
  documentsOf,
  goldOf,
  type PromptDocument,
  questionOf,
} from './documents.js';
import { type AnswerStyle, comparableAnswer, holdsAnswer, normaliseAnswer } from './normalise.js';
import { documentWords } from './words.js';

/**
 * Look for an accepted answer, both normalised (arXiv:2307.03172, §2.2), whichever quotation marks
 * and hyphens they have; else for the answer of another document.
 *
 * @example
 * findAnswer('It was Wilhelm Röntgen.', ['Wilhelm Röntgen'], documents, english) // { mark: 1 }
 */
export function findAnswer(
  text: string,
  accepted: readonly string[],
  documents: readonly PromptDocument[],
  style: AnswerStyle,
): LookedUp {
  const comparable = comparableAnswer(text, style);
  if (holdsAnswer(comparable, accepted, style)) return { mark: 1 };
  const other = documents.findIndex(({ answers = [] }) => holdsAnswer(comparable, answers, style));
  return { mark: 0, ...(other >= 0 && { other }) };
}

/**
 * Mark an answer just as the authors' code does: by its first line as it stands, so that nobody
 * scores by copying the documents, and with nothing but SQuAD's normalisation.
 */
export function markFirstLine(
  output: unknown,
  accepted: readonly string[],
  style: AnswerStyle,
): 0 | 1 {
  const text = setAsideReasoning(answerText(output)).trim();
  const line = normaliseAnswer(text.split('\n', 1)[0]!, style);
  return holdsAnswer(line, accepted, style, normaliseAnswer) ? 1 : 0;
}

/** The scoring rule of multi-document question answering. */
export function scoreMultiDocumentQa(output: unknown, theCase: Case): Scored {
  const documentCase = theCase as DocumentCase;
  const { absent, normalise } = documentWords(theCase.language);
  const { answers } = questionOf(documentCase);
  const text = finalText(output);
  const found = findAnswer(text, answers, documentsOf(documentCase), normalise);
  const place = goldOf(documentCase);
  const scored = scoreLookedUp(text, found, {
    language: theCase.language,
    absent,
    words: { thing: 'the answer', item: 'document' },
    ...(place && { place }),
  });
  const firstLine = markFirstLine(output, answers, normalise);
  return { ...scored, namedScores: { ...scored.namedScores, 'first line': firstLine } };
}
