/** Whether tests pass more rarely in one arm than in another. Error rates: docs/method/stretch.md. */
import { TO_LONGEST } from '../../base/defaults.js';
import { sum } from '../../base/numbers.js';
import type { DropBounds } from '../../measuring/statistics/regression/drop-test.js';
import { judgeRounds } from '../../measuring/statistics/rounds/judge-rounds.js';
import type { TestState } from '../../measuring/statistics/rounds/test-states.js';
import type { StretchedRow } from './asked.js';

/** One test in the arms that are compared. */
export interface ComparedTest {
  id: string;
  /**
   * What it is compared with; the drop is that from the first. Another control shows how tests move where only the form of
   * the prompt differs, which repeats of one prompt at temperature 0 do not.
   */
  controls: readonly (readonly StretchedRow[])[];
  now: readonly StretchedRow[];
}

export interface Comparison {
  /** Tests that both arms have answers to, and how they pass there. */
  tests: number;
  before: number;
  now: number;
  drop: DropBounds;
  /** The drop is at most this, with 95 % confidence. */
  excludes: number;
  /** Of so much if nothing changed, and how small it had to be. */
  p: number;
  level: number;
  isLower: boolean;
  /** Tests that broke, as far as their repeats confirm it. */
  broke: string[];
  repeats: { fewest: number; most: number };
  /** Probability that repeats copy each other. */
  copied: number;
}

/** A test that broke lost at least this share of its answers. */
const LOST = 0.75;

/** Of tests that are named, at most this share may be so by chance: as answers fall to arms, and as the others pass now. */
const BY_CHANCE = { exchanged: 0.1, lowered: 0.05 };

const CONFIDENCE = 0.95;

/** Compare an arm with its controls; nothing where no test has answers in the first of these and in it. */
export function compareArms(tests: readonly ComparedTest[], level: number): Comparison | undefined {
  const answered = tests.filter(({ controls: [first = []] }) => first.some(isAnswer));
  const judged = judgedBy(answered, level);
  const isSingle = answered.every(({ controls }) => controls.length === 1);
  const [measured] = isSingle
    ? judged.measures
    : judgedBy(
        answered.map((test) => ({ ...test, controls: test.controls.slice(0, 1) })),
        level,
      ).measures;
  if (!measured) return undefined;
  const p = Math.min(...judged.findings.map(({ adjusted }) => adjusted));
  const isLower = p <= level && measured.drop.value > 0;
  return {
    ...{ tests: judged.units, before: measured.before, now: measured.now },
    ...{ drop: measured.drop, excludes: measured.excludes, p, level, isLower },
    broke: isLower ? brokenTests(judged.states) : [],
    repeats: { fewest: judged.repeats.fewest, most: judged.repeats.most },
    copied: judged.copied,
  };
}

function judgedBy(tests: readonly ComparedTest[], level: number) {
  const roundsOf = (rows: readonly StretchedRow[]) =>
    rows.filter(isAnswer).map(({ pass }) => [Number(pass)]);
  const units = tests.map(({ id, controls, now }) => ({
    ...{ id, baseline: controls.map(roundsOf), now: roundsOf(now) },
  }));
  return judgeRounds(units, [{ measure: 0 }], {
    ...{ alpha: level, maxDrop: 0, confidence: CONFIDENCE },
  });
}

/**
 * Tests that lost all they had, where that is no chance: not if their answers had fallen to the arms by chance, nor if each
 * passed as rarely now as the other tests do, since all may have lost a little.
 */
function brokenTests(states: readonly TestState[]): string[] {
  const known = states.filter(
    ({ before, now }) => before.count > 1 && now.count > 1 && before.sum / before.count >= LOST,
  );
  const isLost = ({ before, now }: TestState) =>
    before.sum / before.count - now.sum / now.count >= LOST;
  const lost = known.filter((one) => isLost(one) && one.byChance <= BY_CHANCE.exchanged);
  const others = known.filter((one) => !isLost(one));
  const passed = sum(others.map(({ now }) => now.sum));
  const asked = sum(others.map(({ now }) => now.count));
  const failing = 1 - (passed + 1 / 2) / (asked + 1);
  const expected = sum(known.map(({ now }) => chanceToLose(now.count, failing)));
  return expected <= BY_CHANCE.lowered * lost.length ? lost.map(({ id }) => id) : [];
}

/** How likely so many answers are all or nearly all failures, if each is one with this probability. */
function chanceToLose(count: number, failing: number): number {
  let chance = 0;
  let ways = 1;
  for (let passed = 0; passed <= (1 - LOST) * count; passed++) {
    chance += ways * failing ** (count - passed) * (1 - failing) ** passed;
    ways *= (count - passed) / (passed + 1);
  }
  return chance;
}

/** Where fewer of the tests have an answer, little can be seen. */
const LEAST_SHARE = 0.5;

/**
 * Compare an arm with each length, from the longest down, under one error rate (Wiens' fallback procedure): every length
 * has a share of it, most of it the longest that at least half of the tests have an answer at, and what shows a loss hands
 * its share on to the next.
 *
 * @param lengths - the tests of each length, shortest first
 */
export function compareLengths(
  lengths: readonly (readonly ComparedTest[])[],
  alpha: number,
): (Comparison | undefined)[] {
  const answered = lengths.map((tests) => tests.filter(({ now }) => now.some(isAnswer)).length);
  const asked = answered.filter((count) => count > 0).length;
  const most = Math.max(0, ...answered);
  const main = answered.findLastIndex((count) => count > 0 && count >= LEAST_SHARE * most);
  const shareOf = (i: number) =>
    asked === 1 ? 1 : i === main ? TO_LONGEST : (1 - TO_LONGEST) / (asked - 1);
  const found: (Comparison | undefined)[] = [];
  let handedOn = 0;
  for (let i = lengths.length - 1; i >= 0; i--) {
    if (answered[i] === 0) continue;
    const one = compareArms(lengths[i]!, alpha * shareOf(i) + handedOn);
    handedOn = one?.isLower ? one.level : 0;
    found[i] = one;
  }
  return found;
}

export function isAnswer({ error }: StretchedRow): boolean {
  return error === undefined;
}
