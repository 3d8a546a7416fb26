/** What a test of `ownDocuments` has besides its prompt: the fields and the assertions of its question. */
import { assertCase, UserError } from '../../case.js';
import type { OwnTest } from '../benchmark.js';
import { type OwnCase, placedDocuments, questionOf } from './documents.js';
import { loadFiles } from './files.js';
import { scoreOwnDocuments } from './score.js';

const TAKEN = ['case', 'prompt', 'context', 'documents'];

/** @throws {UserError} for a field with the name of a var that every test has */
export function testOf(theCase: OwnCase): OwnTest {
  const { answers, assert, fields } = questionOf(theCase);
  const taken = TAKEN.find((name) => name in fields);
  if (taken) {
    throw new UserError(
      `questions: a field of ${theCase.questions.file} is called \`${taken}\`, as a var that every test has. Rename it.`,
    );
  }
  const { documents, gold } = placedDocuments(theCase);
  const cited = gold.map((place) => ({ number: place + 1, id: documents[place]!.id }));
  // promptfoo makes several tests of a list.
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ]);
  const retrieval = {
    type: 'javascript',
    value: 'package:promptfoo-counting-stars:retrieval',
  } as const;
  return {
    vars: { ...Object.fromEntries(texts), gold: JSON.stringify(cited) },
    assert: [...assert, ...(theCase.task === 'retrieved' ? [retrieval] : [])],
    metadata: Object.fromEntries(texts),
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
  const { score } = scoreOwnDocuments(output, theCase);
  const isScored = questionOf(theCase).answers.length > 0;
  const name = found ? 'with the answer' : 'without the answer';
  return {
    pass: true,
    score,
    reason: `the answer is ${found ? '' : 'not '}among the documents`,
    namedScores: { retriever: found ? 1 : 0, ...(isScored && { [name]: score }) },
  };
}
