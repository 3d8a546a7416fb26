/** What the gate is asked and what it decides: plain data, also the content of `--json`. */

import type { Sizes } from '../../document/sizes.js';
import type { ConditionChange } from '../../facts/evaluation/changes.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import type { Gap, Unchecked, WhyMissing } from '../../facts/evaluation/gaps.js';
import type { RatedByHand } from '../../facts/hand-ratings.js';
import type { Open, Reached } from '../../facts/length-verdict.js';
import type { ProblemCount } from '../../facts/tables/problems.js';
import type { AddedText } from '../../facts/tables/sent-lengths.js';
import type { TransformCount } from '../../facts/tables/transforms.js';
import type { Interval } from '../../statistics/interval.js';
import type { LongestLoss } from '../../statistics/regression/longest-loss.js';
import type { RegressionResult } from '../../statistics/regression/regression.js';
import type { StatedPower, UnknownPower } from '../../statistics/regression/regression-power.js';
import type { Limit } from '../../statistics/reliable/reliable-length.js';
import type { Allowed } from './allowed.js';

export type { Allowed } from './allowed.js';

export interface GateOptions {
  /** Probability of a false alarm, for all comparisons and measures of one provider together. */
  alpha: number;
  /** A mean drop of recall up to this one is accepted. */
  maxDrop: number;
  /** Passing takes proof that recall fell by less than this. */
  margin?: number;
  /** The drop whose probability of being found is stated. */
  detect: number;
  /** Set where nobody reads that: it takes half of a gate's time. */
  isTerse?: true;
  /** Standard deviation by which whole runs shift; else by the baseline, or the prior. */
  drift?: number;
  /** Recall below which the effective length ends, above 0 and below 1. */
  threshold: number;
  floors: Floor[];
  /** What of a figure must reach its floor. */
  floorsBy: FloorBound;
  /** What does not fail the gate, or leave it open. */
  allow: Record<Allowed, boolean>;
  /** Readers to compare, as `old=new` or one name of both; without any, all that either side has. */
  providers: string[];
}

/** How far a reader has been asked, where prompts are asked only until all is decided. */
export interface ReaderLook {
  /** Whether nothing more will be asked of it. */
  isLast: boolean;
  /** Whether that is because a budget has no room. */
  isSpent: boolean;
  /** All Cases that it would be asked, by id. */
  planned: ReadonlyMap<string, PlannedCase>;
}

/** What a gate that states no power has in its place. */
type Unstated = { [Field in keyof StatedPower]?: undefined };

/** What is known of a Case before it is asked: its length, and which Cases are of one series, or one prompt. */
export type PlannedCase = Readonly<{ tokens: number; place: string; draw: string }>;

/** The estimate, or the low bound of its interval. */
export type FloorBound = 'estimate' | 'low';

/** What every series of every reader must reach, with or without a baseline. */
export type Floor =
  | { kind: 'recall'; recall: number /** At one length only. */; tokens?: number }
  | { kind: 'effective-length'; tokens: number }
  /** Of series that are sized by how many things their prompts have: `8 documents`. */
  | { kind: 'effective-size'; amount: number; noun: string };

/** What can be wrong with the set of results. */
export type CompletenessKind = 'errors' | 'missing' | 'extra' | 'cached';

export type Verdict = 'passed' | 'failed' | 'inconclusive';

/** How likely the gate would find a drop, by imagining it with the spread that the baseline shows. */
export type PowerStatement = (StatedPower | UnknownPower | Unstated) & {
  /** The even drop of recall at all lengths that is to be found. */
  drop: number;
  /** Runs of the baseline, and the standard deviation by which a whole run shifts. */
  runs: number;
  drift: number;
  /** What can be seen of the longest length; absent where all prompts are as long. */
  longest?: LongestLoss;
};

export interface FloorCheck {
  /** Nothing where no series has prompts that long. */
  series?: string;
  floor: Floor;
  /** Recall, or an effective length in tokens, at most the longest. */
  value?: number;
  verdict: Verdict;
  found: FloorFound;
}

/** What a minimum is compared with. */
export type FloorFound =
  | { kind: 'recall'; recall: Interval }
  /** `settles`: what would tell, where it is open. */
  | { kind: 'length'; reached: Reached; settles?: Open }
  /** At a length, where that alone has none. */
  | { kind: 'no answers'; tokens?: number }
  /** Nothing was asked that the minimum is of; `tested` are the lengths that were. */
  | { kind: 'not tested'; tested: number[] };

/** Prompts that have no answer, only the start of one, no new one, no result, or no baseline. */
export type CompletenessCheck = CheckedSet & CheckedKind;

interface CheckedSet {
  count: number;
  /** Out of this many. */
  of: number;
  /** The first few. */
  named: { id: string; description: string; error?: string }[];
  verdict: Verdict;
}

/** What is wrong with them, with the figures that say how far. */
type CheckedKind =
  /** `silent`: a benchmark has no answer at all. */
  | { kind: 'errors'; silent?: true }
  /** `noModel`: the results lack the model; `gap`: of a grid that the config asks. */
  | {
      kind: 'missing';
      noModel?: true;
      changed?: ChangedCells;
      gap?: Gap;
      why?: WhyMissing;
    }
  /** `lacks`: what the baseline does not have. */
  | { kind: 'extra'; lacks: 'prompts' | 'model' | 'metric' }
  /** `short`: a length with too few new answers to pass. */
  | {
      kind: 'cached';
      /** Whether they count all the same. */
      isAllowed?: true;
      isSearched?: true;
      short?: { tokens: number; prompts: number; asked: number };
    }
  | { kind: 'changed'; changes: readonly ConditionChange[] }
  /**
   * Answers that are not whole, or could not be read. They may be why recall fell (`isCause`), and many more than in the
   * baseline leave it open. `before`: how many answers of the baseline were so.
   */
  | {
      kind: 'problems';
      problem: ProblemCount;
      before?: CountOf;
      isCause?: true;
      /** Nothing longer was answered on topic, and in the baseline it was: a server cuts prompts. */
      limit?: Limit;
      sizes?: Sizes;
    }
  /** Answers that failed completely, of `judged`; the share is at most `atMost`. */
  | { kind: 'collapsed'; judged: number; atMost: number; before: CountOf };

export interface CountOf {
  count: number;
  of: number;
}

/** Prompts that are on both sides, but under other ids. */
export interface ChangedCells {
  count: number;
  /** Texts that they are made of have changed, or options of the generator. */
  by: 'texts' | 'options';
  /** Version of this package that made the baseline, where it is another one. */
  madeBy?: string;
}

/** A Case whose score fell. */
export interface WorstCell {
  id: string;
  description: string;
  tokens: number;
  seed: number;
  baseline: number;
  now: number;
  diagnosis?: string;
  reason: string;
  /** The start of the answer. */
  answer: string;
  /** Facts that were found before and are missing now, where the prompt has several. */
  lost?: LostFacts;
}

export interface LostFacts {
  count: number;
  of: number;
  /** Where they stand, if they are all at one end. */
  at?: 'start' | 'end';
}

/** Facts found at one length, of the prompts that both sides answered. */
export interface LengthChange {
  tokens: number;
  prompts: number;
  before: number;
  now: number;
  /** From the start of the prompts to their end; absent where facts have no places. */
  places?: { before: (number | null)[]; now: (number | null)[] };
}

/** Answers that are not compared, since the other side has fewer to each prompt. */
export interface UnusedAnswers {
  /** Whose answers: those of the results, or of the baseline. */
  of: 'results' | 'baseline';
  compared: number;
  answers: number;
  /** The score of all of them, the mean over prompts. */
  score: number;
}

/** All checks of one reader. */
export interface ProviderGate {
  reader: string;
  /** The reader's name, and the measure behind it where that is not recall. */
  provider: string;
  measure?: string;
  /** Where all its prompts are sized by how many things they have, and alike. */
  sizes?: Sizes;
  /** Its name in the baseline, where that is another one. */
  baselineName?: string;
  /** What of its conditions has changed since the baseline; absent where nothing has, as far as both sides tell. */
  changes?: readonly ConditionChange[];
  verdict: Verdict;
  /** Whether recall fell; absent where the reader has no Case that both sides have. */
  regression?: RegressionResult;
  power?: PowerStatement;
  /** Answers that were not compared; absent where all were. */
  unused?: UnusedAnswers[];
  /** How far it holds in each benchmark, by the prompts that both sides answered; absent without a baseline. */
  reach?: ReachChange[];
  /** Facts found by length, the shortest first; empty without a baseline. */
  lengths: LengthChange[];
  floors: FloorCheck[];
  completeness: CompletenessCheck[];
  worst: WorstCell[];
}

/** How far a reader held, and how far it holds now. */
export interface ReachChange {
  /** The benchmark, as the report calls it. */
  name: string;
  before: Reached;
  now: Reached;
  /** What that alone comes to; absent where it is no reason to doubt. */
  verdict?: Exclude<Verdict, 'passed'>;
}

export interface GateResult {
  format: 'promptfoo-counting-stars gate';
  version: 2;
  verdict: Verdict;
  options: GateOptions;
  /** Parts of the grid that no result comes from, for example `3/4`. */
  missingShards: string[];
  /** Why it is not known whether whole grids or readers are missing; absent where it is known. */
  unchecked?: Unchecked;
  /** Whether the baseline does not record conditions, so that their changes are not known; absent where it does. */
  unrecorded?: true;
  /** What transforms did to answers; absent where none changed any. */
  transforms?: readonly TransformCount[];
  /** What stands around prompts whose lengths are of what was sent; absent where all are as they were built. */
  added?: readonly AddedText[];
  /** Answers that a person rated against their score; absent where none was. */
  rated?: RatedByHand;
  providers: ProviderGate[];
}

/** The file of a baseline, what was compared with it, and what the gate decided. */
export interface Gated {
  file: string;
  evaluation: Evaluation;
  result: GateResult;
}
