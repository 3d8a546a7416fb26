/**
 * NeedleBench (arXiv:2407.11963): retrieval and reasoning over invented facts hidden in long texts, in
 * English and Chinese, at several lengths and depths.
 *
 * Tasks: S-RT (single-needle retrieval) hides one needle; M-RT (multi-needle retrieval) hides several
 * and asks for all of them in one question; M-RS (multi-needle reasoning) hides two to five facts
 * that answer one question only together. Where several sentences are hidden, the first stands at
 * the depth and the others evenly on the way from there to the end.
 *
 * All tasks have the same number of prompts unless a config says otherwise, and every cell asks for the
 * same needles. The overall score weighs the tasks' mean scores: 0.4, 0.3 and 0.3, or all alike in
 * version 2. The layouts and rules of OpenCompass, where they differ, are options.
 */

import type { FileReference } from '../../base/references.js';
import { benchmark } from '../benchmark.js';
import type { NeedleBenchCase } from './cases.js';
import * as cases from './cases.js';
import { conflict, needleBenchOptions } from './options.js';
import { scoreNeedleBench } from './score.js';

export const needleBench = benchmark<NeedleBenchCase>()({
  name: 'needle-bench',
  hides: true,
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: needleBenchOptions,
  conflict,
  mark: scoreNeedleBench,
  conditions: {
    published: (file, { names }) => ({ facts: factsOf(file ?? names) }),
    names: 'harmless',
  },
});

/** The file that all facts come from, by the digest of its text. */
function factsOf(file: FileReference | undefined): string {
  return file ? `a file of yours ${file.sha256}` : 'ours';
}
