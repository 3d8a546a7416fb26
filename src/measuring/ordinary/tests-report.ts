/** What ordinary tests did in one evaluation: by reader, by prompt, by provider, and each of them. */
import { jsonText } from '../../base/doors.js';
import { groupBy } from '../../base/group-by.js';
import { mean, sum } from '../../base/numbers.js';
import { counted } from '../../base/text/texts.js';
import { packageVersion } from '../../base/version.js';
import { table as markdownTable, text as markdownText } from '../output/markdown.js';
import { aligned, clip } from '../output/terminal.js';
import { intervalText, shareText } from '../output/words.js';
import { toCsv } from '../report/csv.js';
import { html } from '../report/html/markup.js';
import { facts, htmlPage } from '../report/html/shell.js';
import { table, text } from '../report/html/table.js';
import type { Interval } from '../statistics/interval.js';
import { normalQuantile } from '../statistics/special-functions.js';
import type { AskedReader, AskedSuite, AskedTest } from './suite.js';

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
}

/** Make the tables of one evaluation. Prompts and providers have rows of their own where there are several. */
export function testsReport(suite: AskedSuite): TestsReport {
  const readers = suite.map((reader) => summaryOf('reader', reader.name, [reader]));
  const by = (kind: 'prompt' | 'provider') => {
    const groups = [...groupBy(suite, (reader) => reader[kind])];
    const isOther = groups.length > 1 && groups.length < suite.length;
    return isOther ? groups.map(([name, own]) => summaryOf(kind, name, own)) : [];
  };
  return {
    format: 'promptfoo-counting-stars tests',
    version: 1,
    summary: [...readers, ...by('provider'), ...by('prompt')],
    tests: suite.flatMap(({ name, tests }) => [...tests.values()].map((test) => rowOf(name, test))),
  };
}

function summaryOf(by: TestsRow['by'], name: string, readers: readonly AskedReader[]): TestsRow {
  const all = readers.flatMap(({ tests }) => [...tests.values()]);
  const answered = all.filter(({ rounds }) => rounds.length > 0);
  return {
    ...{ by, name, tests: all.length },
    answers: sum(all.map(({ rounds }) => rounds.length)),
    failedCalls: sum(all.map(({ errors }) => errors.length)),
    passRate: rateOf(answered),
    metrics: metricsOf(answered),
  };
}

/** Wilson's interval, with a test as the observation. */
function rateOf(tests: readonly AskedTest[]): Interval {
  const count = tests.length;
  if (count === 0) return { value: Number.NaN, low: 0, high: 1 };
  const value = mean(tests.map(({ rounds }) => mean(rounds.map(({ pass }) => Number(pass)))));
  const z = normalQuantile(0.975, 0, 1);
  const center = (value + z ** 2 / 2 / count) / (1 + z ** 2 / count);
  const width =
    (z / (1 + z ** 2 / count)) * Math.sqrt((value * (1 - value)) / count + z ** 2 / 4 / count ** 2);
  return { value, low: Math.max(0, center - width), high: Math.min(1, center + width) };
}

/** Means over the tests that report them. */
export function metricsOf(tests: readonly AskedTest[]): Record<string, number> {
  const rounds = tests.flatMap((test) => test.rounds);
  const names = new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics)));
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const own = tests.map((test) => test.rounds.flatMap(({ metrics }) => metrics[name] ?? []));
      return [name, mean(own.filter((scores) => scores.length > 0).map(mean))];
    }),
  );
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

function summaryCells({ summary }: TestsReport): string[][] {
  const metrics = metricNames(summary);
  return [
    ['', 'tests', 'answers', 'failed calls', 'pass rate (95 %)', ...metrics],
    ...summary.map(({ by, name, tests, answers, failedCalls, passRate, metrics: own }) => [
      by === 'reader' ? name : `${by}: ${name}`,
      ...[tests, answers, failedCalls].map(String),
      intervalText(passRate),
      ...metrics.map((metric) => shareText(own[metric])),
    ]),
  ];
}

/** Those that fail most first; those that always pass are in the CSV alone. */
function worstCells({ tests }: TestsReport): string[][] {
  const worst = tests
    .filter(({ passed, answers }) => passed < answers || answers === 0)
    .sort((a, b) => share(a) - share(b));
  return worst.map(({ reader, test, passed, answers, failedCalls }) => [
    `${passed}/${answers}${failedCalls > 0 ? `, ${counted(failedCalls, 'failed call')}` : ''}`,
    reader,
    test,
  ]);
}

function share({ passed, answers }: TestRowOf): number {
  return answers === 0 ? -1 : passed / answers;
}

/** At most this many tests in the terminal. */
const NAMED = 10;
const NAME_WIDTH = 60;

/** The tables for the terminal. */
export function testsReportText(report: TestsReport): string {
  const [head, ...rows] = summaryCells(report);
  const worst = worstCells(report);
  const more = worst.length - NAMED;
  return [
    aligned([head!, ...rows.map(([name, ...cells]) => [clip(name!, NAME_WIDTH), ...cells])]),
    ...(worst.length > 0
      ? [
          [
            `Tests that do not always pass (${worst.length}):`,
            ...worst
              .slice(0, NAMED)
              .map(
                ([passed, reader, test]) =>
                  `  ${passed}  ${clip(`${reader}: ${test}`, NAME_WIDTH)}`,
              ),
            ...(more > 0 ? [`  and ${more} more`] : []),
          ].join('\n'),
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
  const files = new Map<string, string>();
  const write = (format: string, name: string, content: () => string) => {
    if (formats.includes(format)) files.set(name, content());
  };
  write('html', isAlone ? 'index.html' : 'tests.html', () => page(report, title));
  write('md', isAlone ? 'summary.md' : 'tests.md', () => markdown(report, title));
  write('csv', 'tests.csv', () => csv(report));
  write('json', isAlone ? 'report.json' : 'tests.json', () => jsonText(report));
  return files;
}

function page(report: TestsReport, title: string): string {
  const [head, ...rows] = summaryCells(report);
  const worst = worstCells(report);
  return htmlPage({
    title,
    header: facts([
      counted(report.tests.length, 'test'),
      counted(sum(report.tests.map(({ answers }) => answers)), 'answer'),
    ]),
    main: html`<section><h2>Pass rates</h2>
${table({ name: 'Pass rates', columns: [text(''), ...head!.slice(1)], rows })}</section>
<section><h2>Tests that do not always pass</h2>
${table({ name: 'Tests that do not always pass', columns: [text('passed'), text('reader'), text('test')], rows: worst })}</section>`,
    footer: html`A test is one observation, however often it is repeated. Written by
promptfoo-counting-stars ${packageVersion()}.`,
  });
}

function markdown(report: TestsReport, title: string): string {
  const [head, ...rows] = summaryCells(report);
  const worst = worstCells(report);
  return [
    `# ${markdownText(title)}`,
    markdownTable(
      head!.map((cell, i) => (i < 5 ? cell : markdownText(cell))),
      rows.map(([name, ...cells]) => [markdownText(name!), ...cells]),
    ),
    ...(worst.length > 0
      ? [
          `Tests that do not always pass:`,
          markdownTable(
            ['passed', 'reader', 'test'],
            worst.map(([passed, reader, test]) => [
              passed!,
              markdownText(reader!),
              markdownText(test!),
            ]),
          ),
        ]
      : []),
    '',
  ].join('\n\n');
}

function csv({ tests }: TestsReport): string {
  return toCsv(tests.map(({ metrics, ...row }) => ({ ...row, ...metrics })));
}
