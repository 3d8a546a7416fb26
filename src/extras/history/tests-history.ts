/** Follows pass rates of your tests over runs, and finds since when they are lower. */
import { mean } from '../../base/numbers.js';
import {
  type AskedSuite,
  type AskedTest,
  keptRun,
  metricsOf,
} from '../../measuring/facts/tests/suite.js';
import {
  gateTests,
  type TestsGate,
  type TestsGateOptions,
} from '../../measuring/verdicts/tests/tests-gate.js';
import { alikeSince, courseOver, type LevelHistory, runLevels } from './change-points.js';

export interface TestsLevel {
  tests: number;
  passRate: number;
  /** Means of named metrics, over the tests that report them. */
  metrics: Record<string, number>;
}

export interface TestsModelHistory {
  model: string;
  /** One for each run. `null` if it has no answer. */
  levels: (TestsLevel | null)[];
  course: LevelHistory;
}

export interface TestsHistory {
  runs: string[][];
  models: TestsModelHistory[];
  /** Compares the last run with those before it at its level. */
  last?: TestsGate;
}

/** @param runs - oldest first */
export function testsHistory(
  runs: readonly AskedSuite[],
  names: readonly (readonly string[])[],
  options: TestsGateOptions,
): TestsHistory {
  const models = [...new Set(runs.flatMap((run) => run.map(({ name }) => name)))].map((model) =>
    modelHistory(model, runs),
  );
  const since = Math.max(0, ...models.map(({ course }) => alikeSince(course, runs.length - 1)));
  const before = runs.slice(since, -1).map(keptRun);
  const last = runs[runs.length - 1];
  return {
    runs: names.map((own) => [...own]),
    models,
    ...(last && before.length > 0 && { last: gateTests(before, last, options) }),
  };
}

function modelHistory(model: string, runs: readonly AskedSuite[]): TestsModelHistory {
  const own = runs.map((run) => run.find(({ name }) => name === model));
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
  return {
    model,
    levels: own.map((one) => (one ? levelOf([...one.tests.values()]) : null)),
    course: courseOver(runLevels(several)),
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
