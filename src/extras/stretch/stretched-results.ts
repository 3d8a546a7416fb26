/** What `report` needs of padded tests. */
export { stretchFiles, stretchJson } from './files.js';
export { stretchDocument } from './stretch-document.js';
export { stretchOf } from './verdict.js';
