/** Stretched tests in results: all that a report needs. */
export { stretchFiles, stretchJson } from './files.js';
export { stretchDocument } from './stretch-document.js';
export { stretchOf } from './verdict.js';
