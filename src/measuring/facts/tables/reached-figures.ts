/** Computes how far each model is reliable in each series, and what it recalls at each length: what minimums are of. */

import { CONFIDENCE, DEFAULT_THRESHOLD } from '../../../base/defaults.js';
import { largest, smallest } from '../../../base/extremes.js';
import { groupBy } from '../../../base/group-by.js';
import { ascending, sum } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import { likelyLengths, SHOWN } from '../../statistics/curve/effective-length.js';
import { recallCurve } from '../../statistics/curve/recall-curve.js';
import type { Rise } from '../../statistics/curve/rise.js';
import type { ReliableLength } from '../../statistics/reliable/reliable-length.js';
import { areShared } from '../../statistics/units.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { More, Open, Reached } from '../length-verdict.js';
import { isProblem, problemOf } from './problems.js';
import {
  effectiveLengthOf,
  type RecallModel,
  recallModel,
  recallOf,
  reliableOf,
} from './recall-model.js';
import type {
  Cause,
  LengthRow,
  Names,
  ReachedRow,
  ReportData,
  ReportOptions,
  RiseRow,
} from './tables.js';

export const DEFAULT_OPTIONS: ReportOptions = {
  threshold: DEFAULT_THRESHOLD,
  confidence: CONFIDENCE,
};

/** For more models and series, finding what would settle open questions takes too long. */
const MOST_ADVICE = 12;

/** What minimums are compared with. */
export interface ReachedFigures extends Pick<ReportData, 'series'> {
  summary: ReachedRow[];
  lengths: Pick<LengthRow, keyof Names | 'tokens' | 'recall'>[];
}

export interface AskedModel {
  provider: string;
  cases: readonly AskedCase[];
  model: RecallModel;
}

export interface AskedSeries {
  bySeries: AskedModel[][];
  /** Whether to find what would settle open questions. */
  asksMore: boolean;
}

/** Models each series of each model. */
export function askedSeries({ series, models }: Evaluation, options: ReportOptions): AskedSeries {
  const byModel = models.map(({ name, cases }) => ({
    provider: name,
    cases: groupBy(cases.values(), (asked) => asked.series),
  }));
  const bySeries = series.map((each): AskedModel[] =>
    byModel.flatMap(({ provider, cases: all }) => {
      const cases = all.get(each);
      return cases ? { provider, cases, model: recallModel(cases, options) } : [];
    }),
  );
  return { bySeries, asksMore: bySeries.flat().length <= MOST_ADVICE };
}

export function reachedFigures(evaluation: Evaluation, options: ReportOptions): ReachedFigures {
  const { bySeries, asksMore } = askedSeries(evaluation, options);
  const all = bySeries.flatMap((models, i) =>
    models.map((asked) => ({
      ...asked,
      names: { provider: asked.provider, series: evaluation.series[i]!.id },
    })),
  );
  return {
    series: [...evaluation.series],
    summary: all.map(({ names, cases, model }) => ({
      ...names,
      ...reachedRow(cases, model, options, asksMore),
    })),
    lengths: all.flatMap(({ names, cases, model }) =>
      ascending(cases.map(({ tokens }) => tokens)).map((tokens) => ({
        ...{ ...names, tokens, recall: recallAt(tokens, model, options) },
      })),
    ),
  };
}

/** @param asksMore - whether to find what would settle an unknown effective length */
export function reachedRow(
  cases: readonly AskedCase[],
  model: RecallModel,
  options: ReportOptions,
  asksMore: boolean,
): Omit<ReachedRow, keyof Names> {
  const { sizes } = cases[0]!.series;
  const asked = ascending(cases.map(({ tokens }) => tokens));
  const known = model.lengths.length > 0 ? model.lengths : asked;
  const unanswered = asked.filter((tokens) => !model.lengths.includes(tokens));
  const reach = reachOf(model, options, asksMore ? cases : []);
  const calls = cases.flatMap((theCase) => theCase.calls);
  return {
    recall: recallOf(model, options.confidence),
    ...reach,
    ...causeOf(calls, reach),
    shortest: smallest(known),
    longest: largest(model.limit ? asked : known),
    ...(sizes && { sizes }),
    ...(unanswered.length > 0 && { unanswered }),
    ...(model.rise && { rise: riseRow(model.rise) }),
  };
}

export function recallAt(tokens: number, model: RecallModel, { confidence }: ReportOptions) {
  return recallOf(model, confidence, ({ prompts }) =>
    prompts.filter((prompt) => prompt.tokens === tokens),
  );
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

/** Smaller losses have no cause worth naming. */
const NOTABLE_LOSS = 0.05;

/** Share of the losses that makes a cause the main one. */
const DOMINANT = 0.5;

/** Diagnoses that say nothing of why. Places of all answers together say more than those of one. */
const UNSPECIFIC = new Set<string>([
  ...['complete', 'scattered', 'wrong'],
  ...['missing-head', 'missing-middle', 'missing-tail'],
]);

/** Diagnoses of not knowing, whose reason is whatever the places show. */
const NOT_KNOWN = new Set<string>(['missing', 'another', 'off-topic', 'distractor', 'empty']);

const DEFECTS = new Set<string>(['superseded', 'obeyed']);

const KINDS: Readonly<Record<string, NonNullable<Reached['causeKind']>>> = {
  refused: 'refused',
  filtered: 'refused',
  unreadable: 'unread',
  'regular-sequence': 'made-up',
};

/** Finds the main cause of a model's losses. Nothing if little was lost and no place is ignored. */
export function causeOf(calls: readonly Row[], row: Pick<Reached, 'reliable'>): Cause | undefined {
  const answered = calls.filter(({ error, control }) => error === undefined && !control);
  const { hole, limit } = row.reliable ?? {};
  const isPlaced = limit !== undefined || (hole?.cut ?? hole?.place) !== undefined;
  if (limit && limit.kind !== 'window') return { cause: { of: 'limit' } };
  const isNotable = lostIn(answered) >= NOTABLE_LOSS * answered.length;
  const most = isNotable
    ? dominant(answered, (call) => problemOf(call) ?? call.diagnosis)
    : undefined;
  const isUnknowing = most && NOT_KNOWN.has(most.cause);
  const isTold =
    most &&
    !hole?.cut &&
    !(isUnknowing && (isPlaced || most.own.some(({ compaction }) => compaction)));
  if (most && (isProblem(most.cause) || isTold)) {
    const kind = KINDS[most.cause];
    return {
      cause: { of: most.cause, answers: most.own.length, outOf: answered.length },
      ...(kind && { causeKind: kind }),
      ...(DEFECTS.has(most.cause) && { isDefect: true }),
    };
  }
  if (!isPlaced) return undefined;
  return { cause: { of: limit ? 'limit' : 'place' }, ...(hole?.cut && { isDefect: true }) };
}

function lostIn(calls: readonly Row[]): number {
  return sum(calls.map(({ score }) => 1 - score));
}

/** Finds the specific cause of most losses, with its answers. */
function dominant(calls: readonly Row[], of: (call: Row) => string | undefined) {
  const byCause = groupBy(
    calls.filter(({ score }) => score < 1),
    of,
  );
  const least = DOMINANT * lostIn(calls);
  for (const [cause, rows] of byCause) {
    if (cause !== undefined && !UNSPECIFIC.has(cause) && lostIn(rows) >= least)
      return { cause, own: rows };
  }
  return undefined;
}

/**
 * Estimates how far a model is reliable, and what is open.
 *
 * @param cases - of the model, to find what would settle it
 */
export function reachOf(
  model: RecallModel,
  options: ReportOptions,
  cases: readonly AskedCase[] = [],
): Pick<Reached, 'effectiveLength' | 'likely' | 'reliable' | 'open'> {
  const effectiveLength = effectiveLengthOf(model, options);
  const reliable = reliableOf(model, options);
  if (!reliable) return { likely: [] };
  const { likely, ...told } = reliable;
  const question = questionOf(reliable);
  const open = question && openOf(model, options, cases, reliable, question);
  return {
    ...(effectiveLength && { effectiveLength }),
    likely,
    reliable: told,
    ...(open && { open }),
  };
}

/** What is open: any bound, then the longest length, or the shortest. More prompts tell nothing more of a hole. */
interface Question {
  /** Tokens that the reliable length must reach. Without it, any bound will do. */
  floor?: number;
}

function questionOf({ tokens, notFrom, cappedBy, likely }: ReliableLength): Question | undefined {
  if (cappedBy !== 'curve' && cappedBy !== 'low' && cappedBy !== 'unread') return undefined;
  const isShown = tokens > 0;
  if (!isShown && notFrom === Number.POSITIVE_INFINITY) return {};
  const [first, last] = [likely[0]!.tokens, likely.at(-1)!.tokens];
  if ((isShown && notFrom <= last) || notFrom === first) return undefined;
  return { floor: isShown ? last : first };
}

/** For an undecided minimum, returns what would settle it. */
export function openFloor(
  model: RecallModel,
  options: ReportOptions,
  cases: readonly AskedCase[],
  floor: number,
): Open | undefined {
  const reliable = reliableOf(model, options);
  if (!reliable || reliable.tokens >= floor || reliable.notFrom <= floor) return undefined;
  return openOf(model, options, cases, reliable, { floor });
}

function openOf(
  model: RecallModel,
  options: ReportOptions,
  cases: readonly AskedCase[],
  { cappedBy }: ReliableLength,
  question: Question,
): Open {
  if (cappedBy === 'unread') return { why: 'unread' };
  const isOfLength = cappedBy === 'curve' || cappedBy === 'low';
  const more = isOfLength && cases.length > 0 && moreOf(model, cases, question, options);
  return { why: 'few', ...(more && { more }) };
}

/** Estimates how many more prompts would settle it, and their cost. Nothing if a few more would not. */
function moreOf(
  model: RecallModel,
  cases: readonly AskedCase[],
  question: Question,
  { asksBy }: ReportOptions,
): More | undefined {
  const { lengths, weighed } = model;
  // More prompts about the same things tell less than prompts about others.
  if (areShared(weighed)) return undefined;
  const further = seedsFor(model, question);
  if (further === undefined) return undefined;
  const ways = cases.filter(({ answer }) => answer).length / weighed.length;
  const tokens = further * sum(lengths) * ways;
  const paid = cases.flatMap(({ tokens: length, calls }) =>
    calls.flatMap(({ cost }) => (cost ? { cost, tokens: length } : [])),
  );
  const price = sum(paid.map(({ cost }) => cost)) / sum(paid.map((call) => call.tokens));
  // A seed asks the same questions again.
  const isDrawn = cases.every(
    ({ measure, cluster }) => measure === undefined && cluster === undefined,
  );
  return {
    by: isDrawn ? (asksBy ?? 'seeds') : 'prompts',
    seeds: new Set(cases.map(({ seed }) => seed)).size,
    further,
    prompts: Math.round(further * lengths.length * ways),
    tokens,
    ...(paid.length > 0 && { cost: price * tokens }),
  };
}

const MOST_SEEDS = 24;

/** Answers may come out less clear than those so far. With so many times the seeds, three of four runs settle it. */
const RESERVE = 1.6;

/** Finds how many more seeds settle it if they are answered like those so far, and some in reserve. */
function seedsFor({ weighed, curve, expected }: RecallModel, { floor }: Question) {
  const { threshold } = curve!;
  const seeds = Math.min(...[...groupBy(weighed, ({ tokens }) => tokens).values()].map(sizeOf));
  for (let more = 1; more * RESERVE <= MOST_SEEDS; more++) {
    const answers = weighed.map((prompt) => ({
      ...prompt,
      worth: (prompt.worth ?? 1) * (1 + more / seeds),
    }));
    const likely = likelyLengths(recallCurve(answers, { threshold, expected: expected! }));
    const at = likely.findLast(({ tokens }) => tokens <= (floor ?? 0)) ?? likely[0]!;
    const [first, last] = floor === undefined ? [likely[0]!, likely.at(-1)!] : [at, at];
    const isSettled = first.probability >= SHOWN || last.probability <= 1 - SHOWN;
    if (isSettled) return Math.ceil(RESERVE * more);
  }
  return undefined;
}

const sizeOf = ({ length }: { length: number }) => length;
