import { groupBy } from '../group-by.js';
import type { Row } from '../results/rows.js';
import { mean } from '../statistics/intervals.js';
import type { CompositePartRow, CompositeRow } from './report-data.js';

/**
 * Composite scores: of prompts that say which part they are of, the weighted mean of the parts' mean
 * scores. All parts of one benchmark, version, variant, language and haystack belong together.
 *
 * @param rows - answers and errors; an error is no answer
 */
export function compositeRows(rows: readonly Row[]): CompositeRow[] {
  const groups = groupBy(
    rows.filter(({ composite }) => composite),
    (row) => JSON.stringify([row.provider, nameOf(row)]),
  );
  return [...groups.values()].map((group) => {
    const parts = partsOf(group);
    const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
    const sum = parts.reduce((total, { score, weight }) => total + score * weight, 0);
    return { provider: group[0]!.provider, name: nameOf(group[0]!), score: sum / weights, parts };
  });
}

function nameOf({ benchmark, version, composite, language, haystack }: Row): string {
  const parts = [
    benchmark,
    version,
    composite?.variant,
    language,
    haystack === '' ? undefined : haystack,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The parts of one composite score, by weight and name. */
function partsOf(rows: readonly Row[]): CompositePartRow[] {
  const parts = new Map<string, { weight: number; scores: number[] }>();
  for (const { composite, score, error } of rows) {
    const { part, weight } = composite!;
    const own = parts.get(part) ?? { weight, scores: [] };
    if (error === undefined) own.scores.push(score);
    parts.set(part, own);
  }
  return [...parts]
    .map(([part, { weight, scores }]) => ({
      part,
      weight,
      score: scores.length === 0 ? Number.NaN : mean(scores),
      prompts: scores.length,
    }))
    .sort((a, b) => a.weight - b.weight || (a.part < b.part ? -1 : 1));
}
