/**
 * What commands need of the half that makes prompts, behind asking-door.ts: facts that older results lack, and prompts
 * built again.
 */
export { foreignStoredPrompt as foreignPrompt } from '../assertions/sent-prompt.js';
export { conditionsOf } from '../benchmarks/conditions.js';
export { benchmarkNamed, benchmarkOf, benchmarkOfGenerator } from '../benchmarks/registry.js';
export { gridsOf, isGenerator } from '../generators/battery.js';
export { askedText, promptOf, shownPrompt } from './show/built-prompt.js';
