/** Chooses published scores to show next to a benchmark's own. */

import { mean } from '../../base/numbers.js';
import { say } from '../../base/text/language.js';
import type { PublishedTotal } from '../facts/tables/published-rows.js';
import type { BenchmarkRow } from '../facts/tables/tables.js';

/** Measured under the same conditions. */
type Neighbour = PublishedTotal & { recall: number };

/**
 * Returns the next better and the next worse score, and answers by chance. All if there is no recall to compare with, none if
 * it is unknown.
 */
export function neighboursOf(published: readonly PublishedTotal[], recall?: number): Neighbour[] {
  const same = published
    .filter((one): one is Neighbour => one.recall !== undefined && one.differs === undefined)
    .sort((a, b) => b.recall - a.recall);
  if (recall === undefined) return same;
  if (!Number.isFinite(recall)) return [];
  const models = same.filter(({ chance }) => !chance);
  const worse = models.findIndex((one) => one.recall < recall);
  const nearest = worse < 0 ? models.slice(-1) : models.slice(Math.max(0, worse - 1), worse + 1);
  return [...nearest, ...same.filter(({ chance }) => chance)];
}

/** Compares at the lengths that have published scores. */
export function neighboursBeside({ published, recall, byLength }: BenchmarkRow): Neighbour[] {
  const printed = new Set(published.flatMap((one) => one.byLength.map(({ tokens }) => tokens)));
  const own = byLength.filter(({ tokens }) => printed.has(tokens));
  const isPart = own.length > 0 && own.length < byLength.length;
  const byRule = published.find((one) => one.own && !one.differs)?.own?.[0]?.recall;
  const found = isPart ? mean(own.map((one) => one.recall.value)) : recall.value;
  return neighboursOf(published, byRule ?? found);
}

/** For example `Qwen3-8B (8B) (reported by arXiv:2505.09388)`. */
export function reportedModel({
  model,
  reportedBy,
}: Pick<Neighbour, 'model' | 'reportedBy'>): string {
  return reportedBy === undefined ? model : say`${model} (reported by ${reportedBy})`;
}
