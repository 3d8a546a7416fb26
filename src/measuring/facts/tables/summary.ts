/** Sums up one model in one series, in all and at each length. */

import { mean } from '../../../base/numbers.js';
import { inEnglish } from '../../../base/text/language.js';
import type { Usage } from '../../../contract/response.js';
import type { Row } from '../../../contract/row.js';
import type { Sizes } from '../../document/sizes.js';
import { sizeText } from '../../document/words.js';
import type { Interval } from '../../statistics/interval.js';
import { middleDip, tailLoss } from '../../statistics/positions.js';
import { type WholeFailures, wholeFailures } from '../../statistics/whole-failures.js';
import { type AskedCase, isUnread, withCalls } from '../evaluation/asked-case.js';
import { placed, promptsOf } from '../evaluation/prompts.js';
import { countProblems, problemOf } from './problems.js';
import { reachedRow, recallAt } from './reached-figures.js';
import { readAlone, usableRecallOf } from './recall-figures.js';
import { baseOf, type RecallModel, recallOf } from './recall-model.js';
import { spentBy } from './spent.js';
import type { LengthRow, Names, ReportOptions, SummaryRow } from './tables.js';

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
  const calls = cases.flatMap((one) => one.calls);
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
      base: recallOf(model, confidence, (own) =>
        own.prompts.filter(({ tokens }) => base.includes(tokens)),
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
  const others = cases.flatMap((one) => withCalls(one, (call) => !problemOf(call)));
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
  const own = calls.filter(({ error }) => error === undefined);
  return {
    ...names,
    tokens,
    ...(sizes && { size: inEnglish(() => sizeText(tokens, sizes)) }),
    recall: recallAt(tokens, model, options),
    ...namedMeans(own),
    answers: own.length,
    errors: calls.length - own.length,
    ...told(own),
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
