/** Groups prompts by what they ask: one question at several lengths is one draw. */

import { CONFIDENCE } from '../../base/defaults.js';
import { groupBy } from '../../base/group-by.js';
import { shuffled } from '../../base/shuffle.js';
import { meanOrNaN, type PromptMarks } from './curve/prompt-marks.js';
import { checkConfidence, type Interval } from './interval.js';
import { tQuantile } from './special-functions.js';

export interface UnitMarks extends PromptMarks {
  /** Shared by all prompts about one thing. Absent where no other is about it. */
  unit?: string;
}

export function unitsOf<T extends UnitMarks>(prompts: readonly T[]): T[][] {
  return [...groupBy(prompts, (prompt) => prompt.unit ?? prompt).values()];
}

/** Tells whether some unit is asked in several prompts. */
export function areShared(prompts: readonly UnitMarks[]): boolean {
  return new Set(prompts.map((prompt) => prompt.unit ?? prompt)).size < prompts.length;
}

/** Lists indices that could change places if length meant nothing: within a unit, or among those without one. */
export function exchangeable(prompts: readonly UnitMarks[]): number[][] {
  const indices = [...groupBy([...prompts.keys()], (i) => prompts[i]!.unit ?? i).values()];
  const alone = indices.flatMap((own) => (own.length === 1 ? own : []));
  return [alone, ...indices.filter((own) => own.length > 1)].filter((own) => own.length > 0);
}

/** Exchanges scores at random within each group. */
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

/** Partial marks vary less than right-or-wrong ones, but by at least this share. */
const LEAST_SPREAD = 1 / 20;

/**
 * Averages units with Student's t interval. Two units are imagined, one all right and one all wrong, since rare
 * kinds may be missing: so a mean of 1 has an interval too.
 *
 * @param prompts - a unit with more marks counts more
 */
export function unitInterval(
  prompts: readonly UnitMarks[],
  confidence: number = CONFIDENCE,
): Interval {
  checkConfidence(confidence);
  const units = unitsOf(prompts).map((members) => members.flatMap(({ marks }) => marks));
  const value = meanOrNaN(units.flat());
  const most = meanOrNaN(units.map((marks) => marks.length));
  // How far each unit moves a ratio of two sums (Cochran 1977, chapter 6).
  const moves = units.map((marks) => (marks.length / most) * (meanOrNaN(marks) - value));
  const areWhole = units.flat().every((mark) => mark === 0 || mark === 1);
  const reach = Math.max(
    Math.sqrt(LEAST_SPREAD * value * (1 - value)),
    ...moves.map((move) => Math.abs(move)),
  );
  const imagined = areWhole ? [-value, 1 - value] : [-reach, reach];
  const all = [...moves, ...imagined];
  const shift = meanOrNaN(all);
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
 * Weighs prompts for a curve that takes each for a draw of its own: with a correlation of r, a unit at m
 * lengths tells as much as m / (1 + (m − 1) r) units (the design effect: Kish 1965).
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

/** Estimates how alike a unit's marks are at its lengths, beyond what all units share. */
function correlationBetween(prompts: readonly UnitMarks[]): number {
  const levels = new Map(
    [...groupBy(prompts, ({ tokens }) => tokens)].map(([tokens, members]) => {
      const scores = members.map(({ marks }) => meanOrNaN(marks));
      const level = meanOrNaN(scores);
      const variance = meanOrNaN(scores.map((score) => (score - level) ** 2));
      return [tokens, { level, deviation: Math.sqrt(variance) }];
    }),
  );
  let [products, variances] = [0, 0];
  let pairs = 0;
  const units = unitsOf(prompts);
  for (const own of units) {
    const scores = own.map(({ tokens, marks }) => {
      const { level, deviation } = levels.get(tokens)!;
      return { residual: meanOrNaN(marks) - level, deviation };
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
