/** Options and result of the gate: plain data, also the content of `--json`. */

import type { Row } from '../../../contract/row.js';
import type { Sizes } from '../../document/sizes.js';
import type { ConditionChange } from '../../facts/evaluation/changes.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import type { Gap, Unchecked, WhyMissing } from '../../facts/evaluation/gaps.js';
import type { Open, Reached } from '../../facts/length-verdict.js';
import type { AddedText, RatedByHand, TransformCount } from '../../facts/tables/answer-notes.js';
import type { ProblemCount } from '../../facts/tables/problems.js';
import type { Interval } from '../../statistics/interval.js';
import type { LongestLoss } from '../../statistics/regression/longest-loss.js';
import type { RegressionResult } from '../../statistics/regression/regression.js';
import type { StatedPower } from '../../statistics/regression/regression-power.js';
import type { Limit } from '../../statistics/reliable/reliable-length.js';
import type { Allowed } from './allowed.js';

export type { Allowed } from './allowed.js';

export interface GateOptions {
  /** Chance of a false alarm, over all comparisons and metrics of a model. */
  alpha: number;
  /** Largest accepted drop of mean recall. */
  maxDrop: number;
  /** Pass only if the drop is provably smaller than this. */
  margin?: number;
  /** Drop to state the power for. */
  detect: number;
  /** Skips the power, which takes half of a gate's time. */
  isTerse?: true;
  /** Recall below which a length is not reliable, above 0 and below 1. */
  threshold: number;
  floors: Floor[];
  /** Which end of a figure must reach a minimum. */
  floorsBy: FloorBound;
  /** Problems that neither fail the gate nor leave it open. */
  allow: Record<Allowed, boolean>;
  /** Models to compare, as `old=new` or one name. By default all of either side. */
  providers: string[];
}

/** Progress with one model, while prompts are still being sent. */
export interface ModelLook {
  /** Nothing more will be sent to it. */
  isLast: boolean;
  /** Because the budget is used up. */
  isSpent: boolean;
  /** All cases that may be sent, by id. */
  planned: ReadonlyMap<string, PlannedCase>;
}

/** Known before a case is sent. Cases of a series share `place`, questions on one prompt share `draw`. */
export type PlannedCase = Readonly<{ tokens: number; place: string; draw: string }>;

export type FloorBound = 'estimate' | 'low';

/** A minimum for every benchmark of every model, with or without a baseline. */
export type Floor =
  | { kind: 'recall'; recall: number /** At one length only. */; tokens?: number }
  | { kind: 'effective-length'; tokens: number }
  /** For prompts sized by a count: `8 documents`. */
  | { kind: 'effective-size'; amount: number; noun: string };

export type Verdict = 'passed' | 'failed' | 'inconclusive';

/** Chance that the gate detects a drop, simulated with the spread of the baseline. */
export interface PowerStatement extends Partial<StatedPower> {
  /** The same drop at all lengths. */
  drop: number;
  /** Runs of the baseline, and the standard deviation of their drift. */
  runs: number;
  drift: number;
  /** Power at the longest length. Absent if all prompts have one length. */
  longest?: LongestLoss;
}

export interface FloorCheck {
  /** Absent if no benchmark has prompts that long. */
  series?: string;
  floor: Floor;
  /** Recall, or a reliable length in tokens, at most the longest tested. */
  value?: number;
  verdict: Verdict;
  found: FloorFound;
}

/** What a minimum is compared with. */
export type FloorFound =
  | { kind: 'recall'; recall: Interval }
  /** `settles`: what would settle it, if it is open. */
  | { kind: 'length'; reached: Reached; settles?: Open }
  /** `tokens`: only this length has none. */
  | { kind: 'no answers'; tokens?: number }
  /** Nothing was tested that the minimum is about. `tested` lists the lengths that were. */
  | { kind: 'not tested'; tested: number[] };

/** Prompts without an answer, with a cut or cached answer, without a result, or without a baseline. */
export type CompletenessCheck = CheckedSet & CheckedKind;

interface CheckedSet {
  count: number;
  of: number;
  named: { id: string; description: string; error?: string }[];
  verdict: Verdict;
}

/** The kind of problem, with its figures. */
type CheckedKind =
  /** `silent`: a benchmark has no answer at all. */
  | { kind: 'errors'; silent?: true }
  /** `noModel`: the results lack the model. `gap`: prompts of the config are missing. */
  | {
      kind: 'missing';
      noModel?: true;
      changed?: ChangedCells;
      gap?: Gap;
      why?: WhyMissing;
    }
  /** What the baseline lacks. */
  | { kind: 'extra'; lacks: 'prompts' | 'model' | 'metric' }
  /** `short`: a length with too few new answers to pass. */
  | {
      kind: 'cached';
      /** Cached answers count. */
      isAllowed?: true;
      isSearched?: true;
      short?: { tokens: number; prompts: number; asked: number };
    }
  | { kind: 'changed'; changes: readonly ConditionChange[] }
  /**
   * Cut or unreadable answers. `isCause`: recall fell because of them. Many more than in the baseline (`before`) leave
   * the gate open.
   */
  | {
      kind: 'problems';
      problem: ProblemCount;
      before?: CountOf;
      isCause?: true;
      /** A server cuts prompts: no longer one was answered on topic, as the baseline's were. */
      limit?: Limit;
      sizes?: Sizes;
    }
  /** `judged` answers were checked. At most the share `atMost` failed completely. */
  | { kind: 'collapsed'; judged: number; atMost: number; before: CountOf };

export interface CountOf {
  count: number;
  of: number;
}

/** Prompts that both sides have under different ids. */
export interface ChangedCells {
  count: number;
  /** What changed: texts in the prompts, or options of the generator. */
  by: 'texts' | 'options';
  /** Version of this package that made the baseline, if it is another one. */
  madeBy?: string;
}

/** A case whose score fell. */
export interface WorstCell {
  id: string;
  description: string;
  tokens: number;
  seed: number;
  baseline: number;
  now: number;
  diagnosis?: string;
  reason: string;
  answer: string;
  /** The answer, and the index of its fact that fell furthest. Not in the JSON. */
  row: Row;
  mark: number;
}

/** Over prompts that both sides answered. */
export interface LengthChange {
  tokens: number;
  prompts: number;
  before: number;
  now: number;
  /** From the start of the prompts to their end. Absent if facts have no places. */
  places?: { before: (number | null)[]; now: (number | null)[] };
}

/** Answers left out, since the other side has fewer to each prompt. */
export interface UnusedAnswers {
  /** The side that has them. */
  of: 'results' | 'baseline';
  compared: number;
  answers: number;
  score: number;
}

export interface ProviderGate {
  model: string;
  /** The model's name, followed by a metric other than recall. */
  provider: string;
  measure?: string;
  /** Set if all prompts have sizes of one kind. */
  sizes?: Sizes;
  /** Set if the baseline calls the model otherwise. */
  baselineName?: string;
  /** Known changes of conditions since the baseline. */
  changes?: readonly ConditionChange[];
  verdict: Verdict;
  /** Absent if both sides share no case. */
  regression?: RegressionResult;
  power?: PowerStatement;
  /** Answers that were not compared. */
  unused?: UnusedAnswers[];
  /** Reliable lengths before and now, by benchmark, over prompts that both sides answered. Absent without a baseline. */
  reach?: ReachChange[];
  /** Facts found by length, the shortest first. Empty without a baseline. */
  lengths: LengthChange[];
  floors: FloorCheck[];
  completeness: CompletenessCheck[];
  worst: WorstCell[];
}

export interface ReachChange {
  /** As the report calls it. */
  name: string;
  before: Reached;
  now: Reached;
  /** What that alone comes to; absent where it is no reason to doubt. */
  verdict?: Exclude<Verdict, 'passed'>;
}

export interface GateResult {
  format: 'promptfoo-counting-stars gate';
  version: 3;
  verdict: Verdict;
  options: GateOptions;
  /** Missing parts of the run, such as `3/4`. */
  missingShards: string[];
  /** Why completeness is unknown. */
  unchecked?: Unchecked;
  /** The baseline records no conditions, so changes are unknown. */
  unrecorded?: true;
  /** What transforms did to answers. */
  transforms?: readonly TransformCount[];
  /** Text around prompts whose lengths count what was sent. */
  added?: readonly AddedText[];
  /** Answers that a person rated against their score. */
  rated?: RatedByHand;
  providers: ProviderGate[];
}

/** A gate, with its baseline file and results. */
export interface Gated {
  file: string;
  evaluation: Evaluation;
  result: GateResult;
}
