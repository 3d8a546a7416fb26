import { groupBy } from '../group-by.js';
import { mean, sum } from '../numbers.js';
import { byCodeUnits } from '../texts.js';
import { meansOfPrompts } from './prompts.js';
import type { Row } from './rows.js';
import type { CompositePartRow, CompositeRow } from './tables.js';

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
    const weights = sum(parts.map(({ weight }) => weight));
    const total = sum(parts.map(({ score, weight }) => score * weight));
    return { provider: group[0]!.provider, name: nameOf(group[0]!), score: total / weights, parts };
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
  return [...groupBy(rows, ({ composite }) => composite!.part)]
    .map(([part, own]) => {
      const answered = own.filter(({ error }) => error === undefined);
      const scores = meansOfPrompts(answered).map(({ score }) => score);
      return {
        part,
        weight: own[0]!.composite!.weight,
        score: scores.length === 0 ? Number.NaN : mean(scores),
        answers: answered.length,
      };
    })
    .sort((a, b) => a.weight - b.weight || byCodeUnits(a.part, b.part));
}
