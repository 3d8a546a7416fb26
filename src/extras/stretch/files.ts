import { jsonText } from '../../base/safe-output.js';
import { stretchFinding } from './finding.js';
import type { StretchModel, StretchVerdict } from './verdict.js';

/** Leaves out words, prompts and answers, which are in promptfoo's results. */
export function stretchJson({ models, pooled, ...verdict }: StretchVerdict): string {
  const written = (all: readonly StretchModel[]) =>
    all.map(({ tests, ...model }) => ({
      ...model,
      finding: stretchFinding({ ...model, tests }),
      tests: tests.map(({ cells, ...test }) => ({
        ...test,
        cells: cells.map(({ calls: _, ...cell }) => cell),
      })),
    }));
  return jsonText({ ...verdict, pooled: written(pooled), models: written(models) });
}
