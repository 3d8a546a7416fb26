import { conditionsOf } from '../benchmarks/conditions.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import type { AskingHalf } from '../contract/asking-half.js';
import type { Case } from '../contract/case.js';
import { gridsOf, isGenerator } from '../generators/grids-of.js';
import { foreignStoredPrompt } from './sent-prompt.js';

/** What this version's benchmarks and generators say of Cases and of stored results. */
export const askingHalf: AskingHalf = {
  conditionsOf,
  foreignPrompt: foreignStoredPrompt,
  marksOf,
  isGenerator,
  gridsOf,
};

function marksOf(theCase: Case): number {
  const benchmark = benchmarkOf(theCase);
  if (benchmark.load && ('published' in theCase || 'questions' in theCase)) return 1;
  return Math.max(1, benchmark.task(theCase).positions.length);
}
