/** Decides whether an evaluation got worse than a baseline. Rules and error rates: docs/gate.md. */

import { ALPHA, DEFAULT_THRESHOLD, detectedDrop, MAX_DROP } from '../../../base/defaults.js';
import { mean, sum } from '../../../base/numbers.js';
import { UserError } from '../../../base/user-error.js';
import { RECALL } from '../../../contract/signs.js';
import type { Sizes } from '../../document/sizes.js';
import type { AskedCase } from '../../facts/evaluation/asked-case.js';
import type { ConditionChange } from '../../facts/evaluation/changes.js';
import { assertOneGrid } from '../../facts/evaluation/completeness.js';
import { answersOf } from '../../facts/evaluation/copies.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import { measuredName, ofMeasure } from '../../facts/evaluation/measures.js';
import { addedTexts, ratedByHand, transformCounts } from '../../facts/tables/answer-notes.js';
import {
  type Baseline,
  type BaselineFile,
  wholeBaseline,
} from '../../results/baseline/baseline.js';
import { regressionsOf } from './clusters.js';
import type {
  FloorCheck,
  GateOptions,
  GateResult,
  ModelLook,
  ProviderGate,
  UnusedAnswers,
  Verdict,
} from './gate-result.js';
import { worst } from './gate-with-tests.js';
import { lengthChanges, worstOf } from './length-changes.js';
import { newAnswerChecks, newCasesOf } from './new-answers.js';
import {
  assertComparable,
  changeChecks,
  changesOf,
  completenessOf,
  isUnrecorded,
  leftOpen,
  type ModelPair,
  modelPairs,
} from './pairs.js';
import type { Powers } from './powers.js';
import { collapseChecks } from './problem-checks.js';
import { withinBudget } from './regressions.js';
import { type SharedCase, scoresOf, sharedCases } from './shared-cases.js';

export const DEFAULT_GATE: GateOptions = {
  alpha: ALPHA,
  maxDrop: MAX_DROP,
  detect: detectedDrop(MAX_DROP),
  threshold: DEFAULT_THRESHOLD,
  floors: [],
  floorsBy: 'low',
  allow: { errors: false, missing: false, extra: false, cached: false, changed: false, new: false },
  providers: [],
};

/** Minimums of the options, compared with the figures of the report. */
export interface Floors {
  /** A search found the model's reliable length, which rests on all answers. */
  isSearched(model: string): boolean;
  /**
   * Checks the minimums of one model and metric.
   * @param cases - those that count
   * @param withSearched - includes minimums that a search decides
   */
  checked(
    model: string,
    measure: string,
    cases: ReadonlyMap<string, AskedCase>,
    withSearched: boolean,
  ): FloorCheck[];
}

/** What only some callers need, so that others don't load it. */
interface GateParts {
  /** Checks the minimums of the options. */
  floors?: Floors;
  powers?: Powers;
  /** By model, while prompts are still being sent. */
  looks?: ReadonlyMap<string, ModelLook>;
}

/**
 * Decides by the new answers of an evaluation.
 * @param baseline - without one, only minimums are checked
 * @throws {UserError} if there is nothing to decide: no baseline and no minimum, no case in common, or shards that do not
 *   belong together
 */
export function gate(
  evaluation: Evaluation,
  baseline: BaselineFile | undefined,
  options: GateOptions,
  parts: GateParts = {},
): GateResult {
  if (!baseline && options.floors.length === 0) {
    throw new UserError('Nothing to compare with. Pass --baseline FILE or --min-recall 0.9.');
  }
  if (!options.allow.missing) assertOneGrid(evaluation);
  const { missing } = evaluation;
  const kept = baseline && wholeBaseline(baseline.runs);
  const pairs = modelPairs(options.providers, kept, baseline?.identities, evaluation);
  const changed = new Map(
    baseline ? pairs.map((pair) => [pair.now, changesOf(pair, baseline)] as const) : [],
  );
  if (kept) assertComparable(pairs, kept, evaluation, { madeBy: baseline.madeBy, changed });
  const { followed } = evaluation.measures;
  const given = { ...parts, evaluation, baseline, kept, options };
  const compared = pairs.map((pair) => comparedOf(pair, given));
  const providers = followed.flatMap((measure) =>
    compared.map((one) => judgedOf(one, measure, given, changed.get(one.now) ?? [])),
  );
  const shards: Verdict[] = missing.shards.length > 0 && !options.allow.missing ? ['failed'] : [];
  const calls = evaluation.models.flatMap(({ cases }) =>
    [...cases.values()].flatMap((asked) => asked.calls),
  );
  const transforms = transformCounts(calls);
  const added = addedTexts(calls);
  const rated = ratedByHand(answersOf(evaluation.models));
  return {
    format: 'promptfoo-counting-stars gate',
    version: 3,
    verdict: worst(...providers.map(({ verdict }) => verdict), ...shards),
    options,
    missingShards: [...missing.shards],
    ...(missing.unchecked !== undefined && { unchecked: missing.unchecked }),
    ...(isUnrecorded(baseline, evaluation) && { unrecorded: true as const }),
    ...(transforms.length > 0 && { transforms }),
    ...(added.length > 0 && { added }),
    ...(rated && { rated }),
    providers,
  };
}

interface Given extends GateParts {
  evaluation: Evaluation;
  baseline: BaselineFile | undefined;
  /** All runs of the baseline as one. */
  kept: Baseline | undefined;
  options: GateOptions;
}

/** Compares one model's answers with those of the baseline, by metric. */
function comparedOf(pair: ModelPair, { evaluation, baseline, options, powers, looks }: Given) {
  const { old, now, model } = pair;
  const { followed } = evaluation.measures;
  const all = model?.cases ?? new Map<string, AskedCase>();
  const asked = options.allow.cached ? all : newCasesOf(all);
  const runs = runsOf(baseline, old);
  const shared = new Map(
    followed.map((name) => [name, sharedCases(runs, ofMeasure(name, asked))] as const),
  );
  const limits = {
    ...options,
    ...(powers && { powers }),
    measures: followed.length,
    ...(looks?.has(now) && { look: looks.get(now)! }),
  };
  const found = [...regressionsOf(shared, limits)];
  const checked = new Map(found.map(([name, one]) => [name, withinBudget(one, limits)] as const));
  return { ...pair, asked, shared, checked };
}

/** Judges one model by one metric. */
function judgedOf(
  { old, now, model, ...found }: ReturnType<typeof comparedOf>,
  measure: string,
  { evaluation, baseline, kept, options, floors }: Given,
  changes: ConditionChange[],
): ProviderGate {
  const { measures, missing } = evaluation;
  const before = kept && ofMeasure(measure, kept.get(old));
  const all = ofMeasure(measure, model?.cases);
  const after = ofMeasure(measure, found.asked);
  const shared = found.shared.get(measure)!;
  const isSearched = floors?.isSearched(now) === true;
  const newAnswers = newAnswerChecks(all, options, isSearched);
  const { unread, ...checked } = found.checked.get(measure)!;
  const isMain = measure === measures.followed[0];
  const isTested = options.allow.changed || options.providers.length > 0;
  const open = isTested || !checked.regression ? [] : changeChecks(changes);
  const isOpen = newAnswers.some(({ verdict }) => verdict === 'inconclusive');
  const checkedFloors = floors?.checked(now, measure, after, !(isOpen && isSearched)) ?? [];
  // It is then open because few answers are new.
  const floorChecks = checkedFloors.filter(
    ({ verdict }) => !(isOpen && verdict === 'inconclusive'),
  );
  const complete = completenessOf(before, all, options, {
    counted: after,
    madeBy: baseline?.madeBy,
    gaps: isMain ? missing.gaps.filter(({ provider }) => provider === now) : [],
    why: missing.why,
    unread: unread && open.length === 0,
  });
  const completeness = [
    ...open,
    ...newAnswers,
    ...collapseChecks(shared),
    // Failed calls are the same for each metric.
    ...complete.filter(({ kind }) => isMain || kind === 'missing' || kind === 'extra'),
  ];
  const { regression } = checked;
  const decided = regression && open.length > 0 ? leftOpen(regression) : regression;
  const judged = [...(decided ? [decided] : []), ...floorChecks, ...completeness];
  const sizes = commonSizes(after);
  const unused = unusedAnswers(shared);
  return {
    model: now,
    provider: measuredName(now, measure),
    ...(measure !== RECALL && { measure }),
    ...(sizes && { sizes }),
    ...(old !== now && { baselineName: measuredName(old, measure) }),
    ...(changes.length > 0 && { changes }),
    verdict: worst(...judged.map(({ verdict }) => verdict)),
    ...checked,
    ...(decided && { regression: decided }),
    ...(unused.length > 0 && { unused }),
    lengths: lengthChanges(shared),
    worst: worstOf(shared),
    floors: floorChecks,
    completeness,
  };
}

function runsOf(baseline: BaselineFile | undefined, model: string) {
  return (baseline?.runs ?? []).flatMap((run: Baseline) => run.get(model) ?? []);
}

/** Returns the sizes of prompts, if all are of one benchmark that has them. */
function commonSizes(cases: ReadonlyMap<string, AskedCase>): Sizes | undefined {
  const series = new Set(
    [...cases.values()].flatMap((asked) => (asked.series.control ? [] : asked.series)),
  );
  const [only, ...others] = series;
  return others.length === 0 ? only?.sizes : undefined;
}

/** Counts answers where one side has more to each prompt. Questions that are asked several times use all answers. */
function unusedAnswers(shared: readonly SharedCase[]): UnusedAnswers[] {
  const both = shared.flatMap(({ cluster, before, after }) => {
    const runs = before.filter((run) => run && !run.unread).map(scoresOf);
    if (cluster !== undefined || !after || after.unread || runs.length === 0) return [];
    return { runs, now: scoresOf(after) };
  });
  const sides = both.map(({ runs, now }) => {
    const fewest = Math.min(now.length, ...runs.map(({ length }) => length));
    return { now, runs: runs.flat(), fewest, ofRuns: fewest * runs.length };
  });
  const side = (
    of: UnusedAnswers['of'],
    all: readonly (readonly number[])[],
    compared: number,
  ): UnusedAnswers[] => {
    const answers = sum(all.map(({ length }) => length));
    return compared === answers ? [] : [{ of, compared, answers, score: mean(all.map(mean)) }];
  };
  return [
    ...side(
      'results',
      sides.map(({ now }) => now),
      sum(sides.map(({ fewest }) => fewest)),
    ),
    ...side(
      'baseline',
      sides.map(({ runs }) => runs),
      sum(sides.map(({ ofRuns }) => ofRuns)),
    ),
  ];
}
