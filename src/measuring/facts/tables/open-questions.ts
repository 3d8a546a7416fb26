/** Estimates how far a model is reliable, and what would settle it if that is open. */
import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { likelyLengths, SHOWN } from '../../statistics/curve/effective-length.js';
import { recallCurve } from '../../statistics/curve/recall-curve.js';
import type { ReliableLength } from '../../statistics/reliable/reliable-length.js';
import { areShared } from '../../statistics/units.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import type { More, Open, Reached } from '../length-verdict.js';
import { effectiveLengthOf } from './recall-figures.js';
import { type RecallModel, reliableOf } from './recall-model.js';
import type { ReportOptions } from './tables.js';

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
  const paid = cases.flatMap(({ tokens: own, calls }) =>
    calls.flatMap(({ cost }) => (cost ? { cost, tokens: own } : [])),
  );
  const price = sum(paid.map(({ cost }) => cost)) / sum(paid.map((one) => one.tokens));
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
    const answers = weighed.map((one) => ({
      ...one,
      worth: (one.worth ?? 1) * (1 + more / seeds),
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
