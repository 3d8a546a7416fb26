/** Prompts about one thing: a question that is asked at several lengths is one draw, and not several. */
import { groupBy } from '../../base/group-by.js';
import { shuffled } from '../../base/shuffle.js';
import { mean, type PromptMarks } from './curve/prompt-marks.js';
import { CONFIDENCE, checkConfidence, type Interval } from './interval.js';
import { tQuantile } from './special-functions.js';

/** A prompt's marks, and what it is about. */
export interface UnitMarks extends PromptMarks {
  /** The same of all prompts about one thing; nothing where no other is about it. */
  unit?: string;
}

/** Prompts by what they are about. */
export function unitsOf<T extends UnitMarks>(prompts: readonly T[]): T[][] {
  return [...groupBy(prompts, (prompt) => prompt.unit ?? prompt).values()];
}

/** Whether some unit is asked in several prompts. */
export function areShared(prompts: readonly UnitMarks[]): boolean {
  return new Set(prompts.map((prompt) => prompt.unit ?? prompt)).size < prompts.length;
}

/**
 * What could change places if length means nothing, as indices: prompts about one thing among each other, and those that
 * share theirs with no other.
 */
export function exchangeable(prompts: readonly UnitMarks[]): number[][] {
  const indices = [...groupBy([...prompts.keys()], (i) => prompts[i]!.unit ?? i).values()];
  const alone = indices.flatMap((own) => (own.length === 1 ? own : []));
  return [alone, ...indices.filter((own) => own.length > 1)].filter((own) => own.length > 0);
}

/** Scores of prompts with chance alone deciding which of those that could change places has which. */
export function exchanged(
  scores: readonly number[],
  groups: readonly (readonly number[])[],
  random: () => number,
): number[] {
  const result = [...scores];
  for (const own of groups) {
    const drawn = shuffled(
      own.map((i) => scores[i]!),
      random,
    );
    own.forEach((i, k) => {
      result[i] = drawn[k]!;
    });
  }
  return result;
}

/** Partial marks spread less than right-or-wrong ones, but never less than a share of their variance. */
const LEAST_SPREAD = 1 / 20;

/**
 * The mean over units with Student's t interval. Two units more are imagined, one of which all is right and one of
 * which nothing is, since units of a kind that is not among few may be there: so a mean of 1 has an interval
 * too. Where marks are shares, the two are as far from the mean as the farthest unit.
 *
 * @param prompts - with a mark at least; a unit with more marks counts more
 */
export function unitInterval(
  prompts: readonly UnitMarks[],
  confidence: number = CONFIDENCE,
): Interval {
  checkConfidence(confidence);
  const units = unitsOf(prompts).map((own) => own.flatMap(({ marks }) => marks));
  const value = mean(units.flat());
  const most = mean(units.map((marks) => marks.length));
  // Of a ratio of two sums: how far each unit moves the mean (Cochran 1977, chapter 6).
  const moves = units.map((marks) => (marks.length / most) * (mean(marks) - value));
  const areWhole = units.flat().every((mark) => mark === 0 || mark === 1);
  const reach = Math.max(
    Math.sqrt(LEAST_SPREAD * value * (1 - value)),
    ...moves.map((move) => Math.abs(move)),
  );
  const imagined = areWhole ? [-value, 1 - value] : [-reach, reach];
  const all = [...moves, ...imagined];
  const shift = mean(all);
  const variance = all.reduce((sum, move) => sum + (move - shift) ** 2, 0) / (all.length - 1);
  const half = tQuantile(0.5 + confidence / 2, all.length - 1) * Math.sqrt(variance / all.length);
  return {
    value,
    low: Math.max(0, Math.min(value, value + shift - half)),
    high: Math.min(1, Math.max(value, value + shift + half)),
  };
}

/** What is taken of the correlation between two lengths of a unit before any answer, and how many units that is worth. */
const EXPECTED = { correlation: 0.8, units: 3, variance: 0.1 };

/**
 * Prompts with what their marks are worth to a curve that takes every prompt for a draw of its own: with a
 * correlation of r between its lengths, a unit at m lengths tells as much as m / (1 + (m − 1) r) units at one
 * (the design effect: Kish 1965).
 */
export function weighedByUnit<T extends UnitMarks>(prompts: readonly T[]): readonly T[] {
  if (!areShared(prompts)) return prompts;
  const correlation = correlationBetween(prompts);
  return unitsOf(prompts).flatMap((own) =>
    own.map((prompt) => ({
      ...prompt,
      worth: (prompt.worth ?? 1) / (1 + (own.length - 1) * correlation),
    })),
  );
}

/** How alike the marks of a unit are at its lengths, beyond what is the same of all units; from 0 to 1. */
function correlationBetween(prompts: readonly UnitMarks[]): number {
  const levels = new Map(
    [...groupBy(prompts, ({ tokens }) => tokens)].map(([tokens, own]) => {
      const scores = own.map(({ marks }) => mean(marks));
      const level = mean(scores);
      const variance = mean(scores.map((score) => (score - level) ** 2));
      return [tokens, { level, deviation: Math.sqrt(variance) }];
    }),
  );
  let [products, variances] = [0, 0];
  let pairs = 0;
  const units = unitsOf(prompts);
  for (const own of units) {
    const scores = own.map(({ tokens, marks }) => {
      const { level, deviation } = levels.get(tokens)!;
      return { residual: mean(marks) - level, deviation };
    });
    for (let i = 0; i < scores.length; i++) {
      for (let j = 0; j < i; j++) {
        products += scores[i]!.residual * scores[j]!.residual;
        variances += scores[i]!.deviation * scores[j]!.deviation;
        pairs++;
      }
    }
  }
  const taken = (EXPECTED.units * EXPECTED.variance * pairs) / units.length;
  const known = variances + taken;
  if (!(known > 0)) return 0;
  return Math.min(1, Math.max(0, (products + EXPECTED.correlation * taken) / known));
}
