/** Counts what your tests did in one evaluation, by model, prompt and provider, and each test. */
import { groupBy } from '../../base/group-by.js';
import { mean, sum } from '../../base/numbers.js';
import { say, sayCount } from '../../base/text/language.js';
import { packageVersion } from '../../base/version.js';
import { when } from '../../base/when.js';
import { bad, type Column, columns, left, next, paragraph, wide } from '../document/build.js';
import type { Block, Cell, Decision, Document, Table } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { percentText } from '../document/words.js';
import { csvTable } from '../facts/csv.js';
import { type RatedByHand, ratedTestsText } from '../facts/tables/answer-notes.js';
import { passRate } from '../facts/tests/pass-rate.js';
import {
  type AskedModel,
  type AskedSuite,
  type AskedTest,
  metricsOf,
  ratedIn,
} from '../facts/tests/suite.js';
import type { Interval } from '../statistics/interval.js';
import { countCell, NOTHING, shareCell } from './cells.js';
import { FEW_MODELS } from './models.js';
import { type ResultsName, savedSteps } from './next-steps.js';

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
    return isOther ? groups.map(([name, group]) => summaryOf(kind, name, group)) : [];
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

/** The CSV has all. */
const MOST_TESTS = 40;

/** @param results - as a command names them, to save them or to compare them with the baseline of the folder */
export function testsReportDocument(
  report: TestsReport,
  title: string,
  results: ResultsName = { files: [] },
): Document {
  const { summary, tests, rated } = report;
  const models = summary
    .filter(({ by }) => by === 'model')
    .toSorted((a, b) => b.passRate.value - a.passRate.value);
  const failing = tests
    .filter(({ passed, answers }) => passed < answers || answers === 0)
    .toSorted((a, b) => shareOf(a) - shareOf(b));
  const [first, ...others] = models.slice(0, FEW_MODELS).map((row) => decisionOf(row, tests));
  const isFlaky = tests.some(({ flaky }) => flaky);
  return {
    kind: 'report',
    title: foreign(title),
    about: [
      sayCount(tests.length, 'test'),
      sayCount(sum(tests.map(({ answers }) => answers)), 'answer'),
    ],
    decisions: [first ?? { tone: 'plain', text: say`No test has an answer.` }, ...others],
    lead: isFlaky
      ? say`Flaky tests pass some of their repeats. A test counts once, however often it is repeated.`
      : say`A test counts once, however often it is repeated.`,
    blocks: [
      ...(rated ? [paragraph(ratedTestsText(rated), 'warn')] : []),
      ...(failing.length > 0 ? [failingSection(failing, models.length > 1)] : []),
      { kind: 'section', heading: say`Pass rates`, blocks: [summaryTable(report)] },
      next([
        ...savedSteps(results),
        {
          text: say`Find the prompt length at which your tests break.`,
          command: 'npx promptfoo-counting-stars stretch --dry-run',
          cost: say`No call, no cost.`,
        },
      ]),
    ],
    share: {
      label: say`Tests passed`,
      bars: models.map(({ name, passRate }) => ({ name: foreign(name), share: passRate.value })),
    },
    foot: [`promptfoo-counting-stars ${packageVersion()}`],
  };
}

function decisionOf(
  { name, passRate, tests: all }: TestsRow,
  tests: readonly TestRowOf[],
): Decision {
  const failing = tests.filter((row) => row.model === name && row.passed < row.answers).length;
  const model = foreign(name);
  if (!Number.isFinite(passRate.value)) return { tone: 'bad', text: say`${model} has no answer.` };
  return failing === 0
    ? { tone: 'good', text: say`${model} passes all ${sayCount(all, 'test')}.` }
    : bad(
        say`${model} passes ${percentText(passRate.value)} of the tests: ${failing} of ${all} fail at least once.`,
      );
}

function summaryTable({ summary }: TestsReport): Table {
  const metrics = [...new Set(summary.flatMap((row) => Object.keys(row.metrics)))].sort();
  return columns(
    say`Pass rates`,
    summary,
    [say`Model`, nameOf],
    [say`Passed`, ({ passRate }) => shareCell(passRate)],
    [say`Tests`, ({ tests }) => countCell(tests)],
    [wide(say`Answers`), ({ answers }) => countCell(answers)],
    [wide(say`Failed calls`), ({ failedCalls }) => countCell(failedCalls, true)],
    ...metrics.map(
      (metric): Column<TestsRow> => [
        wide(foreign(metric)),
        (row) => metricCell(row.metrics[metric]),
      ],
    ),
  );
}

function metricCell(value: number | undefined): Cell {
  return value === undefined ? NOTHING : { text: value.toFixed(2), value };
}

function nameOf({ by, name }: TestsRow): string {
  if (by === 'model') return foreign(name);
  return by === 'prompt' ? say`prompt: ${foreign(name)}` : say`provider: ${foreign(name)}`;
}

function failingSection(rows: readonly TestRowOf[], isSeveral: boolean): Block {
  const shown = rows.slice(0, MOST_TESTS);
  const more = rows.length - shown.length;
  return {
    kind: 'section',
    heading: say`Tests that do not always pass: ${rows.length}`,
    blocks: [
      columns(
        say`Tests that do not always pass`,
        shown,
        [say`Test`, ({ test }) => foreign(test)],
        isSeveral && [left(say`Model`), ({ model }) => foreign(model)],
        [say`Passed`, passedCell],
      ),
      ...when(more > 0, paragraph(say`${more} more are in tests.csv.`)),
    ],
  };
}

function passedCell({ passed, answers, failedCalls, flaky }: TestRowOf): Cell {
  return {
    ...{ text: say`${passed} of ${answers}`, value: passed, tone: flaky ? 'warn' : 'bad' },
    ...(failedCalls > 0 && { small: sayCount(failedCalls, 'failed call') }),
  };
}

function shareOf({ passed, answers }: TestRowOf): number {
  return answers === 0 ? -1 : passed / answers;
}
