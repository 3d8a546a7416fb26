/**
 * Units that always passed before and never pass now, which a mean over all units may hide: whether they broke, may have
 * broken, or are what chance does. DESIGN: an unchanged suite with flakes is then inconclusive in at most 5% of runs with three
 * repeats on both sides, and in at most 13% with three and one.
 */

/** The passes of one unit, and its answers, on both sides. */
export interface PassedUnit {
  before: { passed: number; rounds: number };
  now: { passed: number; rounds: number };
}

/** `broke`: repeats never differ, so no other run would say otherwise; `open`: more than chance does, and no proof. */
export type Gone = 'broke' | 'open' | 'chance';

/** More units than chance explains are gone where it does so in at most this share of runs. */
const BY_CHANCE = 0.1;

/** With one answer on both sides, flakes that passed before fail now: so many more are gone than came back. */
const MORE = 3;

/** What became of those that always passed and never do now; `chance` where there is none. */
export function judgeGone(units: readonly PassedUnit[]): Gone {
  const gone = units.filter(isGone).length;
  if (gone === 0) return 'chance';
  if (units.every(isRepeatedAlike)) return 'broke';
  const could = units.filter(({ before }) => before.passed === before.rounds);
  const rate = flakeRate(units);
  const isMore = atLeast(
    gone,
    could.map(({ now }) => rate ** now.rounds),
  );
  if (isMore > BY_CHANCE) return 'chance';
  const isOnce = units.every(({ before, now }) => before.rounds === 1 && now.rounds === 1);
  const back = units.filter(({ before, now }) => before.passed === 0 && now.passed === now.rounds);
  return isOnce && gone < back.length + MORE ? 'chance' : 'open';
}

export function isGone({ before, now }: PassedUnit): boolean {
  return before.passed === before.rounds && now.passed === 0;
}

function isRepeatedAlike({ before, now }: PassedUnit): boolean {
  return [before, now].every(
    ({ passed, rounds }) => rounds > 1 && (passed === 0 || passed === rounds),
  );
}

/** How often an answer fails by chance, by the units that are not gone; what never passes is no flake. */
function flakeRate(units: readonly PassedUnit[]): number {
  let [failures, rounds] = [0, 0];
  for (const unit of units) {
    const { before, now } = unit;
    if (before.passed + now.passed === 0) continue;
    rounds += before.rounds + now.rounds;
    if (!isGone(unit)) failures += before.rounds + now.rounds - before.passed - now.passed;
  }
  return Math.min(1, (failures + 1) / (rounds + 1));
}

/** The probability that at least so many of independent events happen. */
function atLeast(count: number, chances: readonly number[]): number {
  const exactly = [1, ...Array.from({ length: count - 1 }, () => 0)];
  for (const chance of chances) {
    for (let i = count - 1; i > 0; i--) {
      exactly[i] = exactly[i]! * (1 - chance) + exactly[i - 1]! * chance;
    }
    exactly[0]! *= 1 - chance;
  }
  return 1 - exactly.reduce((sum, one) => sum + one, 0);
}
