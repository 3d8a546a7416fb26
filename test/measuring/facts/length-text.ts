import type { Reached } from '../../../src/measuring/facts/length-verdict.js';
import { reachCell } from '../../../src/measuring/facts/length-words.js';

/** How far a model is reliable, as cells say it: `64K+`, `16K (not at 32K)`, `inconclusive`. */
export function effectiveLengthText(row: Reached): string {
  const { answer, below } = reachCell(row);
  return below === '' ? answer : `${answer} (${below})`;
}
