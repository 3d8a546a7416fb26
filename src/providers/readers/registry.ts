import { documentReader } from './documents.js';
import { keyValueReader } from './key-value.js';
import { kinshipReader } from './kinship.js';
import { needleBenchReader, needleReader } from './needles.js';
import type { Reader } from './reader.js';
import { starReader } from './stars.js';

/** How the prompts of each benchmark are read. */
export const READERS: readonly Reader[] = [
  starReader,
  keyValueReader,
  documentReader,
  kinshipReader,
  needleReader,
  needleBenchReader,
];
