/**
 * Ancestral Trace Challenge: multi-step reasoning over many pieces of evidence (NeedleBench,
 * arXiv:2407.11963, §3.3).
 *
 * A chain of kinship statements, shuffled, leads from one person to the most distant ancestor, who is
 * asked for. Every statement is needed: one that is lost ends the trace too early. R chains are asked
 * about, a multiple choice in four rotations of its options (circular evaluation), so that guessing does
 * not pay. P_step is the share of right answers; the score of the task is Σ P_step · step / Σ step. The
 * statements stand alone, or hidden in a haystack. Other questions, all of which need the whole chain,
 * are those of the second version in OpenCompass.
 */
import { benchmark } from '../../../benchmarks/benchmark.js';
import type { AncestralTraceCase } from './cases.js';
import * as cases from './cases.js';
import { ancestralTraceOptions, conflict } from './options.js';
import { scoreAncestralTrace } from './score.js';

export const ancestralTrace = benchmark<AncestralTraceCase>()({
  name: 'ancestral-trace',
  hides: true,
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: ancestralTraceOptions,
  conflict,
  mark: scoreAncestralTrace,
  // Statements of kinship are worded by us, whatever the names and the template.
  conditions: {
    names: (file) => ({
      names: file ? `a file of yours ${file.sha256}` : 'ours',
      statements: 'ours',
    }),
  },
});
