/**
 * Multi-document question answering of Lost in the Middle (arXiv:2307.03172, §2): how well a model uses
 * each place of its context to answer a question.
 *
 * The context is k documents, exactly one of which holds the answer; it stands at a chosen index. The
 * paper has 10, 20 and 30 documents of Wikipedia. Two controls: `closed-book` gives no documents, which
 * shows what the model knows anyway, and `oracle` gives the right one alone (§2.3, Table 1). With
 * query-aware contextualization (§4.2) the question stands before the documents, too. Random order of
 * the distractors is the paper's Appendix C.
 */
import { benchmark } from '../benchmark.js';
import * as cases from './cases.js';
import type { DocumentCase } from './documents.js';
import { conflict, documentOptions } from './options.js';
import { scoreMultiDocumentQa } from './score.js';

export const multiDocumentQa = benchmark<DocumentCase>()({
  name: 'multi-document-qa',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: documentOptions,
  conflict,
  mark: scoreMultiDocumentQa,
});
