/**
 * Multi-round co-reference resolution (Vodrahalli et al. 2024, arXiv:2409.12640; as OpenAI published it
 * in 2025, data set openai/mrcr): whether a model tells equal requests of a long conversation apart.
 *
 * A user asks for many pieces of writing; one request is made 2, 4 or 8 times. In the end the model is
 * to repeat what it wrote on the i-th of them, behind a given prefix. Score: 0 without the prefix, else
 * how alike the two texts are. Version 2 (google-deepmind/eval_hub, 2026): one text with examples in front,
 * requests with a style, each made as often as the others, and what stands behind the last prefix is scored.
 */
import { benchmark } from '../../../benchmarks/benchmark.js';
import type { MrcrCase } from './cases.js';
import * as cases from './cases.js';
import { conflict, mrcrOptions } from './options.js';
import { scoreMrcr } from './score.js';

export const mrcr = benchmark<MrcrCase>()({
  name: 'mrcr',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: mrcrOptions,
  conflict,
  repeats: true,
  mark: scoreMrcr,
});
