/** What the command `stretch` needs. */
export { callsText, stretchCost, stretchCostDocument } from './asking/cost.js';
export { HOOK_MARK, hookModule, rehearse } from './asking/rehearsal.js';
export { stretchDocument, stretchJson, stretchOf } from './stretched-results.js';
