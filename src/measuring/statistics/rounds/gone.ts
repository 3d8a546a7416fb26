/**
 * Finds units that passed before and never pass now, which a mean may hide, and whether they broke, may have,
 * or fail by chance (bench/broken-tests.mjs, docs/method/gate.md).
 */
import { sum } from '../../../base/numbers.js';
import { logBeta } from '../probabilities.js';

export interface PassedUnit {
  before: { passed: number; rounds: number };
  now: { passed: number; rounds: number };
}

/** `broke`: repeats never differ, so no other run would say otherwise; `open`: more than chance does, and no proof. */
export type Gone = 'broke' | 'open' | 'chance';

/** More units are gone than chance explains if it does so in at most this share of runs. */
const BY_CHANCE = 0.1;

/** With one answer on both sides, units must be gone by so many more than came back. */
const MORE = 3;

/**
 * How alike units flake: rounds that the common rate is worth. The last is one rate for all. A few flaky units
 * say little of steady ones.
 */
const ALIKE = [1, 4, 1e6];

/** Judges units that passed before and never do now. */
export function judgeGone(units: readonly PassedUnit[]): Gone {
  const counted = units.filter(isCounted);
  const gone = counted.filter(isGone).length;
  if (gone === 0) return 'chance';
  if (units.every(isRepeatedAlike)) return 'broke';
  if (chanceOf(gone, counted, units) > BY_CHANCE) return 'chance';
  const isOnce = units.every(({ before, now }) => before.rounds === 1 && now.rounds === 1);
  const back = units.filter(({ before, now }) => before.passed === 0 && now.passed === now.rounds);
  return isOnce && gone < back.length + MORE ? 'chance' : 'open';
}

export function isGone({ before, now }: PassedUnit): boolean {
  return now.passed === 0 && before.passed > before.rounds / 2;
}

/** With repeats, units that flaked before often fail by chance and are not counted. */
function isCounted({ before, now }: PassedUnit): boolean {
  return now.rounds === 1
    ? before.passed > before.rounds / 2
    : before.passed === before.rounds && before.rounds > 0;
}

/** Tells whether no repeat differs on either side: if such a unit is gone, a rerun says the same. */
export function isRepeatedAlike({ before, now }: PassedUnit): boolean {
  return [before, now].every(
    ({ passed, rounds }) => rounds > 1 && (passed === 0 || passed === rounds),
  );
}

/** Returns the probability that so many units never pass by chance, by how all of them flake. */
function chanceOf(
  gone: number,
  counted: readonly PassedUnit[],
  units: readonly PassedUnit[],
): number {
  const seen = tallies(units);
  const failures = sum(seen.map(({ failed }) => failed));
  const answers = sum(
    units
      .filter(({ before, now }) => before.passed + now.passed > 0)
      .map(({ before, now }) => before.rounds + now.rounds),
  );
  const rate = Math.min(0.99, (failures + 1) / (answers + 1));
  const models = ALIKE.map((worth) => {
    const [a, b] = [rate * worth, (1 - rate) * worth];
    const own = seen.map(
      ({ failed, rounds }) => logBeta(a + failed, b + rounds - failed) - logBeta(a, b),
    );
    return { a, b, log: sum(own) };
  });
  const most = Math.max(...models.map(({ log }) => log));
  const weights = models.map(({ log }) => Math.exp(log - most));
  const chances = models.map(({ a, b }) => {
    const allFail = ({ before, now }: PassedUnit) => {
      const [failing, passing] = [a + before.rounds - before.passed, b + before.passed];
      return Math.exp(logBeta(failing + now.rounds, passing) - logBeta(failing, passing));
    };
    return atLeast(gone, counted.map(allFail));
  });
  return sum(chances.map((chance, i) => chance * weights[i]!)) / sum(weights);
}

/** Counts failures. What never passes is no flake, nor is what is gone now. */
function tallies(units: readonly PassedUnit[]): { failed: number; rounds: number }[] {
  return units.flatMap((unit) => {
    const { before, now } = unit;
    if (before.passed + now.passed === 0) return [];
    const sides = isCounted(unit) && isGone(unit) ? [before] : [before, now];
    const rounds = sum(sides.map((side) => side.rounds));
    return [{ failed: rounds - sum(sides.map((side) => side.passed)), rounds }];
  });
}

/** Returns the probability that at least so many of independent events happen. */
function atLeast(count: number, chances: readonly number[]): number {
  const exactly = [1, ...Array.from({ length: count - 1 }, () => 0)];
  for (const chance of chances) {
    for (let i = count - 1; i > 0; i--) {
      exactly[i] = exactly[i]! * (1 - chance) + exactly[i - 1]! * chance;
    }
    exactly[0]! *= 1 - chance;
  }
  return 1 - sum(exactly);
}
