import type { Suite } from '../../measuring/plan/suite.js';
import { transformNotes } from '../../measuring/plan/transforms.js';
import { neighbourNotes } from './neighbours.js';

/** What a user should know of a suite before its first call, in sentences. */
export function suiteNotes(suite: Suite): string[] {
  return [...neighbourNotes(suite), ...transformNotes(suite)];
}
