import { DEFAULT_THRESHOLD } from '../case.js';
import { append } from '../extremes.js';
import { groupBy } from '../group-by.js';
import { ascending } from '../numbers.js';
import { gridGaps } from '../results/grids.js';
import { type Row, seriesKey, withCommonLengths, withPromptNames } from '../results/rows.js';
import { settled } from '../results/settled.js';
import { missingShards } from '../results/shards.js';
import { CONFIDENCE } from '../statistics/interval.js';
import { byCodeUnits } from '../text/texts.js';
import { benchmarkRows } from './benchmarks.js';
import { comparisonRows } from './comparisons.js';
import { compositeRows } from './composites.js';
import { cellRows, positionRows, positionsOf } from './places.js';
import { publishedScores } from './published-scores.js';
import { bandOf, type RecallModel, recallModel } from './recall-model.js';
import { compareRows, describeSeries } from './series.js';
import { isFailure, lengthRow, summaryRow } from './summary.js';
import type {
  DiagnosisRow,
  ErrorRow,
  FailureRow,
  ReportData,
  ReportOptions,
  Series,
} from './tables.js';

export const DEFAULT_OPTIONS: ReportOptions = {
  threshold: DEFAULT_THRESHOLD,
  confidence: CONFIDENCE,
};

/**
 * Compute all tables of a report. Equal rows and options give equal tables, in whatever order the
 * rows come.
 */
export function analyse(
  rows: readonly Row[],
  options: ReportOptions = DEFAULT_OPTIONS,
): ReportData {
  const ordered = withPromptNames(withCommonLengths(settled(rows))).sort(compareRows);
  const groups = [...groupBy(ordered, seriesKey).values()];
  const series = groups.map((group) => describeSeries(group, groups));
  const missing = missingShards(ordered);
  const gaps = gridGaps(rows);
  const providers = [...new Set(ordered.map(({ provider }) => provider))].sort(byCodeUnits);
  const known = groups.map((group) => {
    const byProvider = groupBy(group, ({ provider }) => provider);
    return providers.flatMap((provider) => {
      const rows = byProvider.get(provider);
      return rows ? [{ provider, rows, model: recallModel(rows, options) }] : [];
    });
  });
  const models = new Map(
    known.flat().map(({ rows, model }) => [modelKey(rows[0]!), model] as const),
  );
  const data: ReportData = {
    format: 1,
    options,
    series,
    providers,
    ...(missing.length > 0 && { missingShards: missing }),
    ...(gaps.length > 0 && { gaps }),
    benchmarks: benchmarkRows(ordered, (row) => models.get(modelKey(row))!, options),
    summary: [],
    comparisons: comparisonRows(
      series.flatMap(({ id, control }, i) =>
        control
          ? []
          : {
              series: id,
              models: new Map(known[i]!.map(({ provider, model }) => [provider, model])),
            },
      ),
      options.confidence,
    ),
    composites: compositeRows(ordered, (row) => models.get(modelKey(row))!, options.confidence),
    lengths: [],
    curves: [],
    positions: [],
    cells: [],
    diagnoses: [],
    failures: [],
    errors: [],
    published: series.flatMap((one) =>
      publishedScores({ ...one, conditions: one.conditions ?? {} }).map((score) => ({
        series: one.id,
        ...score,
      })),
    ),
  };
  groups.forEach((group, i) => {
    const places = ascending(group.flatMap(positionsOf));
    for (const reader of known[i]!) addProvider(data, series[i]!, reader, places);
  });
  data.failures.sort((a, b) => a.score - b.score || byCodeUnits(a.id, b.id));
  return data;
}

/** One reader and series. */
function modelKey(row: Row): string {
  return JSON.stringify([row.provider, seriesKey(row)]);
}

/** A reader of a series. */
interface Reader {
  provider: string;
  rows: readonly Row[];
  model: RecallModel;
}

function addProvider(
  data: ReportData,
  series: Series,
  { provider, rows, model }: Reader,
  places: readonly number[],
): void {
  const { options } = data;
  const answered = rows.filter(({ error }) => error === undefined);
  const names = { provider, series: series.id };
  const byLength = series.lengths
    .map((tokens) => ({
      tokens,
      all: rows.filter((row) => row.tokens === tokens),
      answered: answered.filter((row) => row.tokens === tokens),
    }))
    .filter(({ all }) => all.length > 0);
  const lengths = byLength.map((length) => lengthRow(names, length, model, options));
  append(data.lengths, lengths);
  data.summary.push(summaryRow(names, rows, model, options));
  append(
    data.curves,
    bandOf(model, lengths, options.confidence).map((point) => ({ ...names, ...point })),
  );
  append(data.positions, positionRows(names, series, model, options));
  append(data.cells, cellRows(names, model, places));
  append(data.diagnoses, diagnosisRows(names, byLength));
  append(data.failures, answered.filter((row) => isFailure(row, options)).map(toFailure(names)));
  append(data.errors, rows.filter(({ error }) => error !== undefined).map(toError(names)));
}

type Names = { provider: string; series: string };

interface LengthGroup {
  tokens: number;
  answered: readonly Row[];
}

function diagnosisRows(names: Names, byLength: readonly LengthGroup[]): DiagnosisRow[] {
  return byLength.flatMap(({ tokens, answered }) => {
    const words = groupBy(
      answered.filter(({ diagnosis }) => diagnosis !== undefined),
      ({ diagnosis }) => diagnosis!,
    );
    return [...words]
      .map(([diagnosis, own]) => ({ ...names, tokens, diagnosis, answers: own.length }))
      .sort((a, b) => byCodeUnits(a.diagnosis, b.diagnosis));
  });
}

function toFailure(names: Names): (row: Row) => FailureRow {
  return ({ tokens, seed, id, description, score, reason, diagnosis, answer }) => ({
    ...names,
    tokens,
    seed,
    id,
    description,
    score,
    reason,
    ...(diagnosis && { diagnosis }),
    answer,
  });
}

function toError(names: Names): (row: Row) => ErrorRow {
  return ({ tokens, seed, id, description, error = '' }) => ({
    ...names,
    tokens,
    seed,
    id,
    description,
    error,
  });
}
