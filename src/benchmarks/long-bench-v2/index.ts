/**
 * LongBench v2 (Bai et al. 2024, arXiv:2412.15204): multiple-choice questions on long texts, written by
 * people so that even experts need minutes for them. Only as the authors' file: the questions are theirs.
 *
 * The prompt is in our own words; `template` takes the authors', whose wording published scores are for.
 */
import type { Benchmark } from '../benchmark.js';
import type { LongBenchCase } from './cases.js';
import * as cases from './cases.js';
import { conflict, type LongBenchOptions, longBenchOptions } from './options.js';
import { scoreLongBench } from './score.js';

export const longBenchV2 = {
  name: 'long-bench-v2',
  generator: 'longBenchV2',
  ...cases,
  options: longBenchOptions,
  conflict,
  score: scoreLongBench,
} as const satisfies Benchmark<LongBenchCase, LongBenchOptions>;
