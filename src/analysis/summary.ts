/** The lines that sum up one reader of one series: as a whole, and at each length. */
import { largest, smallest } from '../extremes.js';
import { ascending, mean, sum } from '../numbers.js';
import type { Row } from '../results/rows.js';
import type { Rise } from '../statistics/curve/rise.js';
import { middleDip, tailLoss } from '../statistics/positions.js';
import { placed, promptsOf } from './prompts.js';
import { baseOf, effectiveLengthOf, type RecallModel, recallOf } from './recall-model.js';
import type { LengthRow, ReportOptions, RiseRow, SummaryRow } from './tables.js';
import { countUnfinished } from './unfinished.js';

type Names = { provider: string; series: string };

/** The line of one reader and series. */
export function summaryRow(
  names: Names,
  rows: readonly Row[],
  model: RecallModel,
  options: ReportOptions,
): SummaryRow {
  const { confidence } = options;
  const { prompts, curve } = model;
  const answered = rows.filter(({ error }) => error === undefined);
  const asked = ascending(rows.map(({ tokens }) => tokens));
  const known = model.lengths.length > 0 ? model.lengths : asked;
  const unanswered = asked.filter((tokens) => !model.lengths.includes(tokens));
  const length = effectiveLengthOf(model, options);
  const base = baseOf(model, options);
  const marks = placed(prompts);
  const dip = curve && middleDip(marks, curve.explanations, confidence);
  const loss = curve && tailLoss(marks, curve.explanations, confidence);
  return {
    ...names,
    recall: recallOf(model, prompts, confidence),
    ...unfinishedOf(model, answered, confidence),
    ...(length && { effectiveLength: length }),
    shortest: smallest(known),
    longest: largest(known),
    ...(unanswered.length > 0 && { unanswered }),
    ...(base.length > 0 && {
      base: recallOf(
        model,
        prompts.filter(({ tokens }) => base.includes(tokens)),
        confidence,
      ),
    }),
    ...(dip && { middleDip: dip }),
    ...(loss && { tailLoss: loss }),
    ...(model.rise && { rise: riseRow(model.rise) }),
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

/** What became of answers that are not whole, and recall without them; nothing where all are whole. */
function unfinishedOf(
  model: RecallModel,
  answered: readonly Row[],
  confidence: number,
): Pick<SummaryRow, 'unfinished' | 'recallOfFinished'> {
  const unfinished = countUnfinished(answered.flatMap((row) => row.unfinished ?? []));
  if (unfinished.length === 0) return {};
  const finished = answered.filter((row) => row.unfinished === undefined);
  return { unfinished, recallOfFinished: recallOf(model, promptsOf(finished), confidence) };
}

export function riseRow({ clear, p, rise, shorter, longer }: Rise): RiseRow {
  return {
    clear,
    p,
    by: rise,
    shorterFrom: shorter[0],
    shorterTo: shorter[1],
    longerFrom: longer[0],
    longerTo: longer[1],
  };
}

/** The line of one reader, series and length. */
export function lengthRow(
  names: Names,
  { tokens, all }: { tokens: number; all: readonly Row[] },
  model: RecallModel,
  { confidence }: ReportOptions,
): LengthRow {
  const own = all.filter(({ error }) => error === undefined);
  return {
    ...names,
    tokens,
    recall: recallOf(
      model,
      model.prompts.filter((prompt) => prompt.tokens === tokens),
      confidence,
    ),
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
  };
}

/** Whether an answer is listed among the failing ones. */
export function isFailure(
  { score, passed, control }: Row,
  { threshold }: Pick<ReportOptions, 'threshold'>,
): boolean {
  return !control && (!passed || score < threshold);
}

/** Precision and format, where the scoring rule has them. */
function namedMeans(rows: readonly Row[]): { precision?: number; format?: number } {
  const values = (name: string) => rows.flatMap(({ namedScores }) => namedScores[name] ?? []);
  return { ...optional('precision', values('precision')), ...optional('format', values('format')) };
}

function optional<K extends string>(key: K, values: readonly number[]): { [key in K]?: number } {
  return values.length > 0 ? ({ [key]: mean(values) } as { [key in K]?: number }) : {};
}
