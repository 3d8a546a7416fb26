/**
 * Counting-Stars: a multi-evidence test of long-context models (arXiv:2403.11802).
 *
 * M sentences of the form "the little penguin counted 3 ★" are scattered evenly over a long text,
 * and the model is asked to list all the numbers (§2.1). Counting-Stars-(M-N) has M stars and N
 * context lengths, k/N of the longest for k = 1…N. So one prompt tests M positions at once.
 *
 * Tasks: `acquisition` lists the counts; in `reasoning` each count is first mistaken and then put
 * right; `sum` asks for the total (the paper's ★★, §3.5); in `corrections` some sentences correct
 * themselves or the one before (announced in the paper's first README).
 */

import { benchmark } from '../benchmark.js';
import * as cases from './cases.js';
import { conflict, countingStarsOptions, ofVersion } from './options.js';
import { scoreStars } from './score.js';
import type { CountingStarsCase } from './stars.js';

export const countingStars = benchmark<CountingStarsCase>()({
  name: 'counting-stars',
  hides: true,
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: countingStarsOptions,
  conflict,
  ofVersion,
  sizeOptions: ['perToken'],
  mark: scoreStars,
});
