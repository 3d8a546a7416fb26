/** Whether ordinary tests got worse than a baseline says. Method and error rates: docs/method/gate.md. */
import { mean } from '../../base/numbers.js';
import { say, sayCount } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import type { SuiteRun, TestRound } from '../baseline/suite-run.js';
import type { ConditionChange } from '../evaluation/changes.js';
import type { RatedByHand } from '../output/hand-ratings.js';
import type { DropBounds } from '../statistics/regression/drop-test.js';
import {
  type Finding,
  judgeRounds,
  type RoundsJudgement,
} from '../statistics/rounds/judge-rounds.js';
import type { Standing } from '../statistics/rounds/standings.js';
import type { Cell, Unit } from '../statistics/rounds/units.js';
import {
  compareSuites,
  type FailedTest,
  type ReaderComparison,
  type SharedTest,
} from './compare.js';
import { type AskedSuite, ratedIn } from './suite.js';
import {
  FOUND,
  ratesOf,
  repeatsForOne,
  type SuitePower,
  suitePower,
  talliesBefore,
} from './unseen.js';

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
  drift?: number;
  allow: Readonly<Record<'errors' | 'missing' | 'cached', boolean>>;
  /** Readers of different names to compare, as `old=new`. */
  providers: readonly string[];
  /** `pass`, `score` or metrics; else whether tests pass. */
  measures?: readonly string[];
}

type Verdict = RoundsJudgement['verdict'];

/** What was looked at, for one measure, of all readers or one. */
export interface TestFinding extends Omit<Finding, 'measure' | 'group'> {
  measure: string;
  reader?: string;
}

/** A test with its pass rate on both sides: `passed` of `rounds`. */
export interface ChangedTest {
  reader: string;
  name: string;
  before: { passed: number; rounds: number };
  now: { passed: number; rounds: number };
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
  /** The drop is at most this, with 95 % confidence. */
  excludes: number;
}

/** A reader with what it has of both sides. */
export interface ReaderGate {
  name: string;
  baselineName?: string;
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
  kind: RoundsJudgement['reasons'][number] | 'failed calls' | 'missing tests' | 'cached answers';
  verdict: Exclude<Verdict, 'passed'>;
  note: string;
}

export interface TestsGate {
  verdict: Verdict;
  reasons: TestsReason[];
  /** Tests of all readers that are compared, runs of the baseline, and how often a run asks. */
  tests: number;
  baselineRuns: number;
  repeats: { fewest: number; most: number };
  measures: JudgedMeasure[];
  findings: TestFinding[];
  readers: ReaderGate[];
  /** Tests that broke, by their repeats; of one round each, only how many is known. */
  broke: ChangedTest[];
  /** Tests that all passed before and fail now, which may be chance. */
  mayHaveBroken: ChangedTest[];
  mended: ChangedTest[];
  /** Tests whose repeats differ within a run. */
  flaky: ChangedTest[];
  /** Answers that are out of promptfoo's cache. */
  cached: { count: number; of: number };
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

const CONFIDENCE = 0.95;

/**
 * Judge a run of tests by the runs of a baseline.
 *
 * @param suite - without answers out of the cache, unless these count
 * @throws {UserError} when a measure is asked for that no test has
 */
export function gateTests(
  baseline: readonly SuiteRun[],
  suite: AskedSuite,
  options: TestsGateOptions,
): TestsGate {
  const compared = compareSuites(baseline, suite, options.providers);
  const measures = options.measures ?? [PASS];
  assertMeasures(measures, compared);
  const { units, cells, named } = unitsOf(compared, measures);
  const { alpha, maxDrop, margin, drift, detect } = options;
  const judged = judgeRounds(units, cells, {
    ...{ alpha, maxDrop, confidence: CONFIDENCE },
    ...(margin !== undefined && { margin }),
    ...(drift !== undefined && { drift: measures.map(() => drift) }),
  });
  const tests = compared.flatMap(({ shared }) => shared);
  const runs = baseline.length;
  const byId = new Map(judged.standings.map((standing) => [standing.id, standing]));
  const standings = [...named].flatMap(([id, test]) => {
    const standing = byId.get(id);
    return standing ? [{ standing, ...test }] : [];
  });
  const changes = changesOf(standings, judged);
  const all = suite.flatMap((reader) => [...reader.tests.values()]);
  const cached = {
    count: all.reduce((sum, test) => sum + test.cached, 0),
    of: all.reduce(
      (sum, { rounds, cached: own }) => sum + rounds.length + (options.allow.cached ? 0 : own),
      0,
    ),
  };
  const rated = ratedIn(all);
  const findings = judged.findings.map(
    ({ measure, group, ...finding }): TestFinding => ({
      ...finding,
      measure: measures[measure]!,
      ...(group !== undefined && { reader: compared[group]!.name }),
    }),
  );
  const incomplete = completenessReasons(compared, cached, options.allow);
  // Where nothing is in common, what is missing says why.
  const isExplained = tests.length === 0 && incomplete.length > 0;
  const reasons = isExplained
    ? incomplete
    : [...regressionReasons(judged, findings, changes, margin), ...incomplete];
  const has = (verdict: Verdict) => reasons.some((reason) => reason.verdict === verdict);
  const { copied } = judged;
  const repeated = { repeats: Math.max(1, judged.repeats.fewest), runs, copied };
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
    readers: compared.map((one) => readerGate(one)),
    ...changes,
    cached,
    ...(rated && { rated }),
    unasserted: all.filter(({ unasserted }) => unasserted).length,
    copied,
    ...(tests.length > 0 && {
      power: powerOf(ratesOf(talliesBefore(tests)), repeated, detect, alpha),
    }),
  };
}

/** A single broken test is looked for; where it is not found, the repeats that would find it. */
function powerOf(
  rates: readonly number[],
  repeated: { repeats: number; runs: number; copied: number },
  detect: number,
  alpha: number,
): NonNullable<TestsGate['power']> {
  const power = suitePower(rates, repeated, detect, alpha);
  const more = power.one >= FOUND ? undefined : repeatsForOne(rates, repeated, alpha);
  return { ...power, ...(more !== undefined && { repeatsForOne: more }) };
}

/** What a round says by a measure. */
function scoreOf(round: TestRound, measure: string): number | undefined {
  if (measure === PASS) return Number(round.pass);
  return measure === SCORE ? round.score : round.metrics[measure];
}

function assertMeasures(measures: readonly string[], compared: readonly ReaderComparison[]): void {
  const rounds = compared.flatMap(({ shared }) => shared.flatMap(({ now }) => now));
  if (rounds.length === 0) return;
  const known = [PASS, SCORE, ...new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics)))];
  const unknown = measures.find((measure) => !known.includes(measure));
  if (unknown === undefined) return;
  throw new UserError(
    `--measure "${unknown}" is no measure of these tests, which have ${known.map((name) => JSON.stringify(name)).join(', ')}.`,
  );
}

interface NamedTest {
  reader: string;
  name: string;
}

/** Tests as units: every reader has cells of its own, so that each is judged by itself and all together. */
function unitsOf(compared: readonly ReaderComparison[], measures: readonly string[]) {
  const named = new Map<string, NamedTest>();
  const groups = compared.flatMap(({ shared }, i) => (shared.length > 0 ? [i] : []));
  const cells = measures.flatMap((_, measure) =>
    groups.map((group): Cell => ({ measure, ...(groups.length > 1 && { group }) })),
  );
  const units = groups.flatMap((group, place) => {
    const { name: reader, shared } = compared[group]!;
    return shared.map(({ id, name, before, now }): Unit => {
      const unit = `${group}/${id}`;
      named.set(unit, { reader, name });
      const roundOf = (round: TestRound) =>
        measures.flatMap((measure) =>
          groups.map((_, i) => (i === place ? scoreOf(round, measure) : undefined)),
        );
      return { id: unit, baseline: before.map((run) => run.map(roundOf)), now: now.map(roundOf) };
    });
  });
  return { units, cells, named };
}

type NamedStanding = NamedTest & { standing: Standing };

/** What became of tests, each under one heading. */
function changesOf(all: readonly NamedStanding[], { verdict }: RoundsJudgement) {
  const changes: Pick<TestsGate, 'broke' | 'mayHaveBroken' | 'mended' | 'flaky'> = {
    ...{ broke: [], mayHaveBroken: [], mended: [], flaky: [] },
  };
  for (const { reader, name, standing } of all.toSorted((a, b) => lossOf(b) - lossOf(a))) {
    const { before, now, flaky, byChance } = standing;
    const test: ChangedTest = {
      ...{ reader, name },
      before: { passed: before.sum, rounds: before.count },
      now: { passed: now.sum, rounds: now.count },
    };
    const isRepeated = before.count > 1 && now.count > 1;
    const lost = before.sum / before.count - now.sum / now.count;
    if (verdict === 'failed' && isRepeated && lost >= LOST && byChance <= BY_CHANCE)
      changes.broke.push(test);
    else if (before.sum === before.count && now.sum === 0) changes.mayHaveBroken.push(test);
    else if (before.sum === 0 && now.sum === now.count) changes.mended.push(test);
    else if (flaky) changes.flaky.push(test);
  }
  return changes;
}

function lossOf({ standing: { before, now } }: NamedStanding): number {
  return before.sum / before.count - now.sum / now.count;
}

function regressionReasons(
  { verdict, reasons, repeats }: RoundsJudgement,
  findings: readonly TestFinding[],
  { broke, mayHaveBroken, mended }: Pick<TestsGate, 'broke' | 'mayHaveBroken' | 'mended'>,
  margin: number | undefined,
): TestsReason[] {
  if (verdict === 'passed') return [];
  if (verdict === 'failed') {
    const note =
      broke.length > 0
        ? say`${sayCount(broke.length, 'test')} broke`
        : repeats.most === 1 && mayHaveBroken.length > mended.length
          ? say`about ${sayCount(mayHaveBroken.length - mended.length, 'test')} broke`
          : fellText(findings.filter(({ failed }) => failed));
    return [{ kind: 'drop', verdict, note }];
  }
  return reasons.map((reason) => ({
    kind: reason,
    verdict,
    note:
      reason === 'nothing in common'
        ? say`no test has answers on both sides`
        : reason === 'margin not shown'
          ? say`it is not shown that the drop is below ${margin!}`
          : say`too few tests to exclude even a drop of 0.5`,
  }));
}

/** What fell, by a row that shows it: the mean of all together, else the clearest of a reader. */
function fellText(failed: readonly TestFinding[]): string {
  const means = failed
    .filter(({ kind }) => kind === 'mean')
    .toSorted((a, b) => a.adjusted - b.adjusted);
  const found = means.find((finding) => finding.reader === undefined) ?? means[0];
  if (!found) return say`more tests broke than chance explains`;
  const { measure, reader } = found;
  if (reader !== undefined) {
    return measure === PASS
      ? say`the pass rate of ${reader} fell`
      : say`${measure} of ${reader} fell`;
  }
  return measure === PASS ? say`pass rate fell` : say`${measure} fell`;
}

function completenessReasons(
  compared: readonly ReaderComparison[],
  cached: TestsGate['cached'],
  allow: TestsGateOptions['allow'],
): TestsReason[] {
  const reasons: TestsReason[] = [];
  const failed = compared.flatMap((one) => one.failed);
  if (failed.length > 0 && !allow.errors) {
    const note =
      failed.length === 1
        ? say`1 test has no answer, since the calls failed (--allow errors accepts it)`
        : say`${sayCount(failed.length, 'test')} have no answer, since the calls failed (--allow errors accepts it)`;
    reasons.push({ kind: 'failed calls', verdict: 'failed', note });
  }
  const known = compared.reduce((sum, one) => sum + one.known, 0);
  const missing = compared.reduce(
    (sum, { removed, changed }) => sum + removed.length + changed.length,
    0,
  );
  if (missing > (1 - LEAST_SHARE) * known && missing < known && !allow.missing) {
    const note = say`${missing} of ${known} tests of the baseline are not in the results (--allow missing accepts it)`;
    reasons.push({ kind: 'missing tests', verdict: 'inconclusive', note });
  }
  const unanswered = compared.reduce((sum, one) => sum + one.unanswered.length, 0);
  const shared = compared.reduce((sum, one) => sum + one.shared.length, 0);
  if (unanswered > 0 && shared < LEAST_SHARE * (shared + unanswered)) {
    const note = say`${cached.of - cached.count} of ${cached.of} answers are new: promptfoo took the others from its cache. Run with --no-cache`;
    reasons.push({ kind: 'cached answers', verdict: 'inconclusive', note });
  }
  return reasons;
}

function readerGate({
  name,
  baselineName,
  edited,
  changes,
  shared,
  added,
  removed,
  changed,
  failed,
}: ReaderComparison): ReaderGate {
  const rounds = shared.flatMap(({ now }) => now);
  const names = [...new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics)))].sort();
  const isScored = rounds.some(({ pass, score }) => score !== Number(pass));
  return {
    name,
    ...(baselineName !== undefined && { baselineName }),
    ...(edited && { editedPrompt: edited }),
    ...(changes.length > 0 && { changes }),
    tests: shared.length,
    levels: [PASS, ...(isScored ? [SCORE] : []), ...names].map((measure) =>
      levelOf(shared, measure),
    ),
    ...{ added, removed, changed, failed },
  };
}

/** Over the tests that report it on both sides. */
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
