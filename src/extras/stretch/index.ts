/** Stretched tests: all that their command needs. */
export { callsText, stretchCost, stretchCostText } from './asking/cost.js';
export { HOOK_MARK, hookModule, rehearse } from './asking/rehearsal.js';
export { stretchPage } from './page.js';
export { stretchOf, stretchText } from './stretched-results.js';
