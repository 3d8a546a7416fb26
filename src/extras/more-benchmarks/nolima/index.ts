/**
 * NoLiMa (Modarressi et al. 2025, arXiv:2502.05167): a fact about a character is hidden, and the question
 * that asks for the character shares no word with it. Who only searches for the words of the question
 * finds nothing; it takes what everybody knows to see that the fact answers it.
 *
 * Tasks: `one-hop` needs one piece of knowledge (who lives beside the Eiffel Tower has been to Paris),
 * `two-hop` two (… to France); `direct` is a control, which asks in the words of the fact.
 *
 * The recall at 250, 500 and 1000 tokens is the base score; a length counts as held where recall is at
 * least 0.85 of it.
 */
import { benchmark } from '../../../benchmarks/benchmark.js';
import * as cases from './cases.js';
import { conflict, nolimaOptions } from './options.js';
import type { NolimaCase } from './pairs.js';
import { scoreNolima } from './score.js';

export const nolima = benchmark<NolimaCase>()({
  name: 'nolima',
  // Novels tell of Paris and of milk; invented prose tells of none of what is asked.
  hides: 'prose',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: nolimaOptions,
  conflict,
  contains: true,
  mark: scoreNolima,
});
