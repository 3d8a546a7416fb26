import type { Suite } from '../../measuring/planning/expand-suite.js';
import { transformNotes } from '../../measuring/planning/transforms.js';
import { formNotes } from './form-notes.js';
import { neighbourNotes } from './neighbours.js';

/** What a user should know of a suite before its first call, in sentences. */
export function suiteNotes(suite: Suite): string[] {
  return [...formNotes(suite), ...neighbourNotes(suite), ...transformNotes(suite)];
}
