/** What ordinary tests did in one evaluation: by reader, by prompt, by provider, and each of them. */
import { jsonText } from '../../base/doors.js';
import { groupBy } from '../../base/group-by.js';
import { mean, sum } from '../../base/numbers.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { packageVersion } from '../../base/version.js';
import { type Answer, answerOn } from '../output/answer.js';
import { text as markdownText } from '../output/code.js';
import { csvTable } from '../output/csv.js';
import { type RatedByHand, ratedTestsText } from '../output/hand-ratings.js';
import { markdownTable } from '../output/markdown.js';
import { html, type Markup, sayHtml } from '../output/markup.js';
import { column, type Table } from '../output/table.js';
import { clip, wrapped } from '../output/terminal.js';
import { terminalTable } from '../output/terminal-table.js';
import { intervalText } from '../output/words.js';
import { htmlPage } from '../report/html/shell.js';
import { pageTable } from '../report/html/table.js';
import { partFiles } from '../report/part-files.js';
import type { Interval } from '../statistics/interval.js';
import { type ByLength, byLength, byLengthTable, byLengthTexts } from './by-length.js';
import { metricsOf } from './metrics.js';
import { passRate } from './pass-rate.js';
import { type AskedReader, type AskedSuite, type AskedTest, ratedIn } from './suite.js';

/** Tests together: of one reader, of all with one prompt, or of one provider. */
export interface TestsRow {
  /** Of what: `reader`, `prompt` or `provider`. */
  by: 'reader' | 'prompt' | 'provider';
  name: string;
  tests: number;
  answers: number;
  failedCalls: number;
  /** Over tests, with a 95 % interval that takes each for one observation, however often it is repeated. */
  passRate: Interval;
  metrics: Record<string, number>;
}

/** One test, asked of one reader. */
export interface TestRowOf {
  reader: string;
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
  version: 1;
  summary: TestsRow[];
  tests: TestRowOf[];
  /** Answers that pass or fail by a person's rating alone; absent where none does. */
  rated?: RatedByHand;
  /** Pass rates of prompts of different lengths; absent where they are about as long. */
  lengths?: ByLength;
}

/** Make the tables of one evaluation. Prompts and providers have rows of their own where there are several. */
export function testsReport(suite: AskedSuite): TestsReport {
  const readers = suite.map((reader) => summaryOf('reader', reader.name, [reader]));
  const by = (kind: 'prompt' | 'provider') => {
    const groups = [...groupBy(suite, (reader) => reader[kind])];
    const isOther = groups.length > 1 && groups.length < suite.length;
    return isOther ? groups.map(([name, own]) => summaryOf(kind, name, own)) : [];
  };
  const lengths = byLength(suite);
  const rated = ratedIn(suite.flatMap(({ tests }) => [...tests.values()]));
  return {
    format: 'promptfoo-counting-stars tests',
    version: 1,
    summary: [...readers, ...by('provider'), ...by('prompt')],
    tests: suite.flatMap(({ name, tests }) => [...tests.values()].map((test) => rowOf(name, test))),
    ...(rated && { rated }),
    ...(lengths && { lengths }),
  };
}

function summaryOf(by: TestsRow['by'], name: string, readers: readonly AskedReader[]): TestsRow {
  const all = readers.flatMap(({ tests }) => [...tests.values()]);
  const answered = all.filter(({ rounds }) => rounds.length > 0);
  return {
    ...{ by, name, tests: all.length },
    answers: sum(all.map(({ rounds }) => rounds.length)),
    failedCalls: sum(all.map(({ errors }) => errors.length)),
    passRate: passRate(answered),
    metrics: metricsOf(answered),
  };
}

function rowOf(reader: string, test: AskedTest): TestRowOf {
  const { name, rounds, errors } = test;
  const passed = rounds.filter(({ pass }) => pass).length;
  return {
    ...{ reader, test: name, passed, answers: rounds.length, failedCalls: errors.length },
    flaky: passed > 0 && passed < rounds.length,
    score: mean(rounds.map(({ score }) => score)),
    metrics: metricsOf([test]),
  };
}

/** Metrics that some row has. */
function metricNames(rows: readonly { metrics: Record<string, number> }[]): string[] {
  return [...new Set(rows.flatMap(({ metrics }) => Object.keys(metrics)))].sort();
}

function summaryTable({ summary }: TestsReport): Table<TestsRow> {
  return {
    title: say`Pass rates`,
    rows: summary,
    columns: [
      column('name', '', summaryName),
      column('count', say`tests`, ({ tests }) => tests),
      column('count', say`answers`, ({ answers }) => answers),
      column('count', say`failed calls`, ({ failedCalls }) => failedCalls),
      column('interval', say`pass rate`, ({ passRate }) => passRate),
      ...metricNames(summary).map((metric) =>
        column('share', metric, ({ metrics }: TestsRow) => metrics[metric], { foreign: true }),
      ),
    ],
  };
}

function summaryName({ by, name }: TestsRow): string {
  if (by === 'reader') return name;
  return by === 'prompt' ? say`prompt: ${name}` : say`provider: ${name}`;
}

/** Those that fail most first; those that always pass are in the CSV alone. */
function worstTable({ tests }: TestsReport): Table<TestRowOf> {
  return {
    title: say`Tests that do not always pass`,
    rows: tests
      .filter(({ passed, answers }) => passed < answers || answers === 0)
      .sort((a, b) => share(a) - share(b)),
    columns: [
      column('words', say`passed`, passedText),
      column('name', say`reader`, ({ reader }) => reader),
      column('label', say`test`, ({ test }) => test),
    ],
  };
}

function passedText({ passed, answers, failedCalls }: TestRowOf): string {
  return commas([
    `${passed}/${answers}`,
    ...(failedCalls > 0 ? [sayCount(failedCalls, 'failed call')] : []),
  ]);
}

function share({ passed, answers }: TestRowOf): number {
  return answers === 0 ? -1 : passed / answers;
}

/** At most this many tests in the terminal. */
const NAMED = 10;
const NAME_WIDTH = 60;
const LINE_WIDTH = 100;

/** The tables for the terminal. */
export function testsReportText(report: TestsReport): string {
  const { title, rows } = worstTable(report);
  const named = rows
    .slice(0, NAMED)
    .map((row) => `  ${passedText(row)}  ${clip(say`${row.reader}: ${row.test}`, NAME_WIDTH)}`);
  const more = rows.length > NAMED ? [`  ${say`and ${rows.length - NAMED} more`}`] : [];
  return [
    terminalTable(summaryTable(report), { longest: NAME_WIDTH }),
    ...(report.rated ? [wrapped(ratedTestsText(report.rated), LINE_WIDTH)] : []),
    ...(rows.length > 0 ? [[say`${title} (${rows.length}):`, ...named, ...more].join('\n')] : []),
    ...(report.lengths
      ? [
          terminalTable(byLengthTable(report.lengths), { longest: NAME_WIDTH }),
          ...byLengthTexts(report.lengths).map((text) => wrapped(text, LINE_WIDTH)),
        ]
      : []),
  ].join('\n\n');
}

/**
 * The files of a report of ordinary tests.
 *
 * @param isAlone - whether there is no other report in the folder, whose names it then has
 */
export function testsReportFiles(
  report: TestsReport,
  formats: readonly string[],
  { title, isAlone }: { title: string; isAlone: boolean },
): Map<string, string> {
  const contents = {
    html: () => page(report, title),
    md: () => markdown(report, title),
    csv: () => csv(report),
    json: () => jsonText(report),
  };
  return partFiles('tests', contents, formats, isAlone);
}

/** The pass rate of the best reader, then those of the others and what the lengths say. */
function testsAnswer({ summary, tests, rated, lengths }: TestsReport): Answer {
  const [first, ...others] = summary
    .filter(({ by }) => by === 'reader')
    .toSorted((a, b) => b.passRate.value - a.passRate.value);
  const failing = (reader: string) =>
    tests.filter((one) => one.reader === reader && one.passed < one.answers).length;
  const passes = ({ name, passRate: rate, tests: all }: TestsRow) =>
    say`passes ${intervalText(rate)} of ${sayCount(all, 'test')}; ${failing(name)} fail at least once`;
  return answerOn(first!.name, passes(first!), [
    ...others.slice(0, FEW).map((one) => say`${one.name} ${passes(one)}.`),
    ...(rated ? [ratedTestsText(rated)] : []),
    ...(lengths ? byLengthTexts(lengths) : []),
  ]);
}

/** At most this many readers are named behind the first. */
const FEW = 3;

function page(report: TestsReport, title: string): string {
  return htmlPage({
    title,
    answer: testsAnswer(report),
    about: [
      sayCount(report.tests.length, 'test'),
      sayCount(sum(report.tests.map(({ answers }) => answers)), 'answer'),
    ],
    main: html`${section(summaryTable(report))}
${section(worstTable(report))}
${report.lengths && section(byLengthTable(report.lengths))}`,
    footer: sayHtml`A test is one observation, however often it is repeated. Written by
promptfoo-counting-stars ${packageVersion()}.`,
  });
}

function section<Row>(table: Table<Row>): Markup {
  return html`<section><h2>${table.title}</h2>
${pageTable(table)}</section>`;
}

function markdown(report: TestsReport, title: string): string {
  const worst = worstTable(report);
  return [
    `# ${markdownText(title)}`,
    markdownTable(summaryTable(report)),
    ...(report.rated ? [ratedTestsText(report.rated)] : []),
    ...(worst.rows.length > 0 ? [say`${worst.title}:`, markdownTable(worst)] : []),
    ...(report.lengths
      ? [
          say`${byLengthTable(report.lengths).title}:`,
          markdownTable(byLengthTable(report.lengths)),
          ...byLengthTexts(report.lengths).map(markdownText),
        ]
      : []),
    '',
  ].join('\n\n');
}

function csv({ tests }: TestsReport): string {
  const rows = tests.map(({ metrics, ...row }) => ({ ...row, ...metrics }));
  return csvTable({ title: 'Tests', rows, columns: [] });
}
