import { jsonText } from '../../base/safe-output.js';
import { stretchFinding } from './finding.js';
import type { StretchReader, StretchVerdict } from './verdict.js';

/** Leaves out words, prompts and answers, which are in promptfoo's results. */
export function stretchJson({ readers, pooled, ...verdict }: StretchVerdict): string {
  const written = (all: readonly StretchReader[]) =>
    all.map(({ tests, ...reader }) => ({
      ...reader,
      finding: stretchFinding({ ...reader, tests }),
      tests: tests.map(({ cells, ...test }) => ({
        ...test,
        cells: cells.map(({ calls: _, ...cell }) => cell),
      })),
    }));
  return jsonText({ ...verdict, pooled: written(pooled), readers: written(readers) });
}
