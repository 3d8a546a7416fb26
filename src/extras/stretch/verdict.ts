/** Up to which length tests still pass, of each reader, and what became of each test. */
import { ALPHA } from '../../base/defaults.js';
import { largest, smallest } from '../../base/extremes.js';
import { mean, sum } from '../../base/numbers.js';
import type { StretchNote } from '../../contract/stretch.js';
import type { TestSource } from '../../measuring/facts/tests/suite.js';
import type { Missing } from '../../measuring/results/stretched.js';
import {
  type Arm,
  type AskedReader,
  type AskedTest,
  askedReaders,
  type StretchedRow,
} from './asked.js';
import {
  type ComparedTest,
  type Comparison,
  compareArms,
  compareLengths,
  isAnswer,
} from './judge.js';

/** How the tests of one reader did in one arm. */
export interface ArmLevel extends Arm {
  /** Tests with an answer, their answers, and how many of these passed. */
  tests: number;
  answers: number;
  passed: number;
  /** Mean over the tests. */
  passRate: number;
  /** Calls without an answer. */
  missing: Record<Missing, number>;
  /** Of the prompts as they were sent. */
  tokens?: { from: number; to: number };
}

/** A length against the tests as they are. */
export interface LengthVerdict extends ArmLevel {
  /** Nothing where no test has answers to both. */
  compared?: Omit<Comparison, 'broke'>;
  /**
   * Where fewer tests pass: the length, since fewer pass than with one short turn more; the form, since that turn alone
   * explains it; or either.
   */
  cause?: 'length' | 'form' | 'either';
}

/** What became of a test in one arm. */
export interface StretchCell {
  passed: number;
  answers: number;
  missing: Record<Missing, number>;
  state: 'broke' | 'passed' | 'mixed' | 'failed' | 'no answer';
  /** The calls, each as a page shows it. */
  calls: readonly StretchedRow[];
}

export interface StretchedTest {
  name: string;
  /**
   * Whether it broke at some length, never passes as it is, or its repeats as it is differ; `missed` failed whole at some
   * length, which may be chance.
   */
  state: 'broke' | 'fails' | 'flaky' | 'missed' | 'holds' | 'no answer';
  /** The shortest length at which it broke. */
  from?: number;
  /** In the order of the reader's arms. */
  cells: StretchCell[];
}

export interface StretchReader {
  name: string;
  /** How unrelated text was sent, where answers tell it: as chat messages, as one text, or some so. */
  forms?: NonNullable<StretchNote['form']>[];
  tests: StretchedTest[];
  asIs: ArmLevel;
  /** With one short turn more, against the tests as they are. */
  oneTurn?: ArmLevel & { compared?: Omit<Comparison, 'broke'> };
  lengths: LengthVerdict[];
}

/** What `stretch` found; without its calls also the content of `--json`. */
export interface StretchVerdict {
  format: 'promptfoo-counting-stars stretch';
  version: 1;
  /** How unrelated text stood around the prompts. */
  as: StretchNote['as'][];
  readers: StretchReader[];
  /** Types of assertions that did not decide, and how many tests have one. */
  leftOut: { types: string[]; tests: number };
  /** Tests that no assertion judges, which pass whatever is answered. */
  unasserted: number;
  /** Answers that are out of promptfoo's cache. */
  cached: { count: number; of: number };
}

/**
 * Judge stretched tests. Rows of other tests are left out.
 *
 * @param sources - results of promptfoo with their rows, for example of `sourcesOf(['results.json'], [])`
 * @param alpha - probability of seeing a loss where there is none, for all lengths of a reader together
 * @returns nothing where no row is stretched
 */
export function stretchOf(
  sources: readonly TestSource[],
  alpha = ALPHA,
): StretchVerdict | undefined {
  const asked = askedReaders(sources);
  if (asked.length === 0) return undefined;
  const tests = asked.flatMap((reader) => reader.tests);
  const rows = tests.flatMap(({ calls }) => calls.flat());
  const answers = rows.filter(isAnswer);
  const has = (fits: (row: StretchedRow) => boolean) =>
    tests.filter(({ calls }) => calls.flat().some(fits)).length;
  return {
    format: 'promptfoo-counting-stars stretch',
    version: 1,
    as: [...new Set(rows.flatMap(({ stretch }) => stretch.note?.as ?? []))].sort(),
    readers: asked.map((reader) => readerVerdict(reader, alpha)),
    leftOut: {
      types: [...new Set(rows.flatMap(({ stretch }) => stretch.leftOut))].sort(),
      tests: has(({ stretch }) => stretch.leftOut.length > 0),
    },
    unasserted: has(({ unasserted }) => unasserted === true),
    cached: { count: answers.filter(({ cached }) => cached).length, of: answers.length },
  };
}

function readerVerdict({ name, arms, tests }: AskedReader, alpha: number): StretchReader {
  const levels = arms.map((arm, i) => levelOf(arm, tests, i));
  const at = (kind: Arm['arm']) => arms.findIndex(({ arm }) => arm === kind);
  const [asIs, oneTurn] = [at('as-is'), at('one-turn')];
  const lengths = arms.flatMap(({ arm }, i) => (arm === 'padded' ? [i] : []));
  const against = (...controls: number[]) =>
    compareLengths(
      lengths.map((now) => comparedTests(tests, controls, now)),
      alpha,
    );
  const isControlled = oneTurn >= 0;
  const form = isControlled ? compareArms(comparedTests(tests, [asIs], oneTurn), alpha) : undefined;
  // A form that costs something is no noise.
  const found = !isControlled || form?.isLower ? against(asIs) : against(asIs, oneTurn);
  const beyond = isControlled && found.some((one) => one?.isLower) ? against(oneTurn) : [];
  const broke = new Map(lengths.map((arm, i) => [arm, new Set(found[i]?.broke)]));
  const forms = new Set(
    tests.flatMap(({ calls }) => calls.flat().flatMap(({ stretch }) => stretch.note?.form ?? [])),
  );
  return {
    name,
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

/** @param controls, now - places of arms */
function comparedTests(
  tests: readonly AskedTest[],
  controls: readonly number[],
  now: number,
): ComparedTest[] {
  return tests.map(({ id, calls }) => ({
    ...{ id, controls: controls.map((arm) => calls[arm] ?? []), now: calls[now] ?? [] },
  }));
}

function comparedPart(found: Comparison | undefined): Pick<LengthVerdict, 'compared'> {
  if (!found) return {};
  const { broke: _, ...compared } = found;
  return { compared };
}

function causeOf(
  beyond: Comparison | undefined,
  form: Comparison | undefined,
): NonNullable<LengthVerdict['cause']> {
  if (beyond?.isLower) return 'length';
  return form?.isLower ? 'form' : 'either';
}

function levelOf(arm: Arm, tests: readonly AskedTest[], i: number): ArmLevel {
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
  { id, name, calls }: AskedTest,
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

function missingOf(calls: readonly StretchedRow[]): Record<Missing, number> {
  const count = (why: Missing) => calls.filter(({ stretch }) => stretch.missing === why).length;
  return { window: count('window'), room: count('room'), call: count('call') };
}
