/** Describes each unit: broken, mended, or different from round to round. */
import { groupBy } from '../../../base/group-by.js';
import { breakFactor, tallyOf, without } from './few-broke.js';
import { type ComparedUnit, freeRounds, observed, type Round } from './units.js';

export interface TestState {
  id: string;
  before: { sum: number; count: number };
  now: { sum: number; count: number };
  /** Whether rounds of one run differ. */
  flaky: boolean;
  /** Share of units that fell as clearly which would by chance. 1 if it did not fall. */
  byChance: number;
}

/**
 * Describes each unit that has some of the cells.
 *
 * @param whole - probability that repeats copy their run
 */
export function testStatesOf(
  units: readonly ComparedUnit[],
  cells: readonly number[],
  whole: number,
): TestState[] {
  const members = units.filter(({ runs }) => cells.some((i) => runs[0]![0]![i] !== undefined));
  const all = tallyOf(
    members.flatMap(({ runs }) => runs.flat()),
    cells,
  );
  const factorOf = breakFactor(all.count > 0 ? all.sum / all.count : 1);
  const factorIn = ({ runs }: ComparedUnit): Factor => {
    const total = tallyOf(runs.flat(), cells);
    return (now) => {
      const is = tallyOf(now, cells);
      return factorOf(without(total, is), is);
    };
  };
  const seen = members.map((unit) => factorIn(unit)(unit.runs[unit.runs.length - 1]!));
  const expected = members.flatMap((unit) =>
    unit.isVaried ? chancesOf(unit, factorIn(unit), whole) : [],
  );
  const shares = localShares(seen, expected);
  return members.map((unit, i) => {
    const { before, now } = observed(unit);
    const [was, is] = [tallyOf(before, cells), tallyOf(now, cells)];
    const fell = is.sum / is.count < was.sum / was.count;
    return {
      id: unit.id,
      before: was,
      now: is,
      flaky: !unit.isPure,
      byChance: fell ? shares[i]! : 1,
    };
  });
}

/**
 * Estimates, for each observed clarity, the share of units that are as clear by chance (a local false discovery
 * rate).
 */
function localShares(
  seen: readonly number[],
  expected: readonly { factor: number; chance: number }[],
): number[] {
  const clearest = expected.toSorted((a, b) => b.factor - a.factor);
  const levels = [...groupBy(seen, (factor) => factor.toFixed(DIGITS))].sort(
    ([, [a]], [, [b]]) => b! - a!,
  );
  const shares = new Map<string, number>();
  let at = 0;
  for (const [level, own] of levels) {
    let chance = 0;
    for (; at < clearest.length && clearest[at]!.factor >= own[0]! - ROUNDING; at++) {
      chance += clearest[at]!.chance;
    }
    shares.set(level, Math.min(1, chance / own.length));
  }
  return seen.map((factor) => shares.get(factor.toFixed(DIGITS))!);
}

const ROUNDING = 1e-9;
const DIGITS = 9;

/** How clearly a unit seems broken with these rounds in its new run. */
type Factor = (now: readonly Round[]) => number;

/** Returns how clearly a unit would seem broken, and how likely, if its rounds had fallen by chance. */
function chancesOf(
  unit: ComparedUnit,
  factor: Factor,
  whole: number,
): { factor: number; chance: number }[] {
  const moves = unit.isPure ? whole : 0;
  return [
    { choices: freeRounds(unit), share: 1 - moves },
    { choices: unit.runs, share: moves },
  ].flatMap(({ choices, share }) =>
    share === 0
      ? []
      : choices.map((now) => ({ factor: factor(now), chance: share / choices.length })),
  );
}
