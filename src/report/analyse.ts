import { DEFAULT_THRESHOLD } from '../case.js';
import { groupBy } from '../group-by.js';
import { type Row, seriesKey, withCommonLengths, withPromptNames } from '../results/rows.js';
import { missingShards } from '../results/shards.js';
import {
  type Cluster,
  clusterInterval,
  dispersion,
  effectiveLength,
  type Interval,
  mean,
  middleDip,
  type PositionMark,
  stability,
  stratumInterval,
  tailLoss,
} from '../statistics/intervals.js';
import { compositeRows } from './composites.js';
import { publishedScores } from './published-scores.js';
import type {
  CellRow,
  DiagnosisRow,
  ErrorRow,
  FailureRow,
  LengthRow,
  PositionRow,
  ReportData,
  ReportOptions,
  Series,
  SummaryRow,
} from './report-data.js';

export const DEFAULT_OPTIONS: ReportOptions = {
  threshold: DEFAULT_THRESHOLD,
  confidence: 0.95,
};

/** Results over positions are shown for so many bands of length, */
const LENGTH_BANDS = 4;

/** and for at most so many bins of position. */
const POSITION_BINS = 16;

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
    providers: [...new Set(ordered.map(({ provider }) => provider))].sort(compare),
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
  data.failures.sort((a, b) => a.score - b.score || compare(a.id, b.id));
  return data;
}

/** Rows in an order that does not depend on how they came: by content, provider last. */
export function compareRows(a: Row, b: Row): number {
  return (
    compare(seriesKey(a), seriesKey(b)) ||
    a.tokens - b.tokens ||
    a.seed - b.seed ||
    compare(a.id, b.id) ||
    compare(a.provider, b.provider) ||
    compare(a.answer, b.answer)
  );
}

/** Order by code units, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Titles of series, by their key, as a report of the same rows has them. */
export function seriesTitles(rows: readonly Row[]): Map<string, string> {
  const groups = groupBy(rows, seriesKey);
  const all = [...groups.values()];
  return new Map([...groups].map(([key, group]) => [key, describeSeries(group, all).title]));
}

const NAMED = ['task', 'language', 'haystack'] as const;

/** A title that says the benchmark and whatever differs between the series of this report. */
function describeSeries(group: readonly Row[], all: readonly Row[][]): Series {
  const { benchmark, task, language, haystack, version, variant } = group[0]!;
  const own: Record<string, string> = { task, language, haystack };
  const firsts = all.map((other) => other[0]!);
  const siblings = firsts.filter((other) => other.benchmark === benchmark);
  const names = NAMED.filter((field) => {
    const among = field === 'language' ? firsts : siblings;
    return new Set(among.map((other) => other[field])).size > 1;
  });
  // Of the variant, what tells the series from others that are alike in all that has a name.
  const peers = siblings.filter(
    (other) => other.version === version && NAMED.every((field) => other[field] === own[field]),
  );
  const parts = variant
    .split(', ')
    .filter((part) => peers.some((other) => !other.variant.split(', ').includes(part)));
  const name = version ? `${benchmark} ${version}` : benchmark;
  const shown = names.map((field) => own[field]!).filter((value) => value !== '');
  const title = [name, ...shown, ...parts].join(' · ');
  return {
    id: title.replaceAll(' · ', ' '),
    title,
    benchmark,
    task,
    language,
    haystack,
    ...(version && { version }),
    ...(group[0]!.control && { control: true }),
    lengths: ascending(group.map(({ tokens }) => tokens)),
  };
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
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
      prompts: own.length,
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
  data.lengths.push(...lengths);
  const overall = interval(byLength.map(({ answered: own }) => own));
  data.summary.push(
    summarize(names, rows, lengths, { overall, options, effect: dispersed?.effect }),
  );
  data.positions.push(...positionRows(names, series, answered, interval));
  data.cells.push(...cellRows(names, byLength, places));
  data.diagnoses.push(...diagnosisRows(names, byLength));
  data.failures.push(...answered.filter((row) => isFailure(row, options)).map(toFailure(names)));
  data.errors.push(...rows.filter(({ error }) => error !== undefined).map(toError(names)));
}

/** The marks of a prompt; a benchmark without marks has its score as the only one. */
function clusterOf({ marks, score }: Row): Cluster {
  return marks.length > 0 ? marks : [score];
}

type Names = { provider: string; series: string };

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
  const known = lengths.filter(({ prompts }) => prompts > 0);
  const end = lengths.find(({ recall }) => !(recall.value >= threshold));
  const marks = answered.flatMap(positionMarks);
  const dip = middleDip(marks, effect);
  const loss = tailLoss(marks, effect);
  return {
    ...names,
    recall: overall,
    effectiveLength: effectiveLength(
      lengths.map(({ tokens, recall }) => ({ tokens, recall: recall.value })),
      threshold,
    ),
    effectiveLengthLow: effectiveLength(
      lengths.map(({ tokens, recall }) => ({ tokens, recall: recall.low })),
      threshold,
    ),
    longest: Math.max(...lengths.map(({ tokens }) => tokens)),
    ...defined('unknownFrom', end?.prompts === 0 ? end.tokens : undefined),
    ...(dip && { middleDip: dip }),
    ...(loss && { tailLoss: loss }),
    stability: stability(known),
    ...namedMeans(answered),
    passed: answered.filter(({ passed }) => passed).length,
    failures: answered.filter((row) => isFailure(row, options)).length,
    prompts: answered.length,
    seeds: new Set(rows.map(({ seed }) => seed)).size,
    errors: rows.length - answered.length,
    ...(answered.some(({ cost }) => cost) && {
      totalCost: answered.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    }),
    ...optional(
      'latencyMs',
      answered.flatMap(({ latencyMs }) => latencyMs ?? []),
    ),
  };
}

function positionMarks({ marks, positions }: Row): PositionMark[] {
  return marks.flatMap((mark, i) => {
    const position = positions[i];
    return position === undefined ? [] : [{ mark, position }];
  });
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

/** Recall over position, for a few bands of length. */
function positionRows(
  names: Names,
  series: Series,
  rows: readonly Row[],
  interval: (strata: readonly Row[][]) => Interval,
): PositionRow[] {
  const places = ascending(rows.flatMap(({ positions }) => positions)).length;
  if (places === 0) return [];
  const bins = Math.min(POSITION_BINS, places);
  return bands(series.lengths).flatMap((band) => {
    const own = rows.filter(({ tokens }) => band.includes(tokens));
    return Array.from({ length: bins }, (_, bin) => {
      const inBin = own.map((row) => onlyBin(row, bin, bins)).filter(({ marks }) => marks.length);
      const byLength = band.map((length) => inBin.filter(({ tokens }) => tokens === length));
      return {
        ...names,
        fromTokens: band[0]!,
        toTokens: band[band.length - 1]!,
        position: mean(inBin.flatMap(({ positions }) => positions)),
        recall: interval(byLength),
        marks: inBin.reduce((sum, { marks }) => sum + marks.length, 0),
      };
    }).filter(({ marks }) => marks > 0);
  });
}

function bands(lengths: readonly number[]): number[][] {
  const count = Math.min(LENGTH_BANDS, lengths.length);
  return Array.from({ length: count }, (_, band) =>
    lengths.filter((_, i) => Math.floor((i * count) / lengths.length) === band),
  );
}

/** A row with only the marks of one bin; a place between two bins belongs to the first. */
function onlyBin(row: Row, bin: number, bins: number): Row {
  const chosen = row.positions.map(
    (position) => Math.max(0, Math.ceil(position * bins - 1e-9) - 1) === bin,
  );
  return {
    ...row,
    marks: row.marks.filter((_, i) => chosen[i]),
    positions: row.positions.filter((_, i) => chosen[i]),
  };
}

interface LengthGroup {
  tokens: number;
  answered: readonly Row[];
}

/** Heatmaps have at most so many lines. */
const MOST_PLACES = 64;

/**
 * The cells of a heatmap: recall of the prompts of one length, for each place. A place is a position
 * that prompts of the series have; where there are very many (jitter), a bin of positions.
 */
function cellRows(
  names: Names,
  byLength: readonly LengthGroup[],
  positions: readonly number[],
): CellRow[] {
  const places = Math.min(positions.length, MOST_PLACES);
  const placeOf = (position: number) =>
    positions.length <= MOST_PLACES
      ? positions.indexOf(position)
      : Math.max(0, Math.ceil(position * places - 1e-9) - 1);
  return byLength.flatMap(({ tokens, answered }) => {
    const marks: PositionMark[][] = Array.from({ length: places }, () => []);
    for (const mark of answered.flatMap(positionMarks)) marks[placeOf(mark.position)]!.push(mark);
    return marks.flatMap((own, i) =>
      own.length === 0
        ? []
        : {
            ...names,
            tokens,
            place: i + 1,
            position: mean(own.map(({ position }) => position)),
            recall: mean(own.map(({ mark }) => mark)),
            marks: own.length,
          },
    );
  });
}

function positionsOf({ marks, positions }: Row): number[] {
  return positions.slice(0, marks.length);
}

function diagnosisRows(names: Names, byLength: readonly LengthGroup[]): DiagnosisRow[] {
  return byLength.flatMap(({ tokens, answered }) => {
    const words = groupBy(
      answered.filter(({ diagnosis }) => diagnosis !== undefined),
      ({ diagnosis }) => diagnosis!,
    );
    return [...words]
      .map(([diagnosis, own]) => ({ ...names, tokens, diagnosis, answers: own.length }))
      .sort((a, b) => compare(a.diagnosis, b.diagnosis));
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
