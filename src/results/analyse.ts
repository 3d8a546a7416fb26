import { DEFAULT_THRESHOLD } from '../case.js';
import { append, largest } from '../extremes.js';
import { groupBy } from '../group-by.js';
import { ascending, mean, sum } from '../numbers.js';
import {
  type Cluster,
  clusterInterval,
  dispersion,
  effectiveLength,
  type Interval,
  middleDip,
  stability,
  stratumInterval,
  tailLoss,
} from '../statistics/intervals.js';
import { byCodeUnits } from '../texts.js';
import { compositeRows } from './composites.js';
import { cellRows, positionMarks, positionRows, positionsOf } from './places.js';
import { publishedScores } from './published-scores.js';
import { type Row, seriesKey, withCommonLengths, withPromptNames } from './rows.js';
import { compareRows, describeSeries } from './series.js';
import { missingShards } from './shards.js';
import type {
  DiagnosisRow,
  ErrorRow,
  FailureRow,
  LengthRow,
  ReportData,
  ReportOptions,
  Series,
  SummaryRow,
} from './tables.js';

export const DEFAULT_OPTIONS: ReportOptions = {
  threshold: DEFAULT_THRESHOLD,
  confidence: 0.95,
};

/**
 * Compute all tables of a report. Equal rows and options give equal tables, in whatever order the
 * rows come.
 */
export function analyse(
  rows: readonly Row[],
  options: ReportOptions = DEFAULT_OPTIONS,
): ReportData {
  const ordered = withPromptNames(withCommonLengths(rows)).sort(compareRows);
  const groups = groupBy(ordered, seriesKey);
  const series = [...groups.values()].map((group) => describeSeries(group, [...groups.values()]));
  const missing = missingShards(ordered);
  const data: ReportData = {
    format: 1,
    options,
    series,
    providers: [...new Set(ordered.map(({ provider }) => provider))].sort(byCodeUnits),
    ...(missing.length > 0 && { missingShards: missing }),
    summary: [],
    composites: compositeRows(ordered),
    lengths: [],
    positions: [],
    cells: [],
    diagnoses: [],
    failures: [],
    errors: [],
    published: series.flatMap((one) =>
      publishedScores(one).map((score) => ({ series: one.id, ...score })),
    ),
  };
  [...groups.values()].forEach((group, i) => {
    const places = ascending(group.flatMap(positionsOf));
    const byProvider = groupBy(group, ({ provider }) => provider);
    for (const provider of data.providers) {
      const own = byProvider.get(provider);
      if (own) addProvider(data, series[i]!, own, { provider, places });
    }
  });
  data.failures.sort((a, b) => a.score - b.score || byCodeUnits(a.id, b.id));
  return data;
}

function addProvider(
  data: ReportData,
  series: Series,
  rows: Row[],
  { provider, places }: { provider: string; places: number[] },
): void {
  const { options } = data;
  const answered = rows.filter(({ error }) => error === undefined);
  const names = { provider, series: series.id };
  const byLength = series.lengths.map((tokens) => ({
    tokens,
    all: rows.filter((row) => row.tokens === tokens),
    answered: answered.filter((row) => row.tokens === tokens),
  }));
  const interval = (strata: readonly Row[][]) =>
    clusterInterval(
      strata.map((stratum) => stratum.map(clusterOf)),
      options.confidence,
    );

  const dispersed = dispersion(byLength.map((length) => length.answered.map(clusterOf)));
  const lengths: LengthRow[] = byLength
    .filter(({ all }) => all.length > 0)
    .map(({ tokens, all, answered: own }) => ({
      ...names,
      tokens,
      recall: stratumInterval(own.map(clusterOf), dispersed, options.confidence),
      ...namedMeans(own),
      answers: own.length,
      errors: all.length - own.length,
      ...optional(
        'promptTokens',
        own.flatMap(({ promptTokens }) => promptTokens ?? []),
      ),
      builtTokens: mean(all.map(({ reserve }) => tokens - reserve)),
      ...optional(
        'latencyMs',
        own.flatMap(({ latencyMs }) => latencyMs ?? []),
      ),
      ...optional(
        'cost',
        own.flatMap(({ cost }) => cost ?? []),
      ),
    }));
  append(data.lengths, lengths);
  const overall = interval(byLength.map(({ answered: own }) => own));
  data.summary.push(
    summarize(names, rows, lengths, { overall, options, effect: dispersed?.effect }),
  );
  append(data.positions, positionRows(names, series, answered, interval));
  append(data.cells, cellRows(names, byLength, places));
  append(data.diagnoses, diagnosisRows(names, byLength));
  append(data.failures, answered.filter((row) => isFailure(row, options)).map(toFailure(names)));
  append(data.errors, rows.filter(({ error }) => error !== undefined).map(toError(names)));
}

/** The marks of a prompt; a benchmark without marks has its score as the only one. */
function clusterOf({ marks, score }: Row): Cluster {
  return marks.length > 0 ? marks : [score];
}

type Names = { provider: string; series: string };

interface LengthGroup {
  tokens: number;
  answered: readonly Row[];
}

interface Overall {
  overall: Interval;
  options: ReportOptions;
  /** The design effect of prompts on marks, where it is known. */
  effect: number | undefined;
}

function summarize(
  names: Names,
  rows: readonly Row[],
  lengths: readonly LengthRow[],
  { overall, options, effect }: Overall,
): SummaryRow {
  const { threshold } = options;
  const answered = rows.filter(({ error }) => error === undefined);
  const known = lengths.filter(({ answers }) => answers > 0);
  const end = lengths.find(({ recall }) => !(recall.value >= threshold));
  const marks = answered.flatMap(positionMarks);
  const dip = middleDip(marks, effect);
  const loss = tailLoss(marks, effect);
  return {
    ...names,
    recall: overall,
    effectiveLength: {
      value: effectiveLength(
        lengths.map(({ tokens, recall }) => ({ tokens, recall: recall.value })),
        threshold,
      ),
      low: effectiveLength(
        lengths.map(({ tokens, recall }) => ({ tokens, recall: recall.low })),
        threshold,
      ),
    },
    longest: largest(lengths.map(({ tokens }) => tokens)),
    ...defined('unknownFrom', end?.answers === 0 ? end.tokens : undefined),
    ...(dip && { middleDip: dip }),
    ...(loss && { tailLoss: loss }),
    stability: stability(known),
    ...namedMeans(answered),
    passed: answered.filter(({ passed }) => passed).length,
    failures: answered.filter((row) => isFailure(row, options)).length,
    answers: answered.length,
    seeds: new Set(rows.map(({ seed }) => seed)).size,
    errors: rows.length - answered.length,
    ...(answered.some(({ cost }) => cost) && {
      totalCost: sum(answered.map(({ cost }) => cost ?? 0)),
    }),
    ...optional(
      'latencyMs',
      answered.flatMap(({ latencyMs }) => latencyMs ?? []),
    ),
  };
}

/** Precision and format, where the scoring rule has them. */
function namedMeans(rows: readonly Row[]): { precision?: number; format?: number } {
  const values = (name: string) => rows.flatMap(({ namedScores }) => namedScores[name] ?? []);
  return { ...optional('precision', values('precision')), ...optional('format', values('format')) };
}

function optional<K extends string>(key: K, values: readonly number[]): { [key in K]?: number } {
  return defined(key, values.length > 0 ? mean(values) : undefined);
}

function defined<K extends string>(key: K, value: number | undefined): { [key in K]?: number } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]?: number });
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

function isFailure({ score, passed, control }: Row, { threshold }: ReportOptions): boolean {
  return !control && (!passed || score < threshold);
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
