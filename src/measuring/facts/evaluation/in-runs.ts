/** Splits sources into runs of a grid. */

import { copiedSources, withoutCopies } from './copies.js';
import { type Evaluation, evaluationOf } from './evaluation.js';
import type { ChosenMeasures } from './measures.js';
import { askedSeveralWays } from './models.js';
import { originOf, overlapOf, type RunPart, rowsOf, runsOf, type Source } from './runs.js';
import { asSent } from './sent-lengths.js';

/**
 * Splits sources, in order, into runs. A source joins the first run without an answer to any of its Cases, as
 * shards and retries do, else begins a run. A mere copy is none. Models have one name in all runs.
 *
 * @param isHistory - whether sources that only ask the same cells again are runs of their own, since one run
 * alone would say nothing
 */
export function inRuns(
  sources: readonly Source[],
  measures?: ChosenMeasures,
  { isHistory = false } = {},
): Evaluation[] {
  const parts = withoutCopies(sources);
  const found = runsOf(parts);
  const runs =
    isHistory && found.length === 1 && areRemade(parts)
      ? parts.map((part) => ({ parts: [part], copies: part.copies }))
      : found;
  const more = { measures, ...overlapOf(runs), copied: copiedSources(parts) };
  const severalWays = askedSeveralWays(sources.flatMap(({ rows }) => rows));
  return runs.map((run) => {
    const origin = originOf(run.parts.map(({ source }) => source));
    return evaluationOf(
      asSent(rowsOf(run.parts)),
      { ...origin, ...more, copies: run.copies },
      severalWays,
    );
  });
}

const DIGESTS = /\.[0-9a-f]+-[0-9a-z]+$/;

/**
 * Tells whether sources ask for the same cells with different prompts, as after a change of tokenizer or
 * haystack. Parts of one run may look so too, so this is only a last resort.
 */
function areRemade(parts: readonly RunPart[]): boolean {
  if (parts.some(({ rows }) => rows.some(({ shard }) => shard !== undefined))) return false;
  const [ids, cells] = [new Set<string>(), new Set<string>()];
  let isSameCell = false;
  for (const { source } of parts) {
    const own = [...new Set(source.rows.map(({ id }) => id))];
    const ownCells = new Set(own.map((id) => id.replace(DIGESTS, '')));
    if (own.some((id) => ids.has(id))) return false;
    isSameCell ||= [...ownCells].some((cell) => cells.has(cell));
    for (const id of own) ids.add(id);
    for (const cell of ownCells) cells.add(cell);
  }
  return isSameCell;
}
