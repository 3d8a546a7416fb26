/** Estimates what a gate of planned prompts will find, by running it on imagined models. docs/cost.md */

import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { UserError } from '../../base/user-error.js';
import type { Case } from '../../contract/case.js';
import { caseId } from '../../contract/case-identity.js';
import type { Row } from '../../contract/row.js';
import { RECALL } from '../../contract/signs.js';
import { caseKey } from '../facts/evaluation/asked-case.js';
import { evaluationOf } from '../facts/evaluation/evaluation.js';
import {
  type Baseline,
  type BaselineCase,
  type BaselineFile,
  wholeBaseline,
} from '../results/baseline/baseline.js';
import { toRow } from '../results/rows.js';
import {
  type LongestBound,
  type LongestLoss,
  longestBound,
  longestLoss,
} from '../statistics/regression/longest-loss.js';
import type { ComparedSeries } from '../statistics/regression/paired-prompts.js';
import {
  type ImaginedPrompt,
  imaginedFrom,
  regressionPower,
  seedsNeeded,
} from '../statistics/regression/regression-power.js';
import { clusterPower, type KnownUnit, unitsNeeded } from '../statistics/rounds/rounds-power.js';
import { powerFrom } from '../verdicts/gate/powers.js';
import { scoresOf } from '../verdicts/gate/shared-cases.js';
import type { GivenPrice } from './prices.js';
import { marksOfTest, type OurTest } from './suite.js';

export interface PlanOptions {
  prices: readonly GivenPrice[];
  /** Tokens that a model may think before each answer, and bill as output. */
  thinking?: number | undefined;
  /** Even drop of recall whose power is stated. */
  drop: number;
  /** Expected recall, and correlation of the marks of one prompt, 0 to 1. */
  recall: number;
  icc: number;
  /** Or what a baseline shows of its models. */
  baseline?: Pick<BaselineFile, 'runs'>;
  /** Settings of the gate: error rate, and the drop it accepts. */
  alpha: number;
  maxDrop: number;
  /** What the gate follows. Default: recall. */
  measures?: readonly string[];
}

/** What a gate finds in all series of one model together. */
export interface GatePower {
  /** A model of the baseline; nothing where recall is assumed. */
  model?: string;
  /** Nothing for recall. */
  measure?: string;
  series: number;
  prompts: number;
  seeds: number;
  /** Runs of the baseline, 1 where none is given. */
  runs: number;
  drop: number;
  /** Probability of finding the drop; absent where the baseline does not tell it. */
  probability?: number;
  /** What it may be with what the baseline shows. */
  low?: number;
  high?: number;
  /** Seeds that find the drop with a probability of 0.8; absent where no number does. */
  seedsNeeded?: number;
  /** What can be seen of the longest length; absent where all prompts are as long. */
  longest?: LongestLoss;
  /** What the gate will say of the longest length if nothing is lost. */
  longestBound?: LongestBound;
  /** Where questions are asked several times each: how many, and how many would find it; then seeds do not help. */
  questions?: number;
  questionsNeeded?: number;
}

export const WANTED_POWER = 0.8;

const EVALUATIONS = 200;

interface Planned {
  id: string;
  series: string;
  tokens: number;
  seed: number;
  marks: number;
  cluster?: string;
}

type PowerOptions = Pick<
  PlanOptions,
  'drop' | 'recall' | 'icc' | 'baseline' | 'alpha' | 'maxDrop' | 'measures'
>;

/**
 * Estimates the power of a gate over planned Cases, without controls: one statement, or one per model of the
 * baseline.
 *
 * @throws {UserError} when the baseline has none of the Cases
 */
export function expectedPower(tests: readonly OurTest[], options: PowerOptions): GatePower[] {
  const prompts = plannedPrompts(tests);
  if (prompts.length === 0) return [];
  const { baseline, measures = [RECALL] } = options;
  const limits = { ...options, alpha: options.alpha / measures.length };
  const models = baseline ? [...wholeBaseline(baseline.runs).keys()] : [];
  const found = measures.flatMap((measure) => {
    const planned =
      measure === RECALL ? prompts : prompts.map((prompt) => byMeasure(prompt, measure));
    const powers = baseline
      ? models.flatMap((model) => measuredPower(planned, model, baseline.runs, limits))
      : [assumedPower(planned, limits)];
    return powers.map((power) => ({ ...power, ...(measure !== RECALL && { measure }) }));
  });
  if (found.length > 0) return found;
  throw new UserError(
    "The baseline has none of the config's prompts. Use the options that it was made with, or leave --baseline out.",
  );
}

/** Turns a prompt into that of another measure, which is one number. */
function byMeasure(prompt: Planned, measure: string): Planned {
  return { ...prompt, id: caseKey({ ...prompt, measure }), marks: 1 };
}

function plannedPrompts(tests: readonly OurTest[]): Planned[] {
  const counted = tests.filter((test) => !test.case.control);
  const byId = new Map(counted.map((test) => [caseId(test.case), test]));
  const { models } = evaluationOf([...byId.values()].map((test) => rowOf(test.case)));
  return models.flatMap(({ cases }) =>
    [...cases.values()].map(({ id, series, tokens, seed, cluster }) => ({
      id,
      series: series.id,
      tokens,
      seed,
      marks: marksOfTest(byId.get(id)!),
      ...(cluster !== undefined && { cluster }),
    })),
  );
}

/** Facts of prompts that were not sent and need no published scores. */
const NOTHING_SENT = { conditionsOf: () => undefined, foreignPrompt: () => undefined };

function rowOf(theCase: Case): Row {
  const metadata = { benchmark: theCase.benchmark, id: caseId(theCase) };
  return toRow({ vars: { case: theCase }, metadata }, NOTHING_SENT)!;
}

function assumedPower(planned: readonly Planned[], options: PowerOptions): GatePower {
  const questions = questionsOf(planned);
  if (questions) {
    const { recall } = options;
    const assumed = [...questions.keys()].map(() => ({ right: ASSUMED * recall, asked: ASSUMED }));
    return { ...sizeOf(planned), ...questionPower(planned, assumed, { ...options, runs: 1 }) };
  }
  const names = [...new Set(planned.map(({ series }) => series))];
  const { recall, icc } = options;
  const grid = planned.map(({ series, tokens, marks }) => ({
    series: names.indexOf(series),
    tokens,
    marks,
    recall,
    icc,
  }));
  const longest = longestLoss(grid, options);
  const bound = longestBound(grid, options);
  return {
    ...sizeOf(planned),
    runs: 1,
    drop: options.drop,
    probability: regressionPower(grid, options).probability,
    ...(longest && { longest }),
    ...(bound && { longestBound: bound }),
    ...needed(grid, planned, options),
  };
}

/** Answers that an assumed recall is worth. */
const ASSUMED = 1000;

/** Groups prompts by question, if all share theirs with others. */
function questionsOf(planned: readonly Planned[]): Map<string, Planned[]> | undefined {
  if (planned.some(({ cluster }) => cluster === undefined)) return undefined;
  return groupBy(planned, ({ cluster }) => cluster!);
}

/** Estimates power by questions, and how many it takes. */
function questionPower(
  planned: readonly Planned[],
  known: readonly KnownUnit[],
  {
    alpha,
    maxDrop,
    drop,
    runs,
  }: Pick<PowerOptions, 'alpha' | 'maxDrop' | 'drop'> & { runs: number },
): Pick<
  GatePower,
  'runs' | 'drop' | 'probability' | 'low' | 'high' | 'questions' | 'questionsNeeded'
> {
  const cells = Math.max(1, Math.round(planned.length / known.length));
  const design = { cells, runs, rounds: 1, drop, alpha, maxDrop };
  const { probability } = clusterPower(known, design);
  const questionsNeeded = unitsNeeded(known, design, WANTED_POWER);
  return {
    runs,
    drop,
    ...{ probability, low: probability, high: probability },
    questions: known.length,
    ...(questionsNeeded !== undefined && { questionsNeeded }),
  };
}

function measuredPower(
  planned: readonly Planned[],
  model: string,
  runs: readonly Baseline[],
  { alpha, maxDrop, drop }: PowerOptions,
): GatePower[] {
  const runsOfModel = runs.flatMap((run) => run.get(model) ?? []);
  const known = planned.filter(({ id }) => runsOfModel.some((run) => run.has(id)));
  if (known.length === 0) return [];
  const questions = questionsOf(known);
  if (questions) {
    const shown = [...questions.values()].map((asked) => {
      const scores = asked.flatMap(({ id }) => runsOfModel.flatMap((run) => scoresOf(run.get(id))));
      return { right: sum(scores), asked: scores.length };
    });
    const limits = { alpha, maxDrop, drop, runs: runsOfModel.length };
    return [{ model, ...sizeOf(known), ...questionPower(known, shown, limits) }];
  }
  const series = comparedSeries(known, runsOfModel);
  const stated = powerFrom(series, { alpha, maxDrop, detect: drop });
  const { probability, low, high, runs: count, drift, longest } = stated;
  const grid = imaginedFrom(series);
  const limits = { alpha, maxDrop, drop, runs: count, drift };
  const bound = longestBound(grid, limits);
  return [
    {
      model,
      ...sizeOf(known),
      runs: count,
      drop,
      ...(probability !== undefined && { probability }),
      ...(low !== undefined && high !== undefined && { low, high }),
      ...(longest && { longest }),
      ...(bound && { longestBound: bound }),
      ...needed(grid, known, limits),
    },
  ];
}

function comparedSeries(
  planned: readonly Planned[],
  runs: readonly ReadonlyMap<string, BaselineCase>[],
): ComparedSeries[] {
  return [...groupBy(planned, ({ series }) => series)].map(([series, prompts]) => ({
    series,
    cases: prompts.map(({ id, tokens }) => {
      const answered = runs.map((run) => run.get(id));
      const marks = Math.max(1, ...answered.map((answer) => answer?.marks.length ?? 0));
      return { tokens, marks, baseline: answered.map(scoresOf), candidate: [] };
    }),
  }));
}

function sizeOf(planned: readonly Planned[]) {
  return {
    series: new Set(planned.map(({ series }) => series)).size,
    prompts: planned.length,
    seeds: new Set(planned.map(({ seed }) => seed)).size,
  };
}

/** Finds the seeds that detect a drop, by the prompts of the first seed. */
function needed(
  grid: readonly ImaginedPrompt[],
  planned: readonly Planned[],
  options: Parameters<typeof seedsNeeded>[1],
): Pick<GatePower, 'seedsNeeded'> {
  const oneSeed = grid.filter((_, i) => planned[i]!.seed === planned[0]!.seed);
  const seeds = seedsNeeded(oneSeed, options, WANTED_POWER, { evaluations: EVALUATIONS });
  return seeds === undefined ? {} : { seedsNeeded: seeds };
}
