import { groupBy } from '../group-by.js';
import { mean, sum } from '../numbers.js';
import { byCodeUnits } from '../texts.js';
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
    const weighted = (value: (part: CompositePartRow) => number) =>
      sum(parts.map((part) => value(part) * part.weight)) / weights;
    const hasUnits = parts.every(({ allRight }) => allRight !== undefined);
    return {
      provider: group[0]!.provider,
      name: nameOf(group[0]!),
      score: weighted(({ score }) => score),
      ...(hasUnits && { allRight: weighted(({ allRight }) => allRight!) }),
      parts,
    };
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
    .map(([part, all]) => {
      const answered = all.filter(({ error }) => error === undefined);
      const share = allRight(answered);
      return {
        part,
        weight: all[0]!.composite!.weight,
        score: answered.length === 0 ? Number.NaN : mean(answered.map(({ score }) => score)),
        answers: answered.length,
        ...(share !== undefined && { allRight: share }),
      };
    })
    .sort((a, b) => a.weight - b.weight || byCodeUnits(a.part, b.part));
}

/**
 * Of draws that are asked in several ways, the share of those with every answer right; nothing where
 * draws are asked once. With four rotations of a multiple choice it is `perf_4` of the original.
 */
function allRight(rows: readonly Row[]): number | undefined {
  if (rows.length === 0 || rows.some(({ unit }) => unit === undefined)) return undefined;
  const units = groupBy(rows, ({ tokens, seed, unit, size }) =>
    JSON.stringify([size === undefined ? tokens : size, seed, unit]),
  );
  const draws = [...units.values()];
  return draws.filter((draw) => draw.every(({ score }) => score === 1)).length / draws.length;
}
