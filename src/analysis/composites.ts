import { groupBy } from '../group-by.js';
import { mean, sum } from '../numbers.js';
import type { Row } from '../results/rows.js';
import { weightedSum } from '../statistics/differences.js';
import type { Interval } from '../statistics/interval.js';
import { byCodeUnits } from '../text/texts.js';
import { promptsOf } from './prompts.js';
import { type RecallModel, recallOf } from './recall-model.js';
import type { CompositePartRow, CompositeRow } from './tables.js';

/**
 * Composite scores: of prompts that say which part they are of, the weighted mean of the parts' mean
 * scores. All parts of one benchmark, version, variant, language and haystack belong together; parts
 * that have no haystack belong to each.
 *
 * @param rows - answers and errors; an error is no answer
 * @param modelOf - what is known of the reader and series of a row
 */
export function compositeRows(
  rows: readonly Row[],
  modelOf: (row: Row) => RecallModel,
  confidence: number,
): CompositeRow[] {
  const groups = groupBy(
    rows.filter(({ composite }) => composite),
    (row) => JSON.stringify([row.provider, nameOf(row)]),
  );
  return [...groups.values()].flatMap((group) =>
    haystacksOf(group).map((haystack) => {
      const own = group.filter((row) => row.haystack === haystack || row.haystack === '');
      const parts = partsOf(own, modelOf, confidence);
      const weights = sum(parts.map(({ weight }) => weight));
      const hasUnits = parts.every(({ allRight }) => allRight !== undefined);
      return {
        provider: group[0]!.provider,
        name: [nameOf(group[0]!), haystack].filter(Boolean).join(' · '),
        score: within(
          weightedSum(
            parts.map(({ score, weight }) => ({ figure: score, weight: weight / weights })),
          ),
        ),
        ...(hasUnits && {
          allRight: sum(parts.map((part) => part.allRight! * part.weight)) / weights,
        }),
        parts,
      };
    }),
  );
}

/** The haystacks of some rows; none is one where no row has any. */
export function haystacksOf(rows: readonly Row[]): string[] {
  const named = [...new Set(rows.map(({ haystack }) => haystack))].filter((name) => name !== '');
  return named.length === 0 ? [''] : named;
}

export function nameOf({ benchmark, version, composite, language }: Row): string {
  return [benchmark, version, composite?.variant, language].filter(Boolean).join(' · ');
}

/** The parts of one composite score, by weight and name. */
function partsOf(
  rows: readonly Row[],
  modelOf: (row: Row) => RecallModel,
  confidence: number,
): CompositePartRow[] {
  return [...groupBy(rows, ({ composite }) => composite!.part)]
    .map(([part, all]) => {
      const answered = all.filter(({ error }) => error === undefined);
      const share = allRight(answered);
      return {
        part,
        weight: all[0]!.composite!.weight,
        score: partScore(answered, modelOf, confidence),
        answers: answered.length,
        ...(share !== undefined && { allRight: share }),
      };
    })
    .sort((a, b) => a.weight - b.weight || byCodeUnits(a.part, b.part));
}

/** Mean score of a part, whose prompts may be of several series. */
function partScore(
  answered: readonly Row[],
  modelOf: (row: Row) => RecallModel,
  confidence: number,
): Interval {
  if (answered.length === 0) return { value: Number.NaN, low: 0, high: 1 };
  const bySeries = groupBy(answered, modelOf);
  const { low, value, high } = weightedSum(
    [...bySeries].map(([model, own]) => ({
      figure: recallOf(model, promptsOf(own.map(withCredit)), confidence),
      weight: own.length / answered.length,
    })),
  );
  const score = mean(answered.map((row) => row.score));
  return within({ value: score, low: score - (value - low), high: score + (high - value) });
}

/** A row whose marks have the score as their mean: what it is above them is credit for all that is wrong. */
function withCredit(row: Row): Row {
  const recall = mean(row.marks);
  if (row.marks.length === 0 || recall >= row.score) return row;
  const credit = (row.score - recall) / (1 - recall);
  return { ...row, marks: row.marks.map((mark) => Math.min(1, mark + credit * (1 - mark))) };
}

/** An interval of shares. */
function within({ value, low, high }: Interval): Interval {
  return { value, low: Math.max(0, low), high: Math.min(1, high) };
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
