import { neighbourNotes } from './neighbours.js';
import type { Suite } from './suite.js';
import { transformNotes } from './transforms.js';

/** What a user should know of a suite before its first call, in sentences. */
export function suiteNotes(suite: Suite): string[] {
  return [...neighbourNotes(suite), ...transformNotes(suite)];
}
