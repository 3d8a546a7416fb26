/** Judges whether tests pass more rarely in one arm than in another. Error rates: docs/method/stretch.md. */
import { TO_LONGEST } from '../../base/defaults.js';
import { sum } from '../../base/numbers.js';
import type { DropBounds } from '../../measuring/statistics/regression/drop-test.js';
import { judgeRounds } from '../../measuring/statistics/rounds/judge-rounds.js';
import type { TestState } from '../../measuring/statistics/rounds/test-states.js';
import type { StretchedRow } from './asked.js';

export interface ComparedTest {
  id: string;
  /**
   * The drop is from the first. Another control shows how results vary if only the form of the prompt differs, which repeats of
   * one prompt at temperature 0 don't show.
   */
  controls: readonly (readonly StretchedRow[])[];
  now: readonly StretchedRow[];
}

export interface Comparison {
  /** Tests with answers in both arms, and their pass rates. */
  tests: number;
  before: number;
  now: number;
  drop: DropBounds;
  /** Upper bound of the drop, with 95% confidence. */
  excludes: number;
  /** Chance of such a drop if nothing changed, and the level it had to stay below. */
  p: number;
  level: number;
  isLower: boolean;
  /** Tests that broke, as confirmed by repeats. */
  broke: string[];
  repeats: { fewest: number; most: number };
  /** Probability that repeats copy each other. */
  copied: number;
}

/** A test that broke lost at least this share of its answers. */
const LOST = 0.75;

/**
 * Largest chance that a named test is one by chance, if answers had fallen to arms at random, or if it passed as the
 * others do.
 */
const BY_CHANCE = { exchanged: 0.1, lowered: 0.05 };

const CONFIDENCE = 0.95;

/** Compares an arm with its controls. Undefined if no test has answers in both. */
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
    broke: isLower ? brokenTests(judged.states, repeatedIn(answered)) : [],
    repeats: { fewest: judged.repeats.fewest, most: judged.repeats.most },
    copied: judged.copied,
  };
}

function judgedBy(tests: readonly ComparedTest[], level: number) {
  const isIndependent = haveOwnTexts(tests);
  const roundsOf = (rows: readonly StretchedRow[]) =>
    (isIndependent ? observations(rows) : rows.filter(isAnswer)).map(({ pass }) => [Number(pass)]);
  const units = tests.map(({ id, controls, now }) => ({
    ...{ id, baseline: controls.map(roundsOf), now: roundsOf(now) },
  }));
  return judgeRounds(units, [{ measure: 0 }], {
    ...{ alpha: level, maxDrop: 0, confidence: CONFIDENCE, isIndependent },
  });
}

/** True if each repeat has its own padding, so that none copies another. */
function haveOwnTexts(tests: readonly ComparedTest[]): boolean {
  return tests.every(({ now }) => {
    const answers = now.filter(isAnswer);
    const repeats = new Set(answers.map(({ stretch }) => stretch.note?.repeat ?? 0));
    return repeats.size === answers.length && answers.every(({ stretch }) => stretch.note);
  });
}

/** Counts equal answers to one prompt once, since at temperature 0 all are equal. */
function observations(rows: readonly StretchedRow[]): StretchedRow[] {
  const answers = rows.filter(isAnswer);
  const isSame = answers.every(
    ({ stretch, answer }) => stretch.arm === 'as-is' && answer === answers[0]!.answer,
  );
  return isSame ? answers.slice(0, 1) : answers;
}

/** Finds tests with several answers in their controls, though these may count once. */
function repeatedIn(tests: readonly ComparedTest[]): ReadonlySet<string> {
  const several = tests.filter(({ controls }) => controls.flat().filter(isAnswer).length > 1);
  return new Set(several.map(({ id }) => id));
}

/**
 * Finds tests that lost all answers, unless chance explains it: if answers had fallen to arms at random, or if each test passed
 * as rarely as the others do now.
 */
function brokenTests(states: readonly TestState[], repeated: ReadonlySet<string>): string[] {
  const known = states.filter(
    ({ id, before, now }) => repeated.has(id) && now.count > 1 && before.sum / before.count >= LOST,
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

/** Chance that all or nearly all of some answers fail, if each fails with this probability. */
function chanceToLose(count: number, failing: number): number {
  let chance = 0;
  let ways = 1;
  for (let passed = 0; passed <= (1 - LOST) * count; passed++) {
    chance += ways * failing ** (count - passed) * (1 - failing) ** passed;
    ways *= (count - passed) / (passed + 1);
  }
  return chance;
}

/** With fewer of the tests answered, little can be seen. */
const LEAST_SHARE = 0.5;

/**
 * Compares an arm with each length, from the longest down, under one error rate (Wiens' fallback procedure). Every length has a
 * share of it, the longest with answers to half of the tests most. A length that shows a loss hands its share to the next.
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
