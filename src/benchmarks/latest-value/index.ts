/**
 * Latest value (PI-LLM: Wang and Sun, Unable to Forget, arXiv:2506.08184): whether a model still knows the
 * current value of keys that are updated again and again.
 *
 * A stream of updates `key: value`; the question asks for the last value of every key, one mark each. The
 * paper's main grid has 46 keys of 2 to 400 updates, so interference and length grow together.
 */
import { benchmark } from '../benchmark.js';
import * as cases from './cases.js';
import { conflict, latestValueOptions } from './options.js';
import { scoreLatestValue } from './score.js';
import type { LatestValueCase } from './stream.js';

export const latestValue = benchmark<LatestValueCase>()({
  name: 'latest-value',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: latestValueOptions,
  conflict,
  mark: scoreLatestValue,
});
