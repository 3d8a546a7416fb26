/** Estimates how much the marks of one prompt depend on each other, over a full grid. */
import { meanOrNaN } from '../curve/prompt-marks.js';
import { type PairedPrompt, strataOf } from './paired-prompts.js';

export interface Dependence {
  /** Correlation of the marks of one prompt (ICC), from 0 (independent) to 1 (all or nothing). */
  icc: number;
  /** Variance of a score of one mark that is a share, as a multiple of p(1 − p). 1 for marks of 0 or 1. */
  single: number;
  freedom: number;
}

export interface IccPrior {
  icc: number;
  freedom: number;
}

export type ScoredPrompt = Pick<PairedPrompt, 'series' | 'tokens' | 'marks'> & { score: number };

/** Returns the scores of each run, of the prompts that it answered. */
export function runColumns(
  prompts: readonly Pick<PairedPrompt, 'series' | 'tokens' | 'marks' | 'runs'>[],
): ScoredPrompt[][] {
  const runs = Math.max(0, ...prompts.map((prompt) => prompt.runs.length));
  return Array.from({ length: runs }, (_, run) =>
    prompts.flatMap(({ series, tokens, marks, runs: scores }) => {
      const score = scores[run];
      return score === undefined ? [] : { series, tokens, marks, score };
    }),
  );
}

/**
 * Estimates the intraclass correlation ρ in Var(score) = p(1 − p)·(1/M + (1 − 1/M)·ρ) by moments, from the
 * spread within each run and stratum of like length. Strata where all or no marks are found say nothing, so
 * these count fewer degrees of freedom.
 *
 * @param runs - the scores of one series in each run
 */
export function markCorrelation(
  runs: readonly (readonly ScoredPrompt[])[],
  prior: IccPrior,
): Dependence {
  return withPrior(scoreSpread(runs), prior);
}

/** Measures the spread of scores, whatever is assumed of it. */
export function scoreSpread(runs: readonly (readonly ScoredPrompt[])[]) {
  const several = { above: 0, scale: 0, freedom: 0 };
  const single = { above: 0, scale: 0, freedom: 0 };
  for (const stratum of runs.flatMap(strataOf)) {
    const center = meanOrNaN(stratum.map(({ score }) => score));
    const pq = center * (1 - center);
    const left = (stratum.length - 1) / stratum.length;
    for (const { score, marks } of stratum) {
      // A score of one mark may be a share, of which nothing is known beforehand.
      const [sum, least] = marks < 2 ? [single, 0] : [several, 1 / marks];
      sum.above += (score - center) ** 2 - left * pq * least;
      sum.scale += left * pq * (1 - least);
      sum.freedom += left * Math.min(1, marks * pq);
    }
  }
  return { several, single };
}

/** Combines a measured spread with what is assumed. */
export function withPrior(
  { several, single }: ReturnType<typeof scoreSpread>,
  prior: IccPrior,
): Dependence {
  return {
    icc: weighed(prior, several),
    single: weighed({ ...prior, icc: 1 }, single),
    freedom: prior.freedom + several.freedom + single.freedom,
  };
}

function weighed(
  prior: IccPrior,
  { above, scale, freedom }: { above: number; scale: number; freedom: number },
): number {
  const seen = scale > 0 ? above / scale : 0;
  const sum = prior.icc * prior.freedom + seen * freedom;
  return Math.min(1, Math.max(0, sum / (prior.freedom + freedom)));
}

/** Returns the variance of a prompt's score as a multiple of p(1 − p). */
export function spreadOf(marks: number, { icc, single }: Pick<Dependence, 'icc' | 'single'>) {
  return marks < 2 ? single : 1 / marks + (1 - 1 / marks) * icc;
}

/** Normal quantile of 0.9, for a bound of a correlation. */
const SURE = 1.2816;

/** Residuals worth fewer prompts do not show how alike two runs are. */
const FEWEST = 4;

/**
 * Estimates the correlation of two runs' scores for the same prompt, as a bound with probability 0.9 (Fisher's
 * z). It counts as many prompts as the residuals are worth, so that two prompts failing twice are no rule.
 */
export function promptCorrelation(prompts: readonly PairedPrompt[]): number {
  let product = 0;
  let squares = 0;
  let fourths = 0;
  for (const stratum of strataOf(prompts)) {
    const before = meanOrNaN(stratum.map((prompt) => prompt.before));
    const now = meanOrNaN(stratum.map((prompt) => prompt.now));
    for (const prompt of stratum) {
      const [a, b] = [prompt.before - before, prompt.now - now];
      const own = (a * a + b * b) / 2;
      product += a * b;
      squares += own;
      fourths += own * own;
    }
  }
  const worth = fourths > 0 ? squares ** 2 / fourths : 0;
  if (worth < FEWEST) return 0;
  const seen = Math.min(0.99, Math.max(0, product / squares));
  return Math.max(0, Math.tanh(Math.atanh(seen) - SURE / Math.sqrt(worth - 3)));
}

export interface IccBounds {
  low: number;
  high: number;
}

/**
 * Bounds a correlation, each way with probability 0.9: the spread of M marks is taken as a multiple of χ²
 * (quantiles by Wilson & Hilferty 1931).
 */
export function boundsOf({ icc, freedom }: Omit<Dependence, 'single'>, marks: number): IccBounds {
  if (marks < 2) return { low: icc, high: icc };
  const ratio = (z: number) =>
    Math.max(1e-3, 1 - 2 / (9 * freedom) + z * Math.sqrt(2 / (9 * freedom))) ** 3;
  const iccOf = (spread: number) =>
    Math.min(1, Math.max(0, (spread - 1 / marks) / (1 - 1 / marks)));
  const spread = 1 / marks + (1 - 1 / marks) * icc;
  return { low: iccOf(spread / ratio(SURE)), high: iccOf(spread / ratio(-SURE)) };
}
