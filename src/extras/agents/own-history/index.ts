/**
 * Your own sessions: what an agent recorded, at growing lengths, with and without a compaction. Values in results of
 * tools are replaced in place by others of the same shape, and asked for, so that nothing in a window looks planted,
 * nobody can guess an answer, and the values themselves never leave the machine.
 */
import { benchmark } from '../../../benchmarks/benchmark.js';
import * as cases from './cases.js';
import { conflict, ownHistoryOptions } from './options.js';
import { scoreSession } from './score.js';
import type { SessionCase } from './window.js';

export const ownHistory = benchmark<SessionCase>()({
  name: 'own-history',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: ownHistoryOptions,
  conflict,
  mark: scoreSession,
});
