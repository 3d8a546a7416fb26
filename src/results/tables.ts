import type { Interval, Stability } from '../statistics/intervals.js';
import type { GridGap } from './grids.js';
import type { UnfinishedCount } from './unfinished.js';

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
  providers: string[];
  /** Shards of the grid that no result comes from, for example `3/4`; absent when none is missing. */
  missingShards?: string[];
  /** Prompts of the grid that a reader has no result of; absent when there are none. */
  gaps?: GridGap[];
  summary: SummaryRow[];
  composites: CompositeRow[];
  lengths: LengthRow[];
  positions: PositionRow[];
  cells: CellRow[];
  diagnoses: DiagnosisRow[];
  failures: FailureRow[];
  errors: ErrorRow[];
  /** Scores that a paper published for the same grid. */
  published: PublishedScore[];
}

export interface ReportOptions {
  /** Recall that a length must reach to count for the effective length. */
  threshold: number;
  /** Share of intervals that cover the truth, for example 0.95. */
  confidence: number;
}

export interface Series {
  /** Short and unique: `counting-stars acquisition en moby-dick`. */
  id: string;
  /** What a heading says; only what differs between series, and the benchmark. */
  title: string;
  benchmark: string;
  task: string;
  language: string;
  haystack: string;
  version?: string;
  /** A control: a yardstick for other series, and nothing that can fail. */
  control?: boolean;
  /** Ascending. */
  lengths: number[];
}

/** The longest tested length, in tokens, up to which every length reaches the threshold; 0 for none. */
export interface EffectiveLength {
  /** By the recall of each length. */
  value: number;
  /** By the low end of the interval of each length. */
  low: number;
}

/** One line per provider and series. */
export interface SummaryRow {
  provider: string;
  series: string;
  /** Overall recall, the mean over all marks: the paper's number. */
  recall: Interval;
  effectiveLength: EffectiveLength;
  /** The longest length that this provider was asked. */
  longest: number;
  /** The length without any answer that ends the effective length: nothing is known from there on. */
  unknownFrom?: number;
  /** Recall at both ends of the context minus recall in its middle. */
  middleDip?: Interval;
  /** Recall before the last fifth of the context minus recall in it. */
  tailLoss?: Interval;
  stability: Stability;
  precision?: number;
  format?: number;
  passed: number;
  /** Answers that did not pass, or whose recall is below the threshold. */
  failures: number;
  answers: number;
  seeds: number;
  errors: number;
  /** Answers that ended before they were whole, and recall without them; absent when there are none. */
  unfinished?: UnfinishedCount[];
  recallOfFinished?: Interval;
  /** Cost of all answers, in the provider's currency. */
  totalCost?: number;
  /** Mean latency of an answer. */
  latencyMs?: number;
}

/** One line per provider and benchmark whose parts make one score together. */
export interface CompositeRow {
  provider: string;
  /** What was asked, as a title: `needle-bench · en · prose`. */
  name: string;
  /** The weighted mean of the parts' mean scores; not a number when a part has no answer. */
  score: number;
  parts: CompositePartRow[];
}

/** One part of a composite score. */
export interface CompositePartRow {
  part: string;
  weight: number;
  /** Mean over its answers. */
  score: number;
  answers: number;
}

/** One line per provider, series and length. */
export interface LengthRow {
  provider: string;
  series: string;
  tokens: number;
  recall: Interval;
  precision?: number;
  format?: number;
  answers: number;
  errors: number;
  /** Prompt tokens as the provider counted them, mean. */
  promptTokens?: number;
  /** Prompt tokens that we built: `tokens` minus the reserve, mean. */
  builtTokens: number;
  /** Means over the answers of this length. */
  latencyMs?: number;
  cost?: number;
}

/** One line per provider, series, band of lengths and position. */
export interface PositionRow {
  provider: string;
  series: string;
  /** First and last length of the band, in tokens. */
  fromTokens: number;
  toTokens: number;
  /** Mean position of the marks in the bin, from 0 to 1. */
  position: number;
  recall: Interval;
  marks: number;
}

/** One line per provider, series, length and place: the cells of a heatmap. */
export interface CellRow {
  provider: string;
  series: string;
  tokens: number;
  /** Number of the place, from 1. */
  place: number;
  position: number;
  recall: number;
  marks: number;
}

export interface DiagnosisRow {
  provider: string;
  series: string;
  tokens: number;
  diagnosis: string;
  answers: number;
}

/** One test. */
export interface TestRow {
  provider: string;
  series: string;
  tokens: number;
  seed: number;
  id: string;
  description: string;
}

/** A prompt that did not pass, or whose recall is below the threshold; worst first. */
export interface FailureRow extends TestRow {
  score: number;
  reason: string;
  diagnosis?: string;
  answer: string;
}

export interface ErrorRow extends TestRow {
  error: string;
}

export interface PublishedScore {
  series: string;
  model: string;
  recall: number;
  source: string;
  /** How it was measured, where that differs from ours. */
  note?: string;
}
