/** Every benchmark, a line each. */

export { agentHistory } from '../extras/agents/agent-history/index.js';
export { ownHistory } from '../extras/agents/own-history/index.js';
export { aggregation } from '../extras/more-benchmarks/aggregation/index.js';
export { ancestralTrace } from '../extras/more-benchmarks/ancestral-trace/index.js';
export { graphWalks } from '../extras/more-benchmarks/graph-walks/index.js';
export { latestValue } from '../extras/more-benchmarks/latest-value/index.js';
export { longBenchPro } from '../extras/more-benchmarks/long-bench-pro/index.js';
export { longBenchV2 } from '../extras/more-benchmarks/long-bench-v2/index.js';
export { mrcr } from '../extras/more-benchmarks/mrcr/index.js';
export { nolima } from '../extras/more-benchmarks/nolima/index.js';
export { repeatedWords } from '../extras/more-benchmarks/repeated-words/index.js';
export { rulerV2 } from '../extras/more-benchmarks/ruler-v2/index.js';
export { countingStars } from './counting-stars/index.js';
export { keyValueRetrieval } from './key-value-retrieval/index.js';
export { multiDocumentQa } from './multi-document-qa/index.js';
export { needleBench } from './needle-bench/index.js';
export { needleInAHaystack } from './needle-in-a-haystack/index.js';
export { ownDocuments } from './own-documents/index.js';
export { ruler } from './ruler/index.js';
