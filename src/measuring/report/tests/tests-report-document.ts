/** What ordinary tests did, as one Document: how many pass, which do not, and by the length of their prompts. */
import { sum } from '../../../base/numbers.js';
import { say, sayCount } from '../../../base/text/language.js';
import { packageVersion } from '../../../base/version.js';
import type { Block, Cell, Decision, Document, Head, Row, Table } from '../../document/document.js';
import { foreign } from '../../document/foreign.js';
import { percentText } from '../../document/words.js';
import { ratedTestsText } from '../../facts/hand-ratings.js';
import { countCell, NOTHING, shareCell } from '../cells.js';
import { type ByLength, bandText } from './by-length.js';
import type { TestRowOf, TestsReport, TestsRow } from './tests-report.js';

/** Rows of the tests that do not always pass; the CSV has all. */
const MOST_TESTS = 40;

/** Of so few models each has a sentence. */
const FEW_MODELS = 3;

export function testsReportDocument(report: TestsReport, title: string): Document {
  const { summary, tests, rated, lengths } = report;
  const models = summary
    .filter(({ by }) => by === 'reader')
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
      ...(lengths ? lengthBlocks(lengths) : []),
      {
        kind: 'next',
        steps: [
          {
            text: say`Save these results, and compare later runs with them.`,
            command: 'npx promptfoo-counting-stars baseline',
            cost: say`No call, no cost.`,
          },
          {
            text: say`Find the prompt length at which your tests break.`,
            command: 'npx promptfoo-counting-stars stretch --dry-run',
            cost: say`No call, no cost.`,
          },
        ],
      },
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
  const failing = tests.filter((one) => one.reader === name && one.passed < one.answers).length;
  const model = foreign(name);
  if (!Number.isFinite(passRate.value)) return { tone: 'bad', text: say`${model} has no answer.` };
  return failing === 0
    ? { tone: 'good', text: say`${model} passes all ${sayCount(all, 'test')}.` }
    : {
        tone: 'bad',
        text: say`${model} passes ${percentText(passRate.value)} of the tests: ${failing} of ${all} fail at least once.`,
      };
}

function section(heading: string, table: Table): Block {
  return { kind: 'section', heading, blocks: [table] };
}

function summaryTable({ summary }: TestsReport): Table {
  const metrics = [...new Set(summary.flatMap((row) => Object.keys(row.metrics)))].sort();
  const heads: Head[] = [
    { text: say`Model` },
    { text: say`Passed` },
    { text: say`Tests` },
    { text: say`Answers`, notInTerminal: true },
    { text: say`Failed calls`, notInTerminal: true },
    ...metrics.map((metric): Head => ({ text: foreign(metric), notInTerminal: true })),
  ];
  return {
    kind: 'table',
    title: say`Pass rates`,
    heads,
    rows: summary.map(
      (row): Row => ({
        cells: [
          { text: nameOf(row) },
          shareCell(row.passRate, 1),
          countCell(row.tests),
          countCell(row.answers),
          countCell(row.failedCalls, true),
          ...metrics.map((metric) => metricCell(row.metrics[metric])),
        ],
      }),
    ),
  };
}

function metricCell(value: number | undefined): Cell {
  return value === undefined ? NOTHING : { text: value.toFixed(2), value };
}

function nameOf({ by, name }: TestsRow): string {
  if (by === 'reader') return foreign(name);
  return by === 'prompt' ? say`prompt: ${foreign(name)}` : say`provider: ${foreign(name)}`;
}

/** Those that fail most first. */
function failingSection(rows: readonly TestRowOf[], isSeveral: boolean): Block {
  const shown = rows.slice(0, MOST_TESTS);
  const left = rows.length - shown.length;
  return {
    kind: 'section',
    heading: say`Tests that do not always pass: ${rows.length}`,
    blocks: [
      {
        kind: 'table',
        title: say`Tests that do not always pass`,
        heads: [
          { text: say`Test` },
          ...(isSeveral ? [{ text: say`Model`, align: 'left' as const }] : []),
          { text: say`Passed` },
        ],
        rows: shown.map(
          (row): Row => ({
            cells: [
              { text: foreign(row.test) },
              ...(isSeveral ? [{ text: foreign(row.reader) }] : []),
              passedCell(row),
            ],
          }),
        ),
      },
      ...(left > 0
        ? [{ kind: 'paragraph' as const, text: say`${left} more are in tests.csv.` }]
        : []),
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

/** Other tests have longer prompts, so that a difference may be theirs. */
function lengthBlocks({ bands, counted }: ByLength): Block[] {
  const isSeveral = new Set(bands.map(({ reader }) => reader)).size > 1;
  return [
    {
      kind: 'section',
      heading: say`Pass rates by length of the prompt`,
      sub: say`Longer prompts belong to other tests, which may be harder. To decide, run stretch.`,
      blocks: [
        {
          kind: 'table',
          title: say`Pass rates by length of the prompt`,
          heads: [
            { text: counted ? say`Tokens` : say`Tokens, about` },
            ...(isSeveral ? [{ text: say`Model`, align: 'left' as const }] : []),
            { text: say`Tests` },
            { text: say`Passed` },
          ],
          rows: bands.map(
            (band): Row => ({
              cells: [
                { text: bandText(band) },
                ...(isSeveral ? [{ text: foreign(band.reader) }] : []),
                countCell(band.tests),
                shareCell(band.passRate, 1),
              ],
            }),
          ),
        },
      ],
    },
  ];
}
