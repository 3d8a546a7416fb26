/** Adds minimums and reliable lengths to the gate. */

import { once } from '../../../base/kept.js';
import { ascending } from '../../../base/numbers.js';
import { RECALL } from '../../../contract/signs.js';
import { tokensAt } from '../../document/sizes.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import { isOf } from '../../facts/evaluation/measures.js';
import { type Open, saidToFail, saidToHold } from '../../facts/length-verdict.js';
import {
  DEFAULT_OPTIONS,
  openFloor,
  type ReachedFigures,
  reachedFigures,
} from '../../facts/tables/reached-figures.js';
import { recallModel } from '../../facts/tables/recall-model.js';
import type { ReachedRow, SummaryRow } from '../../facts/tables/tables.js';
import type { BaselineFile } from '../../results/baseline/baseline.js';
import type { Interval } from '../../statistics/interval.js';
import { DEFAULT_GATE, type Floors, gate } from './gate.js';
import type {
  Floor,
  FloorBound,
  FloorCheck,
  FloorFound,
  GateOptions,
  GateResult,
  Verdict,
} from './gate-result.js';
import { newAnswersOf } from './new-answers.js';
import { POWERS } from './powers.js';
import { withReach } from './reach.js';

/**
 * @param searched - lengths that a search found, by model. Otherwise they are estimated from the answers.
 * @throws {UserError} as `gate` does
 */
export function gateWithFloors(
  evaluation: Evaluation,
  baseline: BaselineFile | undefined,
  options: GateOptions = DEFAULT_GATE,
  searched?: ReadonlyMap<string, Searched>,
): GateResult {
  const result = gate(evaluation, baseline, options, {
    floors: floorsOf(evaluation, options, searched),
    powers: POWERS,
  });
  // A search has its own reliable lengths.
  return baseline && !searched ? withReach(result, evaluation, baseline) : result;
}

function floorsOf(
  evaluation: Evaluation,
  { allow, floors, floorsBy, threshold }: GateOptions,
  searched: ReadonlyMap<string, Searched> | undefined,
): Floors {
  const options = { ...DEFAULT_OPTIONS, threshold };
  const dataOf = once(() => {
    const counted = allow.cached ? evaluation : newAnswersOf(evaluation);
    return withSearched(reachedFigures(counted, options), searched);
  });
  return {
    isSearched: (model) => searched?.has(model) === true,
    checked(model, measure, cases, withSearched) {
      if (floors.length === 0) return [];
      const data = dataOf();
      const wouldTell = (series: string, tokens: number) => {
        const members = [...cases.values()].filter((asked) => asked.series.id === series);
        return openFloor(recallModel(members, options), options, members, tokens);
      };
      return checkFloors(
        { ...data, series: data.series.filter(isOf(measure)) },
        model,
        floors.filter(({ kind }) => (kind === 'recall' ? measure === RECALL : withSearched)),
        floorsBy,
        searched ? undefined : wouldTell,
      );
    },
  };
}

export type Searched = Pick<
  SummaryRow,
  'effectiveLength' | 'likely' | 'reliable' | 'longest' | 'tolerated'
>;

/** Replaces reliable lengths by those that a search found. */
export function withSearched(
  data: ReachedFigures,
  searched: ReadonlyMap<string, Searched> | undefined,
): ReachedFigures {
  if (!searched) return data;
  const summary = data.summary.map((row): ReachedRow => {
    const found = searched.get(row.provider);
    if (!found) return row;
    const { effectiveLength: _, open: __, reliable, rise, ...others } = row;
    return {
      ...others,
      // A search states no length for a model whose recall rises with length.
      ...(!found.effectiveLength && reliable && { reliable }),
      ...found,
      ...(!found.effectiveLength && rise && { rise: { ...rise, clear: true } }),
    };
  });
  return { ...data, summary };
}

/** Differences of means below this are rounding errors. */
const ROUNDING = 1e-9;

/**
 * Checks minimums of a model for each of its benchmarks, controls left out. A minimum at a length is for benchmarks with prompts
 * of it. If none has, one check says so.
 * @param data - the figures of all rows
 * @param provider - name of the model in it
 * @param bound - by `low`, a minimum within the interval is inconclusive
 * @param wouldTell - returns what would settle whether a benchmark reaches a length
 */
export function checkFloors(
  data: ReachedFigures,
  provider: string,
  floors: readonly Floor[],
  bound: FloorBound,
  wouldTell: WouldTell = () => undefined,
): FloorCheck[] {
  const own = data.series.flatMap(({ id, title, control }) => {
    if (control) return [];
    const ofModel = (row: { series: string; provider: string }) =>
      row.series === id && row.provider === provider;
    const summary = data.summary.find(ofModel);
    return summary ? [{ title, summary, lengths: data.lengths.filter(ofModel) }] : [];
  });
  if (own.length === 0) return [];
  return floors.flatMap((floor) => {
    const checks = own.flatMap(({ title, summary, lengths }) => {
      const judgement = judged(floor, summary, lengths, bound);
      if (!judgement) return [];
      const tokens = lengthOf(floor, summary);
      const { found } = judgement;
      const isOpen = judgement.verdict === 'inconclusive' && !summary.rise?.clear;
      const settles =
        isOpen && tokens !== undefined && tokens <= summary.longest
          ? wouldTell(summary.series, tokens)
          : undefined;
      if (settles && found.kind === 'length') found.settles = settles;
      return [{ series: title, floor, ...judgement }];
    });
    if (checks.length > 0) return checks;
    const tested = own.flatMap(({ lengths }) => lengths.map(({ tokens }) => tokens));
    return { floor, ...untested(floor, tested) };
  });
}

/** Returns the minimum in tokens. Undefined for recall, or for another kind of size. */
function lengthOf(floor: Floor, { sizes }: ReachedRow): number | undefined {
  if (floor.kind === 'recall') return undefined;
  if (floor.kind === 'effective-length') return floor.tokens;
  return sizes?.noun === floor.noun ? tokensAt(sizes, floor.amount) : undefined;
}

type WouldTell = (series: string, tokens: number) => Open | undefined;

type Judgement = Pick<FloorCheck, 'value' | 'verdict' | 'found'>;

/** @returns undefined if the benchmark has no prompts that long */
function judged(
  floor: Floor,
  summary: ReachedRow,
  lengths: ReachedFigures['lengths'],
  bound: FloorBound,
): Judgement | undefined {
  if (floor.kind !== 'recall') {
    const wanted = lengthOf(floor, summary);
    if (wanted === undefined) return undefined;
    return judgedLength(wanted, summary, bound);
  }
  if (floor.tokens === undefined) return judgedRecall(floor.recall, summary.recall, bound);
  const row = lengths.find(({ tokens }) => tokens === floor.tokens);
  return row && judgedRecall(floor.recall, row.recall, bound);
}

function judgedRecall(wanted: number, recall: Interval, bound: FloorBound): Judgement {
  const { value } = recall;
  if (!Number.isFinite(value)) return { verdict: 'inconclusive', found: { kind: 'no answers' } };
  const verdict = verdictOf(recall, wanted - ROUNDING, bound);
  return { value, verdict, found: { kind: 'recall', recall } };
}

function judgedLength(
  wanted: number,
  summary: ReachedRow,
  bound: FloorBound,
): Judgement | undefined {
  const { effectiveLength, longest, unanswered = [] } = summary;
  const reached: FloorFound = { kind: 'length', reached: summary };
  if (!summary.reliable && !summary.tolerated)
    return { verdict: 'inconclusive', found: { kind: 'no answers' } };
  const held = saidToHold(summary);
  const value =
    bound === 'low' ? held : Math.max(held, Math.min(effectiveLength?.value ?? 0, longest));
  const isEnough = value >= Math.min(wanted, longest) && saidToFail(summary) > wanted;
  if (!isEnough) {
    const isOpen = (bound === 'low' || summary.rise?.clear) && saidToFail(summary) > wanted;
    return { value, verdict: isOpen ? 'inconclusive' : 'failed', found: reached };
  }
  if (wanted <= longest) return { value, verdict: 'passed', found: reached };
  const missing = unanswered.find((tokens) => tokens > longest);
  if (missing === undefined) return undefined;
  return { value, verdict: 'inconclusive', found: { kind: 'no answers', tokens: missing } };
}

/** By the low bound, a minimum within the interval is inconclusive. */
function verdictOf({ value, low, high }: Interval, wanted: number, bound: FloorBound): Verdict {
  if ((bound === 'low' ? low : value) >= wanted) return 'passed';
  return bound === 'low' && high >= wanted ? 'inconclusive' : 'failed';
}

/** No benchmark has prompts to judge by. */
function untested(floor: Floor, tested: readonly number[]): Judgement {
  const lengths = ascending(tested);
  const isLength = floor.kind === 'effective-length' || floor.kind === 'recall';
  return {
    ...(floor.kind === 'effective-length' && { value: lengths.at(-1)! }),
    verdict: 'inconclusive',
    found: { kind: 'not tested', tested: isLength ? lengths : [] },
  };
}
