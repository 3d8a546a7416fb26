/** Decides whether your tests got worse than a baseline. Method and error rates: docs/method/gate.md. */

import { CONFIDENCE } from '../../../base/defaults.js';
import { mean, sum } from '../../../base/numbers.js';
import { UserError } from '../../../base/user-error.js';
import type { ConditionChange } from '../../facts/evaluation/changes.js';
import type { RatedByHand } from '../../facts/tables/answer-notes.js';
import {
  compareSuites,
  type FailedTest,
  type ModelComparison,
  type SharedTest,
} from '../../facts/tests/compare.js';
import { type AskedSuite, ratedIn, type ShownTest } from '../../facts/tests/suite.js';
import {
  FOUND,
  ratesOf,
  repeatsForOne,
  type SuitePower,
  suitePower,
  talliesBefore,
} from '../../facts/tests/unseen.js';
import {
  BLANKS,
  type Blank,
  type CallPrice,
  type SuiteRun,
  type TestRound,
} from '../../results/baseline/kept-runs.js';
import type { DropBounds } from '../../statistics/regression/drop-test.js';
import {
  type Gone,
  isGone,
  isRepeatedAlike,
  judgeGone,
  type PassedUnit,
} from '../../statistics/rounds/gone.js';
import {
  judgeRounds,
  type RoundsFinding,
  type RoundsJudgement,
} from '../../statistics/rounds/judge-rounds.js';
import type { TestState } from '../../statistics/rounds/test-states.js';
import type { Unit, UnitCell } from '../../statistics/rounds/units.js';
import type { CountOf } from '../gate/gate-result.js';
import type { CheckedMinimums, PassCheck, ShortTest } from './pass-minimums.js';

/** Whether tests pass. */
export const PASS = 'pass';

/** promptfoo's score of a test. */
export const SCORE = 'score';

export interface TestsGateOptions {
  alpha: number;
  maxDrop: number;
  margin?: number;
  /** The drop whose probability of being found is stated. */
  detect: number;
  allow: Readonly<Record<'errors' | 'missing' | 'cached' | 'new', boolean>>;
  /** Models of different names to compare, as `old=new`. */
  providers: readonly string[];
  /** Whether they are compared with a baseline of tests, even one that has no answer. */
  isCompared?: boolean;
  /** What tests must pass by themselves. */
  minimums?: CheckedMinimums;
  /** `pass`, `score` or metrics; else whether tests pass, and their score where it is neither 0 nor 1. */
  measures?: readonly string[];
}

type Verdict = RoundsJudgement['verdict'];

/** Judges one metric, of one model or of all together. */
export interface TestFinding extends Omit<RoundsFinding, 'measure' | 'group'> {
  measure: string;
  model?: string;
}

type Tally = Pick<ShortTest, 'passed' | 'rounds'>;

/** A test with its pass rate on both sides. */
export interface ChangedTest extends ShownTest {
  model: string;
  name: string;
  before: Tally;
  now: Tally;
  /** How a passing answer of the baseline begins. */
  answerBefore?: string;
}

/** A test that the baseline does not have, or judges in another way. */
export type NewTest = ShownTest & ShortTest;

/** How many answers are blank, now and in the baseline. */
export interface BlankAnswers {
  blank: Blank;
  now: CountOf;
  before: CountOf;
}

/** The mean of one measure on both sides. */
export interface MeasureLevel {
  measure: string;
  tests: number;
  before: number;
  now: number;
}

/** A measure that is judged, with the bounds of its drop. */
export interface JudgedMeasure extends MeasureLevel {
  drop: DropBounds;
  /** The drop is at most this, with 95% confidence. */
  excludes: number;
}

/** A model with what it has of both sides. */
export interface ModelGate {
  name: string;
  baselineName?: string;
  /** What an answer took on both sides; absent where a side does not tell. */
  call?: { before: CallPrice; now: CallPrice };
  /** How its prompt began, where it was edited. */
  editedPrompt?: { from: string; to: string };
  /** What of its conditions has changed since the baseline; absent where nothing has, as far as both sides tell. */
  changes?: readonly ConditionChange[];
  /** Tests that are compared. */
  tests: number;
  levels: MeasureLevel[];
  /** Tests that only one side has, are judged in another way now, or have no answer. */
  added: string[];
  removed: string[];
  changed: string[];
  failed: FailedTest[];
}

/** Why a verdict is not "passed". */
export interface TestsReason {
  /** `tests broke`: no repeat differs, and some never pass now; `tests may have broken`: more than chance does. */
  kind:
    | RoundsJudgement['reasons'][number]
    | ('tests broke' | 'tests may have broken')
    | ('minimum missed' | 'minimum open')
    | ('new tests' | 'failed calls' | 'missing tests' | 'cached answers');
  verdict: Exclude<Verdict, 'passed'>;
  /** Tests, or answers that are out of the cache, that it is about. */
  count?: number;
  of?: number;
  /** The drop that was to be excluded. */
  margin?: number;
}

export interface TestsGate {
  verdict: Verdict;
  reasons: TestsReason[];
  /** Tests of all models that are compared, runs of the baseline, and how often a run asks. */
  tests: number;
  baselineRuns: number;
  repeats: { fewest: number; most: number };
  measures: JudgedMeasure[];
  findings: TestFinding[];
  models: ModelGate[];
  /** Tests that broke, by their repeats; of one round each, only how many is known. */
  broke: ChangedTest[];
  /** Tests that all passed before and fail now, which may be chance. */
  mayHaveBroken: ChangedTest[];
  mended: ChangedTest[];
  /** Tests whose repeats differ within a run. */
  flaky: ChangedTest[];
  /** Every test that is compared; JSON has only those of which something is to be said. */
  all: Pick<ChangedTest, 'model' | 'name' | 'before' | 'now'>[];
  /** Tests that the baseline does not have: how many are judged, and those of which an answer failed. */
  fresh: { tests: number; failed: NewTest[] };
  /** Minimums that the user gave. */
  minimums: PassCheck[];
  /** Tests that nothing judges: there is neither a baseline of them nor a minimum. */
  unjudged: PassCheck['failed'];
  /** Answers without a text, and refused ones, of which there is a larger share than in the baseline. */
  blanks: BlankAnswers[];
  /** Answers that are out of promptfoo's cache. */
  cached: CountOf;
  /** Answers that pass or fail by a person's rating alone; absent where none does. */
  rated?: RatedByHand;
  /** Tests without an assertion, which pass whatever is answered. */
  unasserted: number;
  /** Probability that repeats copy their run. */
  copied: number;
  /** What such a comparison finds; absent where nothing is compared. */
  power?: SuitePower & {
    /** With this many repeats a single broken test is found. */ repeatsForOne?: number;
  };
}

/** Of units that fell as clearly, at most this share may have by chance for one that is said to have broken. */
const BY_CHANCE = 0.3;

/** A test that broke lost at least this share of its passes. */
const LOST = 0.5;

/** At least this share of the baseline's tests must be judged, and have a new answer. */
const LEAST_SHARE = 0.5;

/**
 * Judges a run of tests by the runs of a baseline, and estimates what such a comparison detects.
 *
 * @param suite - without cached answers, unless these count
 * @throws {UserError} when a measure is asked for that no test has
 */
export function gateTests(
  baseline: readonly SuiteRun[],
  suite: AskedSuite,
  options: TestsGateOptions,
): TestsGate {
  const compared = compareSuites(baseline, suite, options.providers);
  const gate = judgeTests(compared, baseline.length, suite, options);
  const tests = compared.flatMap(({ shared }) => shared);
  if (tests.length === 0) return gate;
  const { repeats, baselineRuns: runs, copied } = gate;
  const repeated = { repeats: Math.max(1, repeats.fewest), runs, copied };
  const rates = ratesOf(talliesBefore(tests));
  const isPass = options.measures?.includes(PASS) ?? true;
  // Where no repeat differs, every test that is gone fails the gate.
  const isCertain = isPass && tests.every((test) => isRepeatedAlike(passedIn(test)));
  const found = suitePower(rates, repeated, options.detect, options.alpha);
  const power = isCertain ? { ...found, one: 1, two: 1, eighth: 1 } : found;
  const more = power.one >= FOUND ? undefined : repeatsForOne(rates, repeated, options.alpha);
  return { ...gate, power: { ...power, ...(more !== undefined && { repeatsForOne: more }) } };
}

/** Judges without what such a comparison finds. */
export function judgeTests(
  compared: readonly ModelComparison[],
  runs: number,
  suite: AskedSuite,
  options: TestsGateOptions,
): Omit<TestsGate, 'power'> {
  const measures = options.measures ?? measuresIn(compared);
  assertMeasures(measures, compared);
  const { units, cells, named } = unitsOf(compared, measures);
  const { alpha, maxDrop, margin } = options;
  const judged = judgeRounds(units, cells, {
    ...{ alpha, maxDrop, confidence: CONFIDENCE },
    ...(margin !== undefined && { margin }),
  });
  const tests = compared.flatMap(({ shared }) => shared);
  const byId = new Map(judged.states.map((state) => [state.id, state]));
  const states = [...named].flatMap(([id, test]) =>
    byId.has(id) ? [{ state: byId.get(id)!, ...test }] : [],
  );
  const gone = measures.includes(PASS) ? goneIn(compared) : 'chance';
  const changes = changesOf(states, judged, gone);
  const fresh = freshTests(compared);
  const all = suite.flatMap((model) => [...model.tests.values()]);
  const cached = {
    count: sum(all.map((test) => test.cached)),
    of: sum(all.map((test) => test.rounds.length + (options.allow.cached ? 0 : test.cached))),
  };
  const rated = ratedIn(all);
  const findings = judged.findings.map(
    ({ measure, group, ...finding }): TestFinding => ({
      ...finding,
      measure: measures[measure]!,
      ...(group !== undefined && { model: compared[group]!.name }),
    }),
  );
  const incomplete = completenessReasons(compared, cached, options.allow);
  // Where nothing is in common, what is missing says why, or that all tests are new.
  const isAllNew = !options.isCompared && compared.every(({ known }) => known === 0);
  const isNew = fresh.tests > 0 && isAllNew;
  const isExplained = tests.length === 0 && (incomplete.length > 0 || isNew);
  const regressed = isExplained ? [] : regressionReasons(judged, changes, gone, margin);
  const { checks: minimums, apart: unjudged } = options.minimums ?? { checks: [], apart: [] };
  // A minimum of every test says what new ones must pass.
  const isRuled = minimums.some(({ minimum }) => minimum.tag === undefined || isAllNew);
  // Of a baseline of other tests new ones say nothing.
  const isApart = tests.length === 0 && !isAllNew && incomplete.length === 0;
  const count = options.allow.new || isRuled || isApart ? 0 : fresh.failed.length;
  const failing: TestsReason = { kind: 'new tests', verdict: 'failed', count, of: fresh.tests };
  const reasons = [
    ...regressed,
    ...minimumReasons(minimums),
    ...(count > 0 ? [failing] : []),
    ...incomplete,
  ];
  const has = (verdict: Verdict) => reasons.some((reason) => reason.verdict === verdict);
  return {
    verdict: has('failed') ? 'failed' : has('inconclusive') ? 'inconclusive' : 'passed',
    reasons,
    tests: judged.units,
    baselineRuns: runs,
    repeats: judged.repeats,
    measures: judged.measures.map(({ units: count, before, now, drop, excludes }, i) => {
      return { measure: measures[i]!, tests: count, before, now, drop, excludes };
    }),
    findings,
    models: compared.map((model) => modelGate(model)),
    ...changes,
    all: compared.flatMap(({ name: model, shared }) =>
      shared.map((test) => ({ model, name: test.name, ...passedIn(test) })),
    ),
    fresh,
    minimums,
    unjudged: minimums.length > 0 && isAllNew ? unjudged : [],
    blanks: blanksIn(tests),
    cached,
    ...(rated && { rated }),
    unasserted: all.filter(({ unasserted }) => unasserted).length,
    copied: judged.copied,
  };
}

/** Returns the score of a round by a metric. */
function scoreOf(round: TestRound, measure: string): number | undefined {
  if (measure === PASS) return Number(round.pass);
  return measure === SCORE ? round.score : round.metrics[measure];
}

/** Judges whether tests pass, and their score if some is neither 0 nor 1. */
function measuresIn(compared: readonly ModelComparison[]): string[] {
  const isShare = ({ score }: TestRound) => score > 0 && score < 1;
  const isScored = compared.some(({ shared }) =>
    shared.some(({ before, now }) => now.some(isShare) || before.some((run) => run.some(isShare))),
  );
  return isScored ? [PASS, SCORE] : [PASS];
}

/** Counts blank answers to tests that both sides have, if there are more of them now. */
function blanksIn(tests: readonly SharedTest[]): BlankAnswers[] {
  const [before, now] = [
    tests.flatMap((test) => test.before.flat()),
    tests.flatMap((test) => test.now),
  ];
  return BLANKS.flatMap((blank) => {
    const counted = (rounds: readonly TestRound[]) => {
      return { count: rounds.filter((round) => round.blank === blank).length, of: rounds.length };
    };
    const [was, is] = [counted(before), counted(now)];
    return is.count * was.of > was.count * is.of ? [{ blank, now: is, before: was }] : [];
  });
}

function assertMeasures(measures: readonly string[], compared: readonly ModelComparison[]): void {
  const rounds = compared.flatMap(({ shared }) => shared.flatMap(({ now }) => now));
  if (rounds.length === 0) return;
  const known = [PASS, SCORE, ...new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics)))];
  const unknown = measures.find((measure) => !known.includes(measure));
  if (unknown === undefined) return;
  throw new UserError(
    `--metric "${unknown}" is no metric of these tests. They have ${known.map((name) => JSON.stringify(name)).join(', ')}.`,
  );
}

type NamedTest = Omit<ChangedTest, 'before' | 'now'>;

/** Makes units of tests. Each model has its own cells, so that it is judged by itself and with all others. */
function unitsOf(compared: readonly ModelComparison[], measures: readonly string[]) {
  const named = new Map<string, NamedTest>();
  const groups = compared.flatMap(({ shared }, i) => (shared.length > 0 ? [i] : []));
  const cells = measures.flatMap((_, measure) =>
    groups.map((group): UnitCell => ({ measure, ...(groups.length > 1 && { group }) })),
  );
  const units = groups.flatMap((group, place) => {
    const { name: model, shared } = compared[group]!;
    return shared.map(({ id, name, before, now, shown, answerBefore }): Unit => {
      const unit = `${group}/${id}`;
      named.set(unit, {
        ...{ model, name, ...shown },
        ...(answerBefore !== undefined && { answerBefore }),
      });
      const roundOf = (round: TestRound) =>
        measures.flatMap((measure) =>
          groups.map((_, i) => (i === place ? scoreOf(round, measure) : undefined)),
        );
      return { id: unit, baseline: before.map((run) => run.map(roundOf)), now: now.map(roundOf) };
    });
  });
  return { units, cells, named };
}

type NamedState = NamedTest & { state: TestState };

/** Sorts tests by what happened to them, the largest losses first. */
function changesOf(
  all: readonly NamedState[],
  { verdict }: RoundsJudgement,
  gone: Gone,
): Pick<TestsGate, 'broke' | 'mayHaveBroken' | 'mended' | 'flaky'> {
  const changes: ReturnType<typeof changesOf> = {
    ...{ broke: [], mayHaveBroken: [], mended: [], flaky: [] },
  };
  for (const { state, ...named } of all.toSorted((a, b) => lossOf(b) - lossOf(a))) {
    const { before, now, flaky, byChance } = state;
    const test: ChangedTest = {
      ...named,
      before: { passed: before.sum, rounds: before.count },
      now: { passed: now.sum, rounds: now.count },
    };
    const isRepeated = before.count > 1 && now.count > 1;
    const lost = before.sum / before.count - now.sum / now.count;
    const isShown = verdict === 'failed' && isRepeated && lost >= LOST && byChance <= BY_CHANCE;
    if (isShown || (gone === 'broke' && isGone(test))) changes.broke.push(test);
    else if (isGone(test) && before.sum % 1 === 0) changes.mayHaveBroken.push(test);
    else if (before.sum === 0 && now.sum === now.count) changes.mended.push(test);
    else if (flaky) changes.flaky.push(test);
  }
  return changes;
}

/** Judges tests that always passed and never do now, and returns the worst verdict of any model. */
function goneIn(compared: readonly ModelComparison[]): Gone {
  const all = compared.map(({ shared }) => judgeGone(shared.map(passedIn)));
  return (['broke', 'open'] as const).find((one) => all.includes(one)) ?? 'chance';
}

function passedIn({ before, now }: SharedTest): PassedUnit {
  const tally = (rounds: readonly TestRound[]) => ({
    passed: rounds.filter(({ pass }) => pass).length,
    rounds: rounds.length,
  });
  return { before: tally(before.flat()), now: tally(now) };
}

function freshTests(compared: readonly ModelComparison[]): TestsGate['fresh'] {
  const all = compared.flatMap(({ name: model, fresh }) =>
    fresh.map((test) => ({ model, ...test })),
  );
  return {
    tests: all.length,
    failed: all
      .filter(({ passed, rounds }) => passed < rounds)
      .map(({ shown, ...test }) => ({ ...test, ...shown })),
  };
}

function lossOf({ state: { before, now } }: NamedState): number {
  return before.sum / before.count - now.sum / now.count;
}

function regressionReasons(
  { verdict, reasons }: RoundsJudgement,
  { mayHaveBroken, broke }: Pick<TestsGate, 'mayHaveBroken' | 'broke'>,
  gone: Gone,
  margin: number | undefined,
): TestsReason[] {
  if (gone === 'broke') return [{ kind: 'tests broke', verdict: 'failed', count: broke.length }];
  if (verdict === 'failed') return [{ kind: 'drop', verdict }];
  const open: TestsReason[] =
    gone === 'open'
      ? [{ kind: 'tests may have broken', verdict: 'inconclusive', count: mayHaveBroken.length }]
      : [];
  if (verdict === 'passed') return open;
  // That so few tests tell little needs no saying where some may have broken.
  const told = reasons.filter((kind) => kind !== 'too little data' || open.length === 0);
  return [
    ...open,
    ...told.map(
      (kind): TestsReason => ({
        ...{ kind, verdict },
        ...(kind === 'margin not shown' && margin !== undefined && { margin }),
      }),
    ),
  ];
}

function minimumReasons(checks: readonly PassCheck[]): TestsReason[] {
  return (['failed', 'inconclusive'] as const).flatMap((verdict): TestsReason[] => {
    const members = checks.filter((check) => check.verdict === verdict);
    const kind = verdict === 'failed' ? 'minimum missed' : 'minimum open';
    return members.length > 0 ? [{ kind, verdict, count: members.length }] : [];
  });
}

function completenessReasons(
  compared: readonly ModelComparison[],
  cached: TestsGate['cached'],
  allow: TestsGateOptions['allow'],
): TestsReason[] {
  const reasons: TestsReason[] = [];
  const failed = compared.flatMap((model) => model.failed);
  if (failed.length > 0 && !allow.errors)
    reasons.push({ kind: 'failed calls', verdict: 'failed', count: failed.length });
  const known = sum(compared.map((model) => model.known));
  const missing = sum(compared.map(({ removed, changed }) => removed.length + changed.length));
  if (missing > (1 - LEAST_SHARE) * known && missing < known && !allow.missing)
    reasons.push({ kind: 'missing tests', verdict: 'inconclusive', count: missing, of: known });
  const unanswered = sum(compared.map((model) => model.unanswered.length));
  const shared = sum(compared.map((model) => model.shared.length));
  if (unanswered > 0 && shared < LEAST_SHARE * (shared + unanswered))
    reasons.push({ kind: 'cached answers', verdict: 'inconclusive', ...cached });
  return reasons;
}

function modelGate(model: ModelComparison): ModelGate {
  const { name, baselineName, edited, changes, call, shared } = model;
  const { before, now } = call;
  const rounds = shared.flatMap((test) => test.now);
  const names = [...new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics)))].sort();
  const isScored = rounds.some(({ pass, score }) => score !== Number(pass));
  return {
    name,
    ...(baselineName !== undefined && { baselineName }),
    ...(before && now && { call: { before, now } }),
    ...(edited && { editedPrompt: edited }),
    ...(changes.length > 0 && { changes }),
    tests: shared.length,
    levels: [PASS, ...(isScored ? [SCORE] : []), ...names].map((measure) =>
      levelOf(shared, measure),
    ),
    ...{ added: model.added, removed: model.removed, changed: model.changed, failed: model.failed },
  };
}

/** Averages a metric over tests that report it on both sides. */
function levelOf(tests: readonly SharedTest[], measure: string): MeasureLevel {
  const levels = tests.flatMap(({ before, now }) => {
    const scores = (rounds: readonly TestRound[]) =>
      rounds.flatMap((round) => scoreOf(round, measure) ?? []);
    const [was, is] = [scores(before.flat()), scores(now)];
    return was.length > 0 && is.length > 0 ? [{ before: mean(was), now: mean(is) }] : [];
  });
  return {
    measure,
    tests: levels.length,
    before: mean(levels.map(({ before }) => before)),
    now: mean(levels.map(({ now }) => now)),
  };
}
