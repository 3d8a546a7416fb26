/** How much the marks of one prompt hang together, measured over a whole grid. */
import { mean, strataOf } from './paired-prompts.js';

/** A value of one prompt whose spread is looked at. */
export interface SpreadValue {
  series: number;
  tokens: number;
  marks: number;
  /** The score, or a difference of scores. */
  value: number;
  /** Recall around which it varies, from 0 to 1. */
  recall: number;
  /** Its variance as a multiple of that of one score: 1, or 2 for a difference of two. */
  scores: number;
}

/** Correlation of the marks of one prompt (ICC). */
export interface MarkCorrelation {
  /** From 0 (independent marks) to 1 (all or nothing). */
  icc: number;
  /** Degrees of freedom that the grid and the prior have about it. */
  freedom: number;
}

/** What is assumed before the first prompt is seen, and how many degrees of freedom that is worth. */
export interface IccPrior {
  icc: number;
  freedom: number;
}

/**
 * Moment estimate of the intraclass correlation ρ in Var(score) = p(1 − p)·(1/M + (1 − 1/M)·ρ), from
 * the spread within strata of like length. Where all marks are found (or none) the spread says
 * nothing, however many prompts there are; a stratum counts as a degree of freedom for each prompt
 * but one, and less where less than one mark of a prompt is missed on average.
 */
export function markCorrelation(values: readonly SpreadValue[], prior: IccPrior): MarkCorrelation {
  let above = 0;
  let scale = 0;
  let freedom = 0;
  for (const stratum of strataOf(values)) {
    const center = mean(stratum.map(({ value }) => value));
    const recall = mean(stratum.map((own) => own.recall));
    const pq = recall * (1 - recall);
    const left = (stratum.length - 1) / stratum.length;
    for (const { value, marks, scores } of stratum) {
      if (marks < 2) continue;
      above += (value - center) ** 2 / scores - (left * pq) / marks;
      scale += left * pq * (1 - 1 / marks);
      freedom += left * Math.min(1, marks * pq);
    }
  }
  const seen = scale > 0 ? above / scale : 0;
  const icc = (prior.icc * prior.freedom + seen * freedom) / (prior.freedom + freedom);
  return { icc: Math.min(1, Math.max(0, icc)), freedom: prior.freedom + freedom };
}

/** Variance of a prompt's score as a multiple of p(1 − p). */
export function spreadOf(marks: number, icc: number): number {
  return 1 / marks + (1 - 1 / marks) * icc;
}

/** How small and how large a correlation may be. */
export interface IccBounds {
  low: number;
  high: number;
}

/** Normal quantile of 0.9. */
const Z = 1.2816;

/**
 * Bounds of a correlation, each with a probability of 0.9: the spread of M marks is taken as a
 * multiple of χ² (quantiles by Wilson & Hilferty 1931).
 */
export function boundsOf({ icc, freedom }: MarkCorrelation, marks: number): IccBounds {
  if (marks < 2) return { low: icc, high: icc };
  const ratio = (z: number) =>
    Math.max(1e-3, 1 - 2 / (9 * freedom) + z * Math.sqrt(2 / (9 * freedom))) ** 3;
  const iccOf = (spread: number) =>
    Math.min(1, Math.max(0, (spread - 1 / marks) / (1 - 1 / marks)));
  const spread = spreadOf(marks, icc);
  return { low: iccOf(spread / ratio(Z)), high: iccOf(spread / ratio(-Z)) };
}
