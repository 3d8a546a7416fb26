import { jsonText } from '../../base/safe-output.js';
import { stretchFinding } from './finding.js';
import type { StretchVerdict } from './verdict.js';

/** What `report` needs of padded tests. */
export { stretchDocument } from './stretch-document.js';
export { stretchOf } from './verdict.js';

/** Leaves out words, prompts and answers, which are in promptfoo's results. */
export function stretchJson({ models, ...verdict }: StretchVerdict): string {
  const written = models.map(({ tests, ...model }) => ({
    ...model,
    finding: stretchFinding({ ...model, tests }),
    tests: tests.map(({ cells, ...test }) => ({
      ...test,
      cells: cells.map(({ calls: _, ...cell }) => cell),
    })),
  }));
  return jsonText({ ...verdict, models: written });
}
