import { readableAnswer } from '../answers/readable-answer.js';
import { languageCode } from '../base/languages.js';
import { say } from '../base/text/language.js';
import { speaking } from '../base/text/speaking.js';
import { type OwnDocumentCase, placedDocuments } from '../benchmarks/own-documents/documents.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { assertCase } from '../contract/case-identity.js';
import { caseIn } from '../contract/case-line.js';
import type { GradingResult } from '../contract/promptfoo.js';
import type { ScoreContext } from './score.js';

/**
 * Recall by whether the retriever found the answer, and the retriever's own recall (arXiv:2307.03172, §5), as
 * metrics of promptfoo.
 */
export async function gradeRetrieval(
  output: unknown,
  { vars, test }: ScoreContext,
): Promise<GradingResult> {
  const given = caseIn(vars, test);
  assertCase(given);
  const theCase = given as OwnDocumentCase;
  const benchmark = benchmarkOf(theCase);
  await benchmark.load?.(theCase);
  const found = placedDocuments(theCase).gold.length > 0;
  const { score, metadata } = benchmark.score(readableAnswer(output), theCase);
  const said = () =>
    found ? say`the answer is among the documents` : say`the answer is not among the documents`;
  const name = found ? 'with the answer' : 'without the answer';
  return {
    pass: true,
    score,
    reason: speaking([languageCode(theCase.language) ?? 'en'], said),
    namedScores: { retriever: found ? 1 : 0, ...(metadata.scored !== false && { [name]: score }) },
  };
}
