/**
 * Your own pipeline: questions about documents of your own, at exact lengths. It asks up to what length, or
 * with how many documents, your prompt and your provider still answer.
 *
 * After Lost in the Middle (arXiv:2307.03172): gold documents at chosen depths among others (§2), controls
 * (§2.3), and retrieval results as a retriever ordered them, with recall by their number beside the
 * retriever's own (§5). A text instead of documents is a haystack in which the answer stands already.
 */
import { benchmark } from '../benchmark.js';
import * as cases from './cases.js';
import type { OwnDocumentCase } from './documents.js';
import { conflict, ownDocumentsOptions } from './options.js';
import { scoreOwnDocuments, testOf } from './score.js';

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
