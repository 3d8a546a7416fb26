/**
 * LongBench v2 (Bai et al. 2024, arXiv:2412.15204): multiple-choice questions on long texts, written by
 * people so that even experts need minutes for them. Only as the authors' file: the questions are theirs.
 *
 * The prompt is in our own words; `template` takes the authors', whose wording published scores are for.
 */
import { benchmark } from '../benchmark.js';
import type { LongBenchCase } from './cases.js';
import * as cases from './cases.js';
import { conflict, longBenchOptions } from './options.js';
import { scoreLongBench } from './score.js';

export const longBenchV2 = benchmark<LongBenchCase>()({
  name: 'long-bench-v2',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: longBenchOptions,
  conflict,
  mark: scoreLongBench,
});
