import type { GradingResult } from 'promptfoo';
import { readableAnswer } from '../answers/readable-answer.js';
import { type OwnCase, placedDocuments } from '../benchmarks/own-documents/documents.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { assertCase } from '../contract/case-identity.js';

/**
 * Recall by whether the retriever found the answer, and the retriever's own recall (arXiv:2307.03172, §5), as
 * metrics of promptfoo.
 */
export async function gradeRetrieval(output: unknown, theCase: unknown): Promise<GradingResult> {
  assertCase(theCase);
  const own = theCase as OwnCase;
  const benchmark = benchmarkOf(own);
  await benchmark.load?.(own);
  const found = placedDocuments(own).gold.length > 0;
  const { score, metadata } = benchmark.score(readableAnswer(output), own);
  const name = found ? 'with the answer' : 'without the answer';
  return {
    pass: true,
    score,
    reason: `the answer is ${found ? '' : 'not '}among the documents`,
    namedScores: { retriever: found ? 1 : 0, ...(metadata.scored !== false && { [name]: score }) },
  };
}
