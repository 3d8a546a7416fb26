import { append } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { ascending, mean } from '../../../base/numbers.js';
import { inEnglish } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { Usage } from '../../../contract/response.js';
import type { Row } from '../../../contract/row.js';
import type { Sizes } from '../../document/sizes.js';
import { sizeText } from '../../document/words.js';
import { type CurvePoint, recallBand } from '../../statistics/curve/recall-band.js';
import { hull, type Interval } from '../../statistics/interval.js';
import { middleDip, tailLoss } from '../../statistics/positions.js';
import { type WholeFailures, wholeFailures } from '../../statistics/whole-failures.js';
import {
  type AskedCase,
  isUnread,
  placed,
  placesOf,
  promptsOf,
  withCalls,
} from '../evaluation/asked-case.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { Series } from '../evaluation/series.js';
import { aboutOf } from './about.js';
import { benchmarkRows, measuredOf, totalsOfTask } from './benchmarks.js';
import { compactionRows } from './compaction.js';
import { comparedModels } from './comparisons.js';
import { compositeRows } from './composites.js';
import { controlRows } from './controls.js';
import { lossRows } from './losses.js';
import { cellRows, positionRows } from './places.js';
import { countProblems, problemOf } from './problems.js';
import { withOwn } from './published-rows.js';
import { publishedScores } from './published-scores.js';
import { questionRows } from './questions.js';
import { ranked } from './ranking.js';
import {
  type AskedModel,
  askedSeries,
  DEFAULT_OPTIONS,
  reachedRow,
  recallAt,
} from './reached-figures.js';
import { baseOf, type RecallModel, readAlone, recallOf, usableRecallOf } from './recall-model.js';
import { spentBy } from './spent.js';
import type {
  DiagnosisRow,
  LengthRow,
  Names,
  ReportData,
  ReportOptions,
  SummaryRow,
} from './tables.js';

export { DEFAULT_OPTIONS };

/** Computes all tables of a report. */
export function analyse(
  evaluation: Evaluation,
  options: ReportOptions = DEFAULT_OPTIONS,
): ReportData {
  const { series, models, missing } = evaluation;
  const { bySeries: asked, asksMore } = askedSeries(evaluation, options);
  const fitted = new Map(
    asked.flat().flatMap(({ cases, model }) => cases.map((each) => [each, model])),
  );
  const modelOf = (theCase: AskedCase) => fitted.get(theCase)!;
  const cases = asked.flat().flatMap((each) => each.cases);
  const compactions = compactionRows(cases, models, options.confidence);
  const losses = lossRows(cases, options.confidence);
  const names = models.map(({ name }) => name);
  const controls = controlRows(cases, names, options);
  const questions = questionRows(cases, options);
  const told = models.flatMap(({ name, conditions }) =>
    conditions ? [{ provider: name, conditions }] : [],
  );
  const data: ReportData = {
    format: 1,
    options,
    series: [...series],
    about: aboutOf(evaluation),
    ...(told.length > 0 && { conditions: told }),
    ranking: [],
    providers: names,
    missing,
    benchmarks: benchmarkRows(cases, modelOf, options),
    summary: [],
    ...comparedModels(
      asked.flatMap((ofSeries, i) => (series[i]!.control ? [] : comparedOf(series[i]!, ofSeries))),
      options,
    ),
    composites: compositeRows(cases, modelOf, options.confidence),
    ...(compactions.length > 0 && { compactions }),
    ...(controls.length > 0 && { controls }),
    ...(losses.length > 0 && { losses }),
    ...(questions.length > 0 && { questions }),
    lengths: [],
    curves: [],
    positions: [],
    cells: [],
    diagnoses: [],
    failures: [],
    errors: [],
    published: series.flatMap((each, i) => publishedOf(each, asked[i]!)),
  };
  asked.forEach((ofSeries, i) => {
    const answers = ofSeries.flatMap((each) => each.cases.flatMap(({ answer }) => answer ?? []));
    const places = ascending(answers.flatMap(placesOf));
    for (const each of ofSeries) addModel(data, series[i]!, each, places, asksMore);
  });
  rank(data);
  data.failures.sort((a, b) => a.score - b.score || byCodeUnits(a.id, b.id));
  return data;
}

/** Lists published scores of a series, for the model that answered the most of it. */
function publishedOf(
  { id, task, conditions, measure }: Series,
  asked: readonly AskedModel[],
): ReportData['published'] {
  const [most] = asked
    .map(({ cases }) => ({ cases, measured: measuredOf(cases, task) }))
    .sort((a, b) => b.measured.prompts - a.measured.prompts);
  if (measure !== undefined || !most) return [];
  const { cases, measured } = most;
  const totals = conditions ? totalsOfTask(cases, measured.lengths, conditions) : [];
  const whole = totals.flatMap(({ byLength, effective, recall, ...one }) =>
    recall === undefined ? [] : [{ ...one, recall }],
  );
  const scores = publishedScores({ ...measured, ...(conditions && { conditions }) });
  const withOwnScores = withOwn(scores, new Map(asked.map((each) => [each.provider, each.cases])));
  return [...withOwnScores, ...whole].map((score) => ({ series: id, ...score }));
}

/** Sorts every table by rank. */
function rank(data: ReportData): void {
  data.ranking = ranked(data);
  data.providers = data.ranking.map(({ provider }) => provider);
  const order = new Map(data.providers.map((provider, i) => [provider, i]));
  for (const row of data.overall ?? data.comparisons) {
    const { provider, other, better } = row;
    if (better === undefined) continue;
    const worse = better === provider ? other : provider;
    if (order.get(worse)! < order.get(better)!) row.rankedFirst = worse;
  }
  const bySeries = new Map(data.series.map(({ id }, i) => [id, i]));
  const byRank = (a: { provider: string }, b: { provider: string }) =>
    order.get(a.provider)! - order.get(b.provider)!;
  data.summary.sort((a, b) => bySeries.get(a.series)! - bySeries.get(b.series)! || byRank(a, b));
  const names = [...new Set(data.benchmarks.map(({ name }) => name))];
  data.benchmarks.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name) || byRank(a, b));
}

function comparedOf({ id, measure }: Series, asked: readonly AskedModel[]) {
  return {
    series: id,
    ...(measure !== undefined && { measure }),
    models: new Map(asked.map(({ provider, model }) => [provider, model])),
  };
}

function addModel(
  data: ReportData,
  series: Series,
  asked: AskedModel,
  places: readonly number[],
  asksMore: boolean,
): void {
  const { options } = data;
  const { provider, cases, model } = asked;
  const names = { provider, series: series.id };
  const read = readAlone(model);
  const byLength = series.lengths.flatMap((tokens) => {
    const calls = cases.flatMap((theCase) => (theCase.tokens === tokens ? theCase.calls : []));
    return calls.length === 0 ? [] : [{ tokens, calls }];
  });
  const lengths = byLength.map((ofLength) =>
    lengthRow(names, ofLength, model, options, series.sizes),
  );
  append(data.lengths, lengths);
  data.summary.push(summaryRow(names, cases, model, options, asksMore));
  append(
    data.curves,
    bandOf(model, lengths, options.confidence).map((point) => ({ ...names, ...point })),
  );
  append(data.positions, positionRows(names, series, read, options));
  append(data.cells, cellRows(names, read, places));
  append(data.diagnoses, diagnosisRows(names, byLength));
  for (const { tokens, calls } of cases) {
    for (const call of calls) {
      const { seed, id, description, error, score, reason, diagnosis, answer } = call;
      const test = { ...names, tokens, seed, id, description };
      if (error !== undefined) data.errors.push({ ...test, error });
      else if (isFailure(call, options)) {
        data.failures.push({ ...test, score, reason, ...(diagnosis && { diagnosis }), answer });
      }
    }
  }
}

function diagnosisRows(
  names: Names,
  byLength: readonly { tokens: number; calls: readonly Row[] }[],
): DiagnosisRow[] {
  return byLength.flatMap(({ tokens, calls }) => {
    const words = groupBy(
      calls.filter(({ error, diagnosis }) => error === undefined && diagnosis !== undefined),
      ({ diagnosis }) => diagnosis!,
    );
    return [...words]
      .map(([diagnosis, rows]) => ({ ...names, tokens, diagnosis, answers: rows.length }))
      .sort((a, b) => byCodeUnits(a.diagnosis, b.diagnosis));
  });
}

/**
 * Returns the curve with its band for drawing. Nothing if recall clearly rises.
 *
 * @param lengths - recall of single lengths, which the band must meet
 */
export function bandOf(
  model: RecallModel,
  lengths: readonly CurvePoint[],
  confidence: number,
): CurvePoint[] {
  const { curve, rise, bounds = [] } = model;
  if (!curve || rise?.clear) return [];
  const bands = [model, ...bounds].map((each) => recallBand(each.curve!, confidence, lengths));
  return bands[0]!.map(({ tokens }, i) => ({
    tokens,
    recall: hull(bands.map((band) => band[i]!.recall)),
  }));
}

/**
 * Sums up one model in one series.
 *
 * @param asksMore - whether to find what would settle an unknown effective length
 */
export function summaryRow(
  names: Names,
  cases: readonly AskedCase[],
  model: RecallModel,
  options: ReportOptions,
  asksMore: boolean,
): SummaryRow {
  const { confidence } = options;
  const calls = cases.flatMap((asked) => asked.calls);
  const answered = calls.filter(({ error }) => error === undefined);
  const base = baseOf(model, options);
  const middle = contrastOf(model, middleDip, confidence);
  const loss = contrastOf(model, tailLoss, confidence);
  const failedWhole = failedWholeOf(model);
  const { recall, ...reached } = reachedRow(cases, model, options, asksMore);
  return {
    ...names,
    recall,
    usableRecall: usableRecallOf(model, confidence),
    ...problems(model, cases, confidence),
    ...reached,
    ...(failedWhole && { failedWhole }),
    ...(base.length > 0 && {
      base: recallOf(model, confidence, (each) =>
        each.prompts.filter(({ tokens }) => base.includes(tokens)),
      ),
    }),
    ...(middle && { middleDip: middle }),
    ...(loss && { tailLoss: loss }),
    ...namedMeans(answered),
    passed: answered.filter(({ passed }) => passed).length,
    failures: answered.filter((row) => isFailure(row, options)).length,
    answers: answered.length,
    seeds: new Set(cases.map(({ seed }) => seed)).size,
    errors: calls.length - answered.length,
    spent: spentBy(calls),
    ...optional(
      'latencyMs',
      answered.flatMap(({ latencyMs }) => latencyMs ?? []),
    ),
  };
}

function contrastOf(
  model: RecallModel,
  contrast: typeof middleDip,
  confidence: number,
): Interval | undefined {
  return contrast(placed(readAlone(model).prompts), confidence);
}

/** Counts answers that are incomplete or unread, and recall without them. */
function problems(
  model: RecallModel,
  cases: readonly AskedCase[],
  confidence: number,
): Pick<SummaryRow, 'problems' | 'unread' | 'recallOfOthers'> {
  const counts = countProblems(cases.flatMap(({ calls }) => calls));
  if (counts.length === 0) return {};
  const others = cases.flatMap((asked) => withCalls(asked, (call) => !problemOf(call)));
  const unread = cases.flatMap(({ calls }) => calls.filter(isUnread)).length;
  const { bounds: _, ...asScored } = model;
  return {
    problems: counts,
    ...(unread > 0 && { unread }),
    recallOfOthers: recallOf(asScored, confidence, () => promptsOf(others)),
  };
}

export function lengthRow(
  names: Names,
  { tokens, calls }: { tokens: number; calls: readonly Row[] },
  model: RecallModel,
  options: ReportOptions,
  sizes: Sizes | undefined,
): LengthRow {
  const rows = calls.filter(({ error }) => error === undefined);
  return {
    ...names,
    tokens,
    ...(sizes && { size: inEnglish(() => sizeText(tokens, sizes)) }),
    recall: recallAt(tokens, model, options),
    ...namedMeans(rows),
    answers: rows.length,
    errors: calls.length - rows.length,
    ...told(rows),
    builtTokens: mean(calls.map(({ reserve, built }) => (built ?? tokens) - reserve)),
  };
}

/** Tells whether an answer is listed as failing. */
export function isFailure(
  { score, passed, control, measure }: Row,
  { threshold }: Pick<ReportOptions, 'threshold'>,
): boolean {
  return !control && ((measure === undefined && !passed) || score < threshold);
}

const TOKENS = [
  'promptTokens',
  'cachedTokens',
  'writtenTokens',
  'outputTokens',
  'reasoningTokens',
] as const;

/** Averages what providers report. Tokens only over answers whose tokens they counted. */
function told(rows: readonly Row[]): Pick<LengthRow, keyof Usage | 'latencyMs' | 'cost'> {
  const counted = rows.filter(({ promptTokens }) => promptTokens);
  const means = TOKENS.map((name) => [name, mean(counted.map((row) => row[name] ?? 0))]);
  return {
    ...Object.fromEntries(means.filter(([, tokens]) => tokens)),
    ...optional(
      'latencyMs',
      rows.flatMap(({ latencyMs }) => latencyMs ?? []),
    ),
    ...optional(
      'cost',
      rows.flatMap(({ cost }) => cost ?? []),
    ),
  };
}

/** Averages precision and format, if the scoring rule has them. */
function namedMeans(rows: readonly Row[]): { precision?: number; format?: number } {
  const values = (name: string) => rows.flatMap(({ namedScores }) => namedScores[name] ?? []);
  return { ...optional('precision', values('precision')), ...optional('format', values('format')) };
}

function optional<K extends string>(key: K, values: readonly number[]): { [key in K]?: number } {
  return values.length > 0 ? ({ [key]: mean(values) } as { [key in K]?: number }) : {};
}

/** Counts readable answers that failed completely. */
export function failedWholeOf(model: RecallModel): WholeFailures | undefined {
  return wholeFailures((model.bounds?.[1] ?? model).weighed);
}
