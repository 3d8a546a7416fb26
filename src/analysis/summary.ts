/** The lines that sum up one reader of one series: as a whole, and at each length. */
import { type AskedCase, unfinishedOf, withCalls } from '../evaluation/asked-case.js';
import { placed, promptsOf } from '../evaluation/prompts.js';
import { largest, smallest } from '../extremes.js';
import { ascending, mean, sum } from '../numbers.js';
import type { Row } from '../results/rows.js';
import type { Rise } from '../statistics/curve/rise.js';
import { middleDip, tailLoss } from '../statistics/positions.js';
import { baseOf, effectiveLengthOf, type RecallModel, recallOf } from './recall-model.js';
import type { LengthRow, Names, ReportOptions, RiseRow, SummaryRow } from './tables.js';
import { countUnfinished } from './unfinished.js';

/** The line of one reader and series. */
export function summaryRow(
  names: Names,
  cases: readonly AskedCase[],
  model: RecallModel,
  options: ReportOptions,
): SummaryRow {
  const { confidence } = options;
  const { prompts, curve } = model;
  const calls = cases.flatMap((one) => one.calls);
  const answered = calls.filter(({ error }) => error === undefined);
  const asked = ascending(cases.map(({ tokens }) => tokens));
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
    ...unfinished(model, cases, confidence),
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
    seeds: new Set(cases.map(({ seed }) => seed)).size,
    errors: calls.length - answered.length,
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
function unfinished(
  model: RecallModel,
  cases: readonly AskedCase[],
  confidence: number,
): Pick<SummaryRow, 'unfinished' | 'recallOfFinished'> {
  const counts = countUnfinished(cases.flatMap(unfinishedOf));
  if (counts.length === 0) return {};
  const finished = cases.flatMap((one) => withCalls(one, (call) => !call.unfinished));
  return { unfinished: counts, recallOfFinished: recallOf(model, promptsOf(finished), confidence) };
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
  { tokens, calls }: { tokens: number; calls: readonly Row[] },
  model: RecallModel,
  { confidence }: ReportOptions,
): LengthRow {
  const own = calls.filter(({ error }) => error === undefined);
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
    errors: calls.length - own.length,
    ...optional(
      'promptTokens',
      own.flatMap(({ promptTokens }) => promptTokens ?? []),
    ),
    builtTokens: mean(calls.map(({ reserve }) => tokens - reserve)),
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
