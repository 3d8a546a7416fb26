/** Stretched tests in results: all that a report needs. */
export { stretchFiles } from './files.js';
export { stretchText } from './text.js';
export { stretchOf } from './verdict.js';
