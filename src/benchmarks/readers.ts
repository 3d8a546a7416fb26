import { kinshipReader } from './ancestral-trace/reader.js';
import { starReader } from './counting-stars/reader.js';
import { keyValueReader } from './key-value-retrieval/reader.js';
import { documentReader } from './multi-document-qa/reader.js';
import { needleBenchReader, needleReader } from './needles/reader.js';
import type { Reader } from './reader.js';

/** How the prompts of each benchmark are read. */
export const READERS: readonly Reader[] = [
  starReader,
  keyValueReader,
  documentReader,
  kinshipReader,
  needleReader,
  needleBenchReader,
];
