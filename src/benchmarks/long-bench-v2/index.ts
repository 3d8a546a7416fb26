/**
 * LongBench v2 (Bai et al. 2024, arXiv:2412.15204): multiple-choice questions on long texts, written by
 * people so that even experts need minutes for them. Only as the authors' file: the questions are theirs.
 *
 * The prompt is in our own words; `template` takes the authors', whose wording published scores are for.
 */
import type { Benchmark } from '../benchmark.js';
import { cases, describe, type LongBenchCase, load, reading, task } from './cases.js';
import { conflict, type LongBenchOptions, longBenchOptions } from './options.js';
import { scoreLongBench } from './score.js';

export const longBenchV2 = {
  name: 'long-bench-v2',
  generator: 'longBenchV2',
  options: longBenchOptions,
  conflict,
  cases,
  load,
  task,
  describe,
  score: scoreLongBench,
  reading,
} as const satisfies Benchmark<LongBenchCase, LongBenchOptions>;
