import type { Accepted, Answer } from '../../answers/answer.js';
import type { Case } from '../../contract/case.js';
import type { Doubt } from '../../contract/reading.js';
import type { Marked } from '../benchmark.js';
import { findAnswer } from '../documents/find-answer.js';
import { type AnswerStyle, normaliseAnswer } from '../documents/normalise.js';
import { documentWords } from '../documents/words.js';
import { scoreLookedUp } from '../lists/looked-up.js';
import { type DocumentCase, documentsOf, goldOf, passageQuestion } from './documents.js';

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
