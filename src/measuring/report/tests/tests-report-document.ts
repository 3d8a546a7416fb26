/** Makes the document of a report on your tests: how many pass, and which do not. */

import { sum } from '../../../base/numbers.js';
import { say, sayCount } from '../../../base/text/language.js';
import { packageVersion } from '../../../base/version.js';
import { when } from '../../../base/when.js';
import { bad, type Column, columns, left, next, paragraph, wide } from '../../document/build.js';
import type { Block, Cell, Decision, Document, Table } from '../../document/document.js';
import { foreign } from '../../document/foreign.js';
import { percentText } from '../../document/words.js';
import { ratedTestsText } from '../../facts/hand-ratings.js';
import { countCell, NOTHING, shareCell } from '../cells.js';
import { type ResultsName, savedSteps } from '../next-steps.js';
import type { TestRowOf, TestsReport, TestsRow } from './tests-report.js';

/** The CSV has all. */
const MOST_TESTS = 40;

/** Up to this many models have a sentence each. */
const FEW_MODELS = 3;

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
      ...(rated
        ? [{ kind: 'paragraph' as const, text: ratedTestsText(rated), tone: 'warn' as const }]
        : []),
      ...(failing.length > 0 ? [failingSection(failing, models.length > 1)] : []),
      section(say`Pass rates`, summaryTable(report)),
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
  const failing = tests.filter((one) => one.model === name && one.passed < one.answers).length;
  const model = foreign(name);
  if (!Number.isFinite(passRate.value)) return { tone: 'bad', text: say`${model} has no answer.` };
  return failing === 0
    ? { tone: 'good', text: say`${model} passes all ${sayCount(all, 'test')}.` }
    : bad(
        say`${model} passes ${percentText(passRate.value)} of the tests: ${failing} of ${all} fail at least once.`,
      );
}

function section(heading: string, table: Table): Block {
  return { kind: 'section', heading, blocks: [table] };
}

function summaryTable({ summary }: TestsReport): Table {
  const metrics = [...new Set(summary.flatMap((row) => Object.keys(row.metrics)))].sort();
  return columns(
    say`Pass rates`,
    summary,
    [say`Model`, nameOf],
    [say`Passed`, ({ passRate }) => shareCell(passRate, 1)],
    [say`Tests`, ({ tests }) => countCell(tests)],
    [wide(say`Answers`), ({ answers }) => countCell(answers)],
    [wide(say`Failed calls`), ({ failedCalls }) => countCell(failedCalls, true)],
    ...metrics.map(
      (metric): Column<TestsRow> => [
        wide(foreign(metric)),
        (one) => metricCell(one.metrics[metric]),
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
