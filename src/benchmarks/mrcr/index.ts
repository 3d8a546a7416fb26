/**
 * Multi-round co-reference resolution (Vodrahalli et al. 2024, arXiv:2409.12640; as OpenAI published it
 * in 2025, data set openai/mrcr): whether a model tells equal requests of a long conversation apart.
 *
 * A user asks for many pieces of writing; one request is made 2, 4 or 8 times. In the end the model is
 * to repeat what it wrote on the i-th of them, behind a given prefix. Score: 0 without the prefix, else
 * how alike the two texts are. Version 2 (google-deepmind/eval_hub, 2026): one text with examples in front,
 * requests with a style, each made as often as the others, and what stands behind the last prefix is scored.
 */
import type { Benchmark } from '../benchmark.js';
import type { MrcrCase } from './cases.js';
import * as cases from './cases.js';
import { conflict, type MrcrOptions, mrcrOptions } from './options.js';
import { scoreMrcr } from './score.js';

export const mrcr = {
  name: 'mrcr',
  generator: 'mrcr',
  ...cases,
  options: mrcrOptions,
  conflict,
  repeats: true,
  score: scoreMrcr,
} as const satisfies Benchmark<MrcrCase, MrcrOptions>;
