/**
 * Your own pipeline: questions about documents of your own, at exact lengths. It asks up to what length, or
 * with how many documents, your prompt and your provider still answer.
 *
 * After Lost in the Middle (arXiv:2307.03172): gold documents at chosen depths among others (§2), controls
 * (§2.3), and retrieval results as a retriever ordered them, with recall by their number beside the
 * retriever's own (§5). A text instead of documents is a haystack in which the answer stands already.
 */

import type { Accepted, Answer } from '../../answers/answer.js';
import { say } from '../../base/text/language.js';
import type { Case } from '../../contract/case.js';
import { benchmark, type Marked, type OwnTest } from '../benchmark.js';
import { documentWords } from '../documents.js';
import { scoreLookedUp } from '../looked-up.js';
import * as cases from './cases.js';
import { task } from './cases.js';
import { type OwnDocumentCase, placedDocuments, questionOf } from './documents.js';
import { conflict, ownDocumentsOptions } from './options.js';

export const ownDocuments = benchmark<OwnDocumentCase>()({
  name: 'own-documents',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: ownDocumentsOptions,
  conflict,
  sizeOptions: ['counts'],
  mark: scoreOwnDocuments,
  testOf,
});

/**
 * Gives 1 for an accepted answer, as whole words, in the part that answers and not repeated from the prompt. A
 * question without `answers` is judged by its own assertions alone, and recall leaves it out.
 */
function scoreOwnDocuments(answer: Answer, theCase: Case): Marked {
  const own = theCase as OwnDocumentCase;
  const { answers } = questionOf(own);
  if (answers.length === 0) {
    return {
      score: 1,
      readable: true,
      reason: say`not scored: the question has no \`answers\``,
      namedScores: {},
      marks: [],
      metadata: { scored: false },
    };
  }
  const { absent } = documentWords(theCase.language);
  const { documents, gold, positions } = placedDocuments(own);
  const place = { index: gold[0]!, among: documents.length, position: positions[0]! };
  return scoreLookedUp(answer, given(answer, own), {
    language: theCase.language,
    absent,
    asked: 'document',
    ...(gold.length === 1 && { place }),
  });
}

/** Reads an answer. It is doubtful if only a repetition of the prompt gives it. */
function given(answer: Answer, own: OwnDocumentCase): Accepted {
  const { question, answers } = questionOf(own);
  const { absent, normalise } = documentWords(own.language);
  const { context, documents } = task(own);
  const ownWords = answer.withoutRepeated(`${context} ${question}`, documents);
  const said = ownWords.saying(ownWords.text.replaceAll(question, '\n'));
  const style = { absent, articles: normalise.articles };
  const found = said.accepted(answers, style);
  if (said.text === answer.text || found.mark) return found;
  const { mark, doubt } = answer.accepted(answers, style);
  return mark === 1 || doubt ? { mark: 0, doubt: 'repeated' } : found;
}

const RETRIEVAL = {
  type: 'javascript',
  value: 'package:promptfoo-counting-stars:retrieval',
} as const;

function testOf(theCase: OwnDocumentCase): OwnTest {
  const { answers, assert, fields } = questionOf(theCase);
  const { documents, gold } = placedDocuments(theCase);
  const cited = gold.map((place) => ({ number: place + 1, id: documents[place]!.id }));
  return {
    vars: { ...fields, gold: JSON.stringify(cited) },
    assert: [...assert, ...(theCase.task === 'retrieved' ? [RETRIEVAL] : [])],
    metadata: fields,
    scored: answers.length > 0,
  };
}
