/** Sums up one model in one series, in all and at each length. */

import { largest, smallest } from '../../../base/extremes.js';
import { ascending, mean } from '../../../base/numbers.js';
import { inEnglish } from '../../../base/text/language.js';
import type { Usage } from '../../../contract/response.js';
import type { Row } from '../../../contract/row.js';
import type { Sizes } from '../../document/sizes.js';
import { sizeText } from '../../document/words.js';
import type { Rise } from '../../statistics/curve/rise.js';
import type { Interval } from '../../statistics/interval.js';
import { middleDip, tailLoss } from '../../statistics/positions.js';
import { type AskedCase, isUnread, withCalls } from '../evaluation/asked-case.js';
import { placed, promptsOf } from '../evaluation/prompts.js';
import { causeOf } from './causes.js';
import { reachOf } from './open-questions.js';
import { countProblems, problemOf } from './problems.js';
import {
  baseOf,
  dipOf,
  failedWholeOf,
  type RecallModel,
  readAlone,
  recallOf,
  usableRecallOf,
} from './recall-model.js';
import { spentBy } from './spent.js';
import type { LengthRow, Names, ReportOptions, RiseRow, SummaryRow } from './tables.js';

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
  const { sizes } = cases[0]!.series;
  const calls = cases.flatMap((one) => one.calls);
  const answered = calls.filter(({ error }) => error === undefined);
  const asked = ascending(cases.map(({ tokens }) => tokens));
  const known = model.lengths.length > 0 ? model.lengths : asked;
  const unanswered = asked.filter((tokens) => !model.lengths.includes(tokens));
  const base = baseOf(model, options);
  const middle = contrastOf(model, middleDip, confidence);
  const loss = contrastOf(model, tailLoss, confidence);
  const dip = dipOf(model, options);
  const failedWhole = failedWholeOf(model);
  const reach = reachOf(model, options, asksMore ? cases : []);
  const shortest = smallest(known);
  const cause = causeOf(calls, reach);
  return {
    ...names,
    recall: recallOf(model, confidence),
    usableRecall: usableRecallOf(model, confidence),
    ...problems(model, cases, confidence),
    ...reach,
    ...(failedWhole && { failedWhole }),
    ...cause,
    shortest,
    longest: largest(model.limit ? asked : known),
    ...(sizes && { sizes }),
    ...(unanswered.length > 0 && { unanswered }),
    ...(base.length > 0 && {
      base: recallOf(model, confidence, (own) =>
        own.prompts.filter(({ tokens }) => base.includes(tokens)),
      ),
    }),
    ...(middle && { middleDip: middle }),
    ...(loss && { tailLoss: loss }),
    ...(model.rise && { rise: riseRow(model.rise) }),
    ...(dip && { dip }),
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

export function lengthRow(
  names: Names,
  { tokens, calls }: { tokens: number; calls: readonly Row[] },
  model: RecallModel,
  { confidence }: ReportOptions,
  sizes: Sizes | undefined,
): LengthRow {
  const own = calls.filter(({ error }) => error === undefined);
  return {
    ...names,
    tokens,
    ...(sizes && { size: inEnglish(() => sizeText(tokens, sizes)) }),
    recall: recallOf(model, confidence, ({ prompts }) =>
      prompts.filter((prompt) => prompt.tokens === tokens),
    ),
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
