/** How answers of `ownDocuments` are scored, and what a test has besides: fields and assertions of its question. */
import { type Accepted, acceptedAnswer } from '../../answers/accepted-answers.js';
import { withoutRepeated } from '../../answers/texts/repeated.js';
import { finalText } from '../../answers/texts/text-answer.js';
import { assertCase, type Case } from '../../contract/case.js';
import type { OwnTest, Scored } from '../benchmark.js';
import { documentWords } from '../documents/words.js';
import { scoreLookedUp } from '../looked-up.js';
import { task } from './cases.js';
import { type OwnCase, placedDocuments, questionOf } from './documents.js';
import { loadFiles } from './files.js';

/**
 * 1 if the answer gives an accepted answer, as whole words, in its last part that answers, and in none that it repeats
 * of its prompt; else 0. A question without `answers` has no score: its own assertions judge it, and recall leaves it out.
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
  const { absent } = documentWords(theCase.language);
  const text = finalText(output);
  const { documents, gold, positions } = placedDocuments(own);
  const place = { index: gold[0]!, among: documents.length, position: positions[0]! };
  return scoreLookedUp(text, given(text, own), {
    language: theCase.language,
    absent,
    words: { thing: 'the answer', item: 'document' },
    ...(gold.length === 1 && { place }),
  });
}

/** What an answer gives; doubtful where it gives it only in what it repeats of the prompt. */
function given(text: string, own: OwnCase): Accepted {
  const { question, answers } = questionOf(own);
  const { absent, normalise } = documentWords(own.language);
  const { context, documents } = task(own);
  const said = withoutRepeated(text, `${context} ${question}`, documents).replaceAll(
    question,
    '\n',
  );
  const style = { absent, articles: normalise.articles };
  const found = acceptedAnswer(said, answers, style);
  const isOnlyRepeated =
    said !== text && !found.mark && holdsAny(acceptedAnswer(text, answers, style));
  return isOnlyRepeated ? { mark: 0, doubt: 'repeated' } : found;
}

function holdsAny({ mark, doubt }: Accepted): boolean {
  return mark === 1 || doubt !== undefined;
}

const RETRIEVAL = {
  type: 'javascript',
  value: 'package:promptfoo-counting-stars:retrieval',
} as const;

export function testOf(theCase: OwnCase): OwnTest {
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

/**
 * Recall by whether the retriever found the answer, and the retriever's own recall (arXiv:2307.03172, §5), as
 * metrics of promptfoo.
 */
export async function retrievalGrading(output: unknown, given: unknown) {
  assertCase(given);
  const theCase = given as OwnCase;
  await loadFiles(theCase);
  const found = placedDocuments(theCase).gold.length > 0;
  const { score, metadata } = scoreOwnDocuments(output, theCase);
  const name = found ? 'with the answer' : 'without the answer';
  return {
    pass: true,
    score,
    reason: `the answer is ${found ? '' : 'not '}among the documents`,
    namedScores: { retriever: found ? 1 : 0, ...(metadata.scored !== false && { [name]: score }) },
  };
}
