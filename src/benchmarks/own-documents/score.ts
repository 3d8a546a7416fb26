import { finalText } from '../../answers/texts/text-answer.js';
import type { Case } from '../../case.js';
import type { Scored } from '../benchmark.js';
import { findAnswer } from '../documents/find-answer.js';
import { documentWords } from '../documents/words.js';
import { scoreLookedUp } from '../looked-up.js';
import { type OwnCase, placedDocuments, questionOf } from './documents.js';

/**
 * 1 if an accepted answer stands in the answer, else 0, as in Lost in the Middle (arXiv:2307.03172, §2.2). A
 * question without `answers` has no score: its own assertions judge it, and recall leaves it out.
 */
export function scoreOwnDocuments(output: unknown, theCase: Case): Scored {
  const own = theCase as OwnCase;
  const { answers } = questionOf(own);
  if (answers.length === 0) {
    return {
      score: 1,
      readable: true,
      reason: 'not scored: the question has no `answers`',
      namedScores: {},
      metadata: { scored: false, marks: [], positions: [] },
    };
  }
  const { absent, normalise } = documentWords(theCase.language);
  const text = finalText(output);
  const { documents, gold } = placedDocuments(own);
  const index = gold[0]!;
  const position = own.cell.depth ?? index / Math.max(1, documents.length - 1);
  return scoreLookedUp(text, findAnswer(text, answers, [], normalise), {
    language: theCase.language,
    absent,
    words: { thing: 'the answer', item: 'document' },
    ...(gold.length === 1 && { place: { index, among: documents.length, position } }),
  });
}
