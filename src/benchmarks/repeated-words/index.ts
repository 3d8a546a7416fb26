/**
 * Repeated words (Hong, Troynikov and Huber, Context Rot, Chroma 2025): whether a model can copy a text
 * that leaves it nothing to understand.
 *
 * The text is one word again and again, with one other word at one place; input and output grow
 * together. Score: how like the copy is to the text, by Levenshtein distance.
 */
import { benchmark } from '../benchmark.js';
import type { RepeatedCase } from './cases.js';
import * as cases from './cases.js';
import { conflict, repeatedOptions } from './options.js';
import { scoreRepeatedWords } from './score.js';

export const repeatedWords = benchmark<RepeatedCase>()({
  name: 'repeated-words',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: repeatedOptions,
  conflict,
  sizeOptions: ['words'],
  repeats: true,
  mark: scoreRepeatedWords,
});
