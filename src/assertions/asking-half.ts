import { conditionsOf } from '../benchmarks/conditions.js';
import type { AskingHalf } from '../contract/asking-half.js';
import { gridsOf, isGenerator } from '../generators/grids-of.js';
import { foreignStoredPrompt } from './sent-prompt.js';

/** What this version's benchmarks and generators say of Cases and of stored results. */
export const askingHalf: AskingHalf = {
  conditionsOf,
  foreignPrompt: foreignStoredPrompt,
  isGenerator,
  gridsOf,
};
