/** Counts what your tests did in one evaluation, by model, prompt and provider, and each test. */
import { groupBy } from '../../../base/group-by.js';
import { mean, sum } from '../../../base/numbers.js';
import { csvTable } from '../../facts/csv.js';
import type { RatedByHand } from '../../facts/hand-ratings.js';
import { metricsOf } from '../../facts/tests/metrics.js';
import { passRate } from '../../facts/tests/pass-rate.js';
import {
  type AskedModel,
  type AskedSuite,
  type AskedTest,
  ratedIn,
} from '../../facts/tests/suite.js';
import type { Interval } from '../../statistics/interval.js';

/** Tests of one model, of one prompt, or of one provider. */
export interface TestsRow {
  by: 'model' | 'prompt' | 'provider';
  name: string;
  tests: number;
  answers: number;
  failedCalls: number;
  /** Over tests, with a 95% interval. A test counts once, however often it is repeated. */
  passRate: Interval;
  metrics: Record<string, number>;
}

export interface TestRowOf {
  model: string;
  test: string;
  passed: number;
  answers: number;
  failedCalls: number;
  flaky: boolean;
  score: number;
  metrics: Record<string, number>;
}

export interface TestsReport {
  format: 'promptfoo-counting-stars tests';
  version: 2;
  summary: TestsRow[];
  tests: TestRowOf[];
  /** Answers that pass or fail by a person's rating. */
  rated?: RatedByHand;
}

/** Makes the tables of one evaluation. Prompts and providers have rows if there are several. */
export function testsReport(suite: AskedSuite): TestsReport {
  const models = suite.map((model) => summaryOf('model', model.name, [model]));
  const by = (kind: 'prompt' | 'provider') => {
    const groups = [...groupBy(suite, (model) => model[kind])];
    const isOther = groups.length > 1 && groups.length < suite.length;
    return isOther ? groups.map(([name, own]) => summaryOf(kind, name, own)) : [];
  };
  const rated = ratedIn(suite.flatMap(({ tests }) => [...tests.values()]));
  return {
    format: 'promptfoo-counting-stars tests',
    version: 2,
    summary: [...models, ...by('provider'), ...by('prompt')],
    tests: suite.flatMap(({ name, tests }) => [...tests.values()].map((test) => rowOf(name, test))),
    ...(rated && { rated }),
  };
}

function summaryOf(by: TestsRow['by'], name: string, models: readonly AskedModel[]): TestsRow {
  const all = models.flatMap(({ tests }) => [...tests.values()]);
  const answered = all.filter(({ rounds }) => rounds.length > 0);
  return {
    ...{ by, name, tests: all.length },
    answers: sum(all.map(({ rounds }) => rounds.length)),
    failedCalls: sum(all.map(({ errors }) => errors.length)),
    passRate: passRate(answered),
    metrics: metricsOf(answered),
  };
}

function rowOf(model: string, test: AskedTest): TestRowOf {
  const { name, rounds, errors } = test;
  const passed = rounds.filter(({ pass }) => pass).length;
  return {
    ...{ model, test: name, passed, answers: rounds.length, failedCalls: errors.length },
    flaky: passed > 0 && passed < rounds.length,
    score: mean(rounds.map(({ score }) => score)),
    metrics: metricsOf([test]),
  };
}

export function testsCsv({ tests }: TestsReport): string {
  const rows = tests.map(({ metrics, ...row }) => ({ ...row, ...metrics }));
  return csvTable({ rows });
}
