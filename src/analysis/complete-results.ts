/** Whether results are all that they should be: every shard, every prompt, and each once. */
import { assertOneGrid, assertWholeGrids, gapTexts } from '../results/grids.js';
import type { Row } from '../results/rows.js';
import { settled } from '../results/settled.js';
import { assertAllShards, missingShardsText } from '../results/shards.js';
import type { ReportData } from './tables.js';

/**
 * Refuse results that are not one whole evaluation.
 *
 * @throws {UserError} naming what is missing, or does not belong together
 */
export function assertComplete(rows: readonly Row[]): void {
  assertOneGrid(settled(rows));
  assertAllShards(rows);
  assertWholeGrids(rows);
}

/**
 * What a reader of a report must know: a sentence for each thing that is missing.
 *
 * @param written - how names from outside are written where the text goes
 */
export function incompleteTexts(
  { missingShards, gaps }: Pick<ReportData, 'missingShards' | 'gaps'>,
  written?: (name: string) => string,
): string[] {
  const shards = missingShardsText(missingShards);
  return [...(shards === undefined ? [] : [shards]), ...gapTexts(gaps, written)];
}
