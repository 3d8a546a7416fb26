/** Judges up to which length tests still pass, and each test. */
import { ALPHA } from '../../base/defaults.js';
import { largest, smallest } from '../../base/extremes.js';
import { mean, sum } from '../../base/numbers.js';
import type { StretchNote } from '../../contract/stretch.js';
import type { TestSource } from '../../measuring/facts/tests/suite.js';
import type { MissingAnswer } from '../../measuring/results/stretched.js';
import {
  type Arm,
  askedModels,
  type CalledModel,
  type CalledTest,
  type StretchedRow,
} from './asked.js';
import {
  type ComparedTest,
  type Comparison,
  compareArms,
  compareLengths,
  isAnswer,
} from './judge.js';
import { type Unstretched, unstretchedOf } from './unstretched.js';

export interface ArmLevel extends Arm {
  /** Tests with an answer, their answers, and how many of these passed. */
  tests: number;
  answers: number;
  passed: number;
  passRate: number;
  /** Calls without an answer. */
  missing: Record<MissingAnswer, number>;
  /** Of the prompts as sent. */
  tokens?: { from: number; to: number };
}

/** Compares a length with the tests as they are. */
export interface StretchedLength extends ArmLevel {
  /** Absent if no test has answers to both. */
  compared?: Omit<Comparison, 'broke'>;
  /**
   * Why fewer tests pass: `length` if fewer pass than with one short extra turn, `form` if that turn explains it, else
   * `either`.
   */
  cause?: 'length' | 'form' | 'either';
}

/** A test in one arm. */
export interface StretchCell {
  passed: number;
  answers: number;
  missing: Record<MissingAnswer, number>;
  state: 'broke' | 'passed' | 'mixed' | 'failed' | 'no answer';
  /** As a page shows them. */
  calls: readonly StretchedRow[];
}

export interface StretchedTest {
  name: string;
  /**
   * Broke at some length, never passes without padding, or differs between repeats. `missed` failed at some length, which may be
   * chance.
   */
  state: 'broke' | 'fails' | 'flaky' | 'missed' | 'holds' | 'no answer';
  /** The shortest length at which it broke. */
  from?: number;
  /** In the order of the arms. */
  cells: StretchCell[];
}

export interface StretchModel {
  name: string;
  /** How the padding was sent, if answers tell: as chat messages, as one text, or both. */
  forms?: NonNullable<StretchNote['form']>[];
  /** Why nothing is said of it: the padding did not reach its model. */
  unstretched?: Unstretched;
  tests: StretchedTest[];
  asIs: ArmLevel;
  /** With one short extra turn, compared with the tests as they are. */
  oneTurn?: ArmLevel & { compared?: Omit<Comparison, 'broke'> };
  lengths: StretchedLength[];
}

/** Without its calls also the content of `--json`. */
export interface StretchVerdict {
  format: 'promptfoo-counting-stars stretch';
  version: 3;
  /** Kinds of padding. */
  as: StretchNote['as'][];
  models: StretchModel[];
  /** Types of assertions that did not count, and how many tests have one. */
  leftOut: { types: string[]; tests: number };
  /** Tests without an assertion, which pass whatever is answered. */
  unasserted: number;
  /** Answers from promptfoo's cache. */
  cached: { count: number; of: number };
}

/**
 * Judges padded tests. Other rows are left out.
 * @param sources - results with their rows, for example of `sourcesOf(['results.json'], [])`
 * @param alpha - chance of a false alarm, over all lengths of a model
 * @returns undefined if no row is padded
 */
export function stretchOf(
  sources: readonly TestSource[],
  alpha = ALPHA,
): StretchVerdict | undefined {
  const asked = askedModels(sources);
  if (asked.length === 0) return undefined;
  const tests = asked.flatMap((model) => model.tests);
  const rows = tests.flatMap(({ calls }) => calls.flat());
  const answers = rows.filter(isAnswer);
  const has = (fits: (row: StretchedRow) => boolean) =>
    tests.filter(({ calls }) => calls.flat().some(fits)).length;
  return {
    format: 'promptfoo-counting-stars stretch',
    version: 3,
    as: [...new Set(rows.flatMap(({ stretch }) => stretch.note?.as ?? []))].sort(),
    models: asked.map((model) => modelVerdict(model, alpha)),
    leftOut: {
      types: [...new Set(rows.flatMap(({ stretch }) => stretch.leftOut))].sort(),
      tests: has(({ stretch }) => stretch.leftOut.length > 0),
    },
    unasserted: has(({ unasserted }) => unasserted === true),
    cached: { count: answers.filter(({ cached }) => cached).length, of: answers.length },
  };
}

function modelVerdict(model: CalledModel, alpha: number): StretchModel {
  const { name, arms, tests } = model;
  const unstretched = unstretchedOf(model);
  const levels = arms.map((arm, i) => levelOf(arm, tests, i));
  const at = (kind: Arm['arm']) => arms.findIndex(({ arm }) => arm === kind);
  const [asIs, oneTurn] = [at('as-is'), at('one-turn')];
  const lengths = arms.flatMap(({ arm }, i) => (arm === 'padded' ? [i] : []));
  const against = (...controls: number[]) =>
    unstretched
      ? []
      : compareLengths(
          lengths.map((now) => comparedTests(tests, controls, now)),
          alpha,
        );
  const isControlled = oneTurn >= 0;
  const form = isControlled ? compareArms(comparedTests(tests, [asIs], oneTurn), alpha) : undefined;
  // A format that costs something is no mere noise, so it is no control.
  const found = !isControlled || form?.isLower ? against(asIs) : against(asIs, oneTurn);
  const beyond = isControlled && found.some((one) => one?.isLower) ? against(oneTurn) : [];
  const broke = new Map(lengths.map((arm, i) => [arm, new Set(found[i]?.broke)]));
  const forms = new Set(
    tests.flatMap(({ calls }) => calls.flat().flatMap(({ stretch }) => stretch.note?.form ?? [])),
  );
  return {
    name,
    ...(unstretched && { unstretched }),
    ...(forms.size > 0 && { forms: [...forms].sort() }),
    tests: tests.map((test) => testOf(test, arms, broke)),
    asIs: levels[asIs] ?? levelOf({ arm: 'as-is', length: 0 }, [], 0),
    ...(isControlled && { oneTurn: { ...levels[oneTurn]!, ...comparedPart(form) } }),
    lengths: lengths.map((arm, i) => ({
      ...levels[arm]!,
      ...comparedPart(found[i]),
      ...(found[i]?.isLower && isControlled && { cause: causeOf(beyond[i], form) }),
    })),
  };
}

/** @param controls, now - indices of arms */
function comparedTests(
  tests: readonly CalledTest[],
  controls: readonly number[],
  now: number,
): ComparedTest[] {
  return tests.map(({ id, calls }) => ({
    ...{ id, controls: controls.map((arm) => calls[arm] ?? []), now: calls[now] ?? [] },
  }));
}

function comparedPart(found: Comparison | undefined): Pick<StretchedLength, 'compared'> {
  if (!found) return {};
  const { broke: _, ...compared } = found;
  return { compared };
}

function causeOf(
  beyond: Comparison | undefined,
  form: Comparison | undefined,
): NonNullable<StretchedLength['cause']> {
  if (beyond?.isLower) return 'length';
  return form?.isLower ? 'form' : 'either';
}

function levelOf(arm: Arm, tests: readonly CalledTest[], i: number): ArmLevel {
  const calls = tests.map((test) => test.calls[i]!);
  const answered = calls.map((rows) => rows.filter(isAnswer)).filter(({ length }) => length > 0);
  const tokens = answered.flat().flatMap(({ stretch }) => stretch.note?.tokens ?? []);
  const passes = answered.map((rows) => rows.filter(({ pass }) => pass).length);
  return {
    ...arm,
    tests: answered.length,
    answers: sum(answered.map(({ length }) => length)),
    passed: sum(passes),
    passRate:
      answered.length === 0
        ? Number.NaN
        : mean(passes.map((passed, test) => passed / answered[test]!.length)),
    missing: missingOf(calls.flat()),
    ...(tokens.length > 0 && { tokens: { from: smallest(tokens), to: largest(tokens) } }),
  };
}

function testOf(
  { id, name, calls }: CalledTest,
  arms: readonly Arm[],
  broke: ReadonlyMap<number, ReadonlySet<string>>,
): StretchedTest {
  const cells = calls.map((rows, i) => cellOf(rows, broke.get(i)?.has(id) === true));
  const from = arms.find((_, i) => cells[i]!.state === 'broke')?.length;
  const asIs = cells[arms.findIndex(({ arm }) => arm === 'as-is')];
  const state = standingOf(asIs, cells);
  return { name, state, ...(from !== undefined && { from }), cells };
}

function standingOf(
  asIs: StretchCell | undefined,
  cells: readonly StretchCell[],
): StretchedTest['state'] {
  if (!asIs || asIs.answers === 0) return 'no answer';
  if (cells.some(({ state }) => state === 'broke')) return 'broke';
  if (asIs.state === 'failed') return 'fails';
  if (asIs.state === 'mixed') return 'flaky';
  return cells.some(({ state }) => state === 'failed') ? 'missed' : 'holds';
}

function cellOf(calls: readonly StretchedRow[], isBroken: boolean): StretchCell {
  const answers = calls.filter(isAnswer);
  const passed = answers.filter(({ pass }) => pass).length;
  const counts = { passed, answers: answers.length };
  return {
    ...counts,
    missing: missingOf(calls),
    state: isBroken ? 'broke' : stateOf(counts),
    calls,
  };
}

function stateOf({ passed, answers }: Pick<StretchCell, 'passed' | 'answers'>) {
  if (answers === 0) return 'no answer';
  return passed === answers ? 'passed' : passed === 0 ? 'failed' : 'mixed';
}

function missingOf(calls: readonly StretchedRow[]): Record<MissingAnswer, number> {
  const count = (why: MissingAnswer) =>
    calls.filter(({ stretch }) => stretch.missing === why).length;
  return { window: count('window'), room: count('room'), call: count('call') };
}
