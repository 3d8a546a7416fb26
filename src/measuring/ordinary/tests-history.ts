/** Runs of ordinary tests over time: how their pass rate went, and since when it is lower. */
import { mean } from '../../base/numbers.js';
import { type LevelHistory, levelHistory } from '../statistics/history/change-points.js';
import { runLevels } from '../statistics/history/run-levels.js';
import { metricsOf } from './metrics.js';
import { type AskedSuite, type AskedTest, keptRun } from './suite.js';
import { gateTests, type TestsGate, type TestsGateOptions } from './tests-gate.js';

/** One reader in one run. */
export interface TestsLevel {
  tests: number;
  passRate: number;
  /** Means of named metrics, over the tests that report them. */
  metrics: Record<string, number>;
}

export interface TestsReaderHistory {
  reader: string;
  /** One for each run; `null` where it has no answer. */
  levels: (TestsLevel | null)[];
  /** Steps and trends of the pass rate. */
  course: LevelHistory;
}

export interface TestsHistory {
  /** Files or evaluations of each run, in the order given. */
  runs: string[][];
  readers: TestsReaderHistory[];
  /** The last run compared with those before it at its level. */
  last?: TestsGate;
}

/** Follow the tests of all readers over runs, oldest first. */
export function testsHistory(
  runs: readonly AskedSuite[],
  names: readonly (readonly string[])[],
  options: TestsGateOptions,
): TestsHistory {
  const readers = [...new Set(runs.flatMap((run) => run.map(({ name }) => name)))].map((reader) =>
    readerHistory(reader, runs),
  );
  const since = Math.max(0, ...readers.map(({ course }) => firstAlike(course, runs.length)));
  const before = runs.slice(since, -1).map(keptRun);
  const last = runs[runs.length - 1];
  return {
    runs: names.map((own) => [...own]),
    readers,
    ...(last && before.length > 0 && { last: gateTests(before, last, options) }),
  };
}

/** The runs that the last one is compared with: at its level, or where it alone is at it, at the one before. */
function firstAlike({ since, steps }: LevelHistory, runs: number): number {
  if (since < runs - 1) return since;
  return steps.length > 1 ? steps[steps.length - 2]!.run : 0;
}

function readerHistory(reader: string, runs: readonly AskedSuite[]): TestsReaderHistory {
  const own = runs.map((run) => run.find(({ name }) => name === reader));
  const ids = new Set(own.flatMap((one) => [...(one?.tests.keys() ?? [])]));
  const followed = [...ids].map((id) => {
    const rounds = own.map((one) => one?.tests.get(id)?.rounds ?? []);
    const most = Math.max(...rounds.map(({ length }) => length));
    const rates = rounds.map((all) =>
      all.length === 0 ? undefined : mean(all.map(({ pass }) => Number(pass))),
    );
    return { series: 0, tokens: 1, marks: most, runs: rates };
  });
  const several = followed.filter(
    (one) => one.runs.filter((rate) => rate !== undefined).length > 1,
  );
  const levels = runLevels(several);
  const numbers = levels.flatMap((level, run) => (level ? [run] : []));
  const course = levelHistory(levels.filter((level) => level !== undefined));
  return {
    reader,
    levels: own.map((one) => (one ? levelOf([...one.tests.values()]) : null)),
    // Runs without the reader have no level, and the others keep their numbers.
    course: {
      ...course,
      since: numbers[course.since] ?? 0,
      steps: course.steps.map((step) => ({
        ...step,
        run: numbers[step.run]!,
        from: numbers[step.from]!,
        to: numbers[step.to]!,
      })),
    },
  };
}

function levelOf(tests: readonly AskedTest[]): TestsLevel | null {
  const answered = tests.filter(({ rounds }) => rounds.length > 0);
  if (answered.length === 0) return null;
  return {
    tests: answered.length,
    passRate: mean(answered.map(({ rounds }) => mean(rounds.map(({ pass }) => Number(pass))))),
    metrics: metricsOf(answered),
  };
}
