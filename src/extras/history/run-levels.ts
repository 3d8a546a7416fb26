/** Estimates how well a model did in each run, and how far chance alone moves that. */
import { groupBy } from '../../base/group-by.js';
import { meanOrNaN } from '../../measuring/statistics/curve/prompt-marks.js';
import { PRIOR } from '../../measuring/statistics/regression/drop-test.js';
import {
  markCorrelation,
  promptCorrelation,
  runColumns,
  spreadOf,
} from '../../measuring/statistics/regression/mark-correlation.js';
import type { PairedPrompt } from '../../measuring/statistics/regression/paired-prompts.js';

/** A prompt with its score in each run. Undefined if the run lacks it. */
export type FollowedPrompt = Pick<PairedPrompt, 'series' | 'tokens' | 'marks' | 'runs'>;

export interface RunLevel {
  /** Mean recall as if the run had answered all prompts. */
  recall: number;
  /** Variance due to chance alone. */
  variance: number;
}

/** Iterations of the fit if some runs lack prompts. */
const ROUNDS = 30;

/**
 * Fits additive effects of prompts and runs, so that a run without the hard prompts does not look better.
 * @returns undefined for a run without answers
 */
export function runLevels(prompts: readonly FollowedPrompt[]): (RunLevel | undefined)[] {
  const count = Math.max(0, ...prompts.map(({ runs }) => runs.length));
  const effects = runEffects(prompts, count);
  const total = meanOrNaN(prompts.map(({ runs }) => meanOrNaN(known(runs))));
  const spreads = spreadsOver(prompts);
  return effects.map((effect, run) => {
    const own = prompts.filter(({ runs }) => runs[run] !== undefined);
    if (own.length === 0) return undefined;
    const variance = own.reduce((sum, prompt) => sum + spreads(prompt, run), 0) / own.length ** 2;
    return { recall: total + effect, variance };
  });
}

function runEffects(prompts: readonly FollowedPrompt[], count: number): number[] {
  let effects = Array.from({ length: count }, () => 0);
  const complete = prompts.every(({ runs }) => known(runs).length === count);
  for (let round = 0; round < (complete ? 1 : ROUNDS); round++) {
    const sums = effects.map(() => ({ residual: 0, answers: 0 }));
    for (const { runs } of prompts) {
      const level = meanOrNaN(
        runs.flatMap((score, run) => (score === undefined ? [] : score - effects[run]!)),
      );
      runs.forEach((score, run) => {
        if (score === undefined) return;
        sums[run]!.residual += score - level;
        sums[run]!.answers++;
      });
    }
    effects = sums.map(({ residual, answers }) => (answers > 0 ? residual / answers : 0));
    const center = meanOrNaN(effects);
    effects = effects.map((effect) => effect - center);
  }
  return effects;
}

/** Estimates the variance of a prompt's score by the spread within each run and length. */
function spreadsOver(prompts: readonly FollowedPrompt[]) {
  const bySeries = new Map(
    [...groupBy(prompts, ({ series }) => series)].map(([series, own]) => {
      const columns = runColumns(own);
      const scores = own.flatMap(({ runs }) => known(runs));
      const pooled = (scores.reduce((sum, score) => sum + score, 0) + 1 / 2) / (scores.length + 1);
      const shared = meanOrNaN([
        0,
        ...columns.slice(1).map((_, run) => promptCorrelation(paired(own, run))),
      ]);
      const dependence = markCorrelation(columns, PRIOR);
      return [
        series,
        columns.map((column) => {
          // A fallen run has another spread, of which it alone shows little.
          const recall = (meanOrNaN(column.map(({ score }) => score)) + pooled) / 2;
          const unit = recall * (1 - recall) * (1 - shared);
          return (marks: number) => unit * spreadOf(marks, dependence);
        }),
      ];
    }),
  );
  return ({ series, marks }: FollowedPrompt, run: number) => bySeries.get(series)![run]!(marks);
}

/** Pairs the scores of prompts that two neighboring runs answered. */
function paired(prompts: readonly FollowedPrompt[], run: number): PairedPrompt[] {
  return prompts.flatMap((prompt) => {
    const [before, now] = [prompt.runs[run], prompt.runs[run + 1]];
    if (before === undefined || now === undefined) return [];
    return [{ ...prompt, runs: [before], before, now, drop: before - now }];
  });
}

function known(scores: FollowedPrompt['runs']): number[] {
  return scores.filter((score) => score !== undefined);
}
