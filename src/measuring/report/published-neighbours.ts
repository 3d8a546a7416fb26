/** Which published scores stand beside a benchmark's own. */

import { shareText } from '../output/words.js';
import type { PublishedTotal } from '../tables/published-scores.js';
import type { BenchmarkRow } from '../tables/tables.js';

/** A model whose score can be compared. */
type Neighbour = PublishedTotal & { recall: number };

/**
 * Of the models that were measured under the same conditions, the next better and the next worse than a
 * recall; all of them where none is given, and none beside one that is not known.
 */
export function neighboursOf(published: readonly PublishedTotal[], recall?: number): Neighbour[] {
  const same = published
    .filter((one): one is Neighbour => one.recall !== undefined && one.differs === undefined)
    .sort((a, b) => b.recall - a.recall);
  if (recall === undefined) return same;
  if (!Number.isFinite(recall)) return [];
  const worse = same.findIndex((one) => one.recall < recall);
  if (worse < 0) return same.slice(-1);
  return same.slice(Math.max(0, worse - 1), worse + 1);
}

/** Neighbours in a few words: `Yi (34B) 0.873, GLM4 (9B) 0.861`; nothing where there are none. */
export function neighboursText({ published, recall }: BenchmarkRow): string {
  return neighboursOf(published, recall.value)
    .map((one) => `${one.model} ${shareText(one.recall)}`)
    .join(', ');
}
