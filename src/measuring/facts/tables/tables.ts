import type { Conditions } from '../../../contract/conditions.js';
import type { Usage } from '../../../contract/response.js';
import type { Row } from '../../../contract/row.js';
import type { RecallRise } from '../../document/words.js';
import type { CurvePoint } from '../../statistics/curve/recall-band.js';
import type { Interval } from '../../statistics/interval.js';
import type { WholeFailures } from '../../statistics/whole-failures.js';
import type { ModelChanges } from '../evaluation/changes.js';
import type { Missing } from '../evaluation/evaluation.js';
import type { Series } from '../evaluation/series.js';
import type { LossCause, Reached } from '../length-verdict.js';
import type { About } from './about.js';
import type { ProblemCount } from './problems.js';
import type { PublishedRecall, PublishedTotal } from './published-rows.js';
import type { Spent } from './spent.js';

/**
 * Everything a report shows, as small tables of plain JSON. Every table has one row for each
 * combination of its first columns; nothing in it names a benchmark.
 */
export interface ReportData {
  /** Version of this format. */
  format: 1;
  options: ReportOptions;
  /** What was asked: one entry for each benchmark, task, language and haystack. */
  series: Series[];
  about: About;
  /** The conditions of each model, as far as results tell them. */
  conditions?: { provider: string; conditions: Conditions }[];
  /** Models from best to worst, the order of every table. */
  ranking: Ranked[];
  providers: string[];
  /** Changes of each model since a baseline, if there is one. */
  since?: Since;
  /** Lists which models of several baselines could be compared. */
  baselines?: Gathered;
  /** What should be there and is not. */
  missing: Missing;
  /** Every benchmark as a whole, with what was published of it. */
  benchmarks: BenchmarkRow[];
  summary: SummaryRow[];
  /** Empty with one provider. */
  comparisons: ComparisonRow[];
  /** Compares over all of several series, without controls. */
  overall?: OverallRow[];
  composites: CompositeRow[];
  /** Histories shortened before the question. See src/extras/agents/compaction/compact.ts. */
  compactions?: CompactionRow[];
  /** What models knew without the text, and with only the facts. */
  controls?: ControlRow[];
  /** Losses in benchmarks that give the same facts in several ways. */
  losses?: LossRow[];
  /** Questions sent at several lengths. */
  questions?: QuestionRow[];
  lengths: LengthRow[];
  /** Absent for models whose recall plainly rises. */
  curves: CurveRow[];
  positions: PositionRow[];
  cells: CellRow[];
  diagnoses: DiagnosisRow[];
  failures: FailureRow[];
  errors: ErrorRow[];
  /** Scores that a paper published for the same grid. */
  published: PublishedScore[];
}

export interface ReportOptions {
  /** Recall at which the effective length ends; with `baseLengths`, the share of the base score. */
  threshold: number;
  /** The threshold is relative to a model's own recall at this many of its shortest lengths. */
  baseLengths?: number;
  /** Share of intervals that cover the truth, for example 0.95. */
  confidence: number;
  /** How to send more prompts, if not by the option `seeds`. */
  asksBy?: 'try';
}

/** The main cause of what a model lost. */
export interface Cause {
  cause: LossCause;
  causeKind?: NonNullable<Reached['causeKind']>;
  /** Wrong with the model, whatever it is asked. */
  isDefect?: true;
}

/** The clearest rise of recall with length. */
export interface RiseRow extends RecallRise {
  /** Chance of a rise at least as clear if length makes no difference. */
  p: number;
}

/** Which model, and which series. */
export interface Names {
  provider: string;
  series: string;
}

/** A model and its rank. */
export interface Ranked {
  provider: string;
  /** 1 for the best. Equal ones have one rank; nothing where too little is known. */
  rank?: number;
  /** The models of the rank before that are shown to be better, and are not behind in effective length. */
  worseThan?: string[];
  /** Why it has no rank: most of its calls failed, or most of its answers could not be read for certain. */
  unranked?: 'failed' | 'unread';
  /** Over all answers of all series, the control apart; absent where nothing is known. */
  recall?: number;
}

/** Compares models with a baseline. */
export interface Since {
  /** The baseline's file, without its folder. */
  baseline: string;
  /** One for each model of the results or of the baseline: worse ones first, then open ones. */
  changes: ChangeRow[];
  /** What of the conditions of each model has changed; absent where nothing has, as far as both sides tell. */
  conditions?: ModelChanges[];
}

export interface Gathered {
  /** Models that got other prompts, and how many of the compared ones. */
  leftOut: { model: string; shared: number }[];
  /** Models whose prompts had other text around them than the first one's. */
  unlike?: { first: string; models: ModelChanges[] };
}

export interface ChangeRow {
  provider: string;
  /** The mean drop that is shown, or how large it may be, behind the measure where there are several: `▼ 0.108 at 64K+`, `no drop > 0.041`; `inconclusive`; `—`. */
  change: string;
  /** `worse`: the gate fails because of it; `open`: inconclusive, not compared, or only some of the prompts were. */
  verdict: 'worse' | 'open' | 'held';
  /** An interval, what is in doubt, or how many prompts were compared; may be empty. */
  note: string;
  /** The drop of mean recall; absent where nothing was compared, and with several metrics. */
  drop?: Interval;
}

/** How far a model is reliable in one series. */
export interface ReachedRow extends Names, Reached, Pick<Cause, 'isDefect'> {
  /**
   * Recall of all answers as they came, the mean over all marks: the paper's number. Its bounds hold whatever those answers
   * remember that could not be read, and for answers that would be unusable in another run.
   */
  recall: Interval;
  /** Lengths without any answer, of which nothing is known; absent when there are none. */
  unanswered?: number[];
  /** The clearest rise with length; absent with one length. */
  rise?: RiseRow;
}

export interface SummaryRow extends ReachedRow {
  /** Recall in the answers that can be used. */
  usableRecall: Interval;
  /** The base score that the threshold is relative to, where it is. */
  base?: Interval;
  /** Recall at both ends of the context minus recall in its middle. */
  middleDip?: Interval;
  /** Recall before the last fifth of the context minus recall in it. */
  tailLoss?: Interval;
  precision?: number;
  format?: number;
  passed: number;
  /** Answers that did not pass, or whose recall is below the threshold. */
  failures: number;
  answers: number;
  seeds: number;
  errors: number;
  /** Answers that are not whole or could not be read, and recall of the others; absent when there are none. */
  problems?: ProblemCount[];
  /** Answers that could not be read for certain; absent when there are none. */
  unread?: number;
  recallOfOthers?: Interval;
  /** Answers that lost nearly all where others of their length did not; absent where it can be told of none. */
  failedWhole?: WholeFailures;
  /** What all calls were paid. */
  spent: Spent;
  /** Mean latency of an answer. */
  latencyMs?: number;
}

/** One line per provider and benchmark: all its series together. */
export interface BenchmarkRow
  extends Pick<SummaryRow, keyof Reached | 'isDefect' | 'provider' | 'rise' | 'answers'> {
  /** `ruler`, and whatever sets it apart from others of the same benchmark. */
  name: string;
  /** Nothing for recall. */
  measure?: string;
  /** The composite score where it has one, else the mean over all marks. */
  recall: Interval;
  isComposite?: true;
  /** The same at each length; only of benchmarks of which totals were published. */
  byLength: { tokens: number; recall: Interval }[];
  /** What was published, with what differs. */
  published: PublishedTotal[];
}

/** One line per series and pair of providers that were asked the same prompts. */
export interface ComparisonRow extends OverallRow {
  series: string;
}

/** One line per pair of providers, over all series together. */
export interface OverallRow {
  provider: string;
  other: string;
  /** Prompts that both have answers to. */
  prompts: number;
  /** Recall of `provider` minus recall of `other`; the interval is for all pairs of the report together. */
  difference: Interval;
  /** The one that is shown to hold longer lengths, or else to recall more; absent where none is, or each somewhere. */
  better?: string;
  /** The other one, where it is ranked first all the same since its length is the longer one, if not for sure. */
  rankedFirst?: string;
  /** What shows that the two are not equal; empty where nothing does. */
  apart: ApartRow[];
}

/** One thing that tells two models apart. */
export interface ApartRow {
  /**
   * `overall`: more is recalled over all lengths; `range`: at these, where that is clearest. `length`: the intervals of the
   * two effective lengths have nothing in common, and this lies between them.
   */
  by: 'overall' | 'range' | 'length';
  higher: string;
  fromTokens: number;
  toTokens: number;
  /** Chance of as much between equal models, in any pair of the report; absent for lengths. */
  p?: number;
}

/** One line per provider and benchmark whose parts make one score together. */
export interface CompositeRow {
  provider: string;
  /** What was asked, as a title: `needle-bench · en · prose`. */
  name: string;
  /** The weighted mean of the parts' mean scores; not a number when a part has no answer. */
  score: Interval;
  /** Weighted in the same way: the share of draws of which every prompt is right, where there are draws. */
  allRight?: number;
  parts: CompositePartRow[];
}

/** One line per provider and compaction, and for each series where there are several. */
export interface CompactionRow {
  provider: string;
  /** `file.mjs:name`, or its label. */
  way: string;
  /** The title of the series without compaction; absent for all together. */
  series?: string;
  /** Histories that were answered without it and with it, and how often each was shortened. */
  prompts: number;
  samples: number;
  /**
   * Share of the tokens before the question; not a number where too many failed, and `null` in JSON.
   *
   * @nullable
   */
  tokensSaved: number;
  /**
   * Share of the facts that hold at the end; not a number where too many failed, or where nobody can know, and `null`
   * in JSON.
   *
   * @nullable
   */
  kept: number;
  /** Whether the provider shortened the history itself: tokens are those that were billed. */
  isProviders?: true;
  /** Standard deviation of the facts kept, between samples. */
  spread?: number;
  /** What its own calls took, where all say it: tokens as a share of those that it shortened, and US dollars. */
  spent?: { tokens: number; cost?: number };
  /** Compactions that failed, of how many, and how often in which way. */
  failed?: { count: number; of: number; ways: { way: string; count: number }[] };
  /**
   * Share of the facts that later ones replaced; not a number where there are none, and `null` in JSON.
   *
   * @nullable
   */
  supersededKept: number;
  /** Recall without compaction, and with it. */
  without: number;
  with: number;
  /** Their difference; absent where hardly anything is recalled without it, and where too many failed. */
  lost?: Interval;
  /** The part of it that facts take with them which were dropped: exact, where it is known what was kept. */
  dropped?: number;
  /** By kind of facts, where their benchmark or the user tells kinds. */
  kinds?: CompactionKind[];
  /** By the age of the facts, in quarters of the history, the oldest first. */
  ages: CompactionAge[];
}

/** What one model knew in controls. */
export interface ControlRow {
  provider: string;
  /** Asked without the text that the facts are in, or with only the facts. */
  control: 'without' | 'facts';
  /** Ids of the series that it is. */
  series: string[];
  /** Marks that it got, of how many. */
  known: number;
  of: number;
  /** Whether that is as it must be. */
  passed: boolean;
}

/** What became of the facts of one kind; a fact may be of several. */
export interface CompactionKind {
  kind: string;
  /** The share of them that was kept, counted, and of how many. */
  kept: number;
  facts: number;
  /** As of the row, of what is asked of them; absent where nothing is. */
  lost?: Interval;
  dropped?: number;
}

export interface CompactionAge {
  kept: number;
  /** Recall without compaction and with it, and their difference; absent where no fact is so old. */
  before?: number;
  after?: number;
  lost?: number;
}

/** One line per provider, benchmark and what recall is lost to. */
export interface LossRow {
  provider: string;
  /** As in `benchmarks`, before a language in common is left out. */
  name: string;
  /** In which way the facts were given before this was added. */
  from: 'facts' | 'changes' | 'flat';
  lostTo: 'interference' | 'length' | 'form';
  /** The recall that is lost: the difference of the two that follow, before it was added and with it. */
  loss: Interval;
  before: number;
  after: number;
  /** Draws that both ways have answers to. */
  draws: number;
}

/** One line per provider, series and question that was asked in prompts of several lengths. */
export interface QuestionRow extends Names {
  /** What the descriptions of its prompts have in common. */
  question: string;
  /** At every length, from some length on, at some lengths otherwise, or at none. */
  fails: 'always' | 'long' | 'some' | 'never';
  cells: QuestionCell[];
}

/** One question at one length. */
export interface QuestionCell {
  tokens: number;
  /** The Case whose answer is shown. */
  id: string;
  /** Answers below the threshold, of how many. */
  lost: number;
  answers: number;
  /** Whether what was sent to the model had the answer in it, where a metric `retriever` says it. */
  isSent?: boolean;
}

export interface CompositePartRow {
  part: string;
  weight: number;
  /** Mean over its answers. */
  score: Interval;
  answers: number;
  /** Of draws that are asked in several ways, the share of those with every answer right. */
  allRight?: number;
}

/** One line per provider, series and length. Tokens are means, as the provider counted them. */
export interface LengthRow extends Names, Usage {
  tokens: number;
  /** `8 documents`, where prompts are sized by what they have; then the tokens are their mean. */
  size?: string;
  recall: Interval;
  precision?: number;
  format?: number;
  answers: number;
  errors: number;
  /** Prompt tokens that we built: `tokens` minus the reserve, mean. */
  builtTokens: number;
  /** Means over the answers of this length. */
  latencyMs?: number;
  cost?: number;
}

/** One line per provider, series and length at which the curve of its recall is known. */
export type CurveRow = Names & CurvePoint;

/** One line per provider, series, band of lengths and position. */
export interface PositionRow extends Names {
  /** First and last length of the band, in tokens. */
  fromTokens: number;
  toTokens: number;
  /** Mean position of the marks in the bin, from 0 to 1. */
  position: number;
  recall: Interval;
  marks: number;
}

/** One line per provider, series, length and place: the cells of a heatmap. */
export interface CellRow extends Names {
  tokens: number;
  /** Number of the place, from 1. */
  place: number;
  position: number;
  recall: number;
  marks: number;
}

export interface DiagnosisRow extends Names {
  tokens: number;
  diagnosis: string;
  answers: number;
}

type TestRow = Names & Pick<Row, 'tokens' | 'seed' | 'id' | 'description'>;

/** A prompt that did not pass, or whose recall is below the threshold; worst first. */
export type FailureRow = TestRow & Pick<Row, 'score' | 'reason' | 'diagnosis' | 'answer'>;

export interface ErrorRow extends TestRow {
  error: string;
}

type PublishedScore = Pick<Names, 'series'> & PublishedRecall;
