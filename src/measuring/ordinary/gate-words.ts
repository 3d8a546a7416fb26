/** What a gate of tests found, in the words of every output. */
import { sayCount } from '../../base/text/language.js';
import { column, type Table } from '../output/table.js';
import { differenceText, percentText, shareText } from '../output/words.js';
import type { DropBounds } from '../statistics/regression/drop-test.js';
import {
  type ChangedTest,
  PASS,
  type ReaderGate,
  type TestFinding,
  type TestsGate,
} from './tests-gate.js';
import { FOUND, LIKELY_COPIED } from './unseen.js';

/** At most this many tests of one kind are named in a text; JSON has all. */
const NAMED = 20;

/** And in one line. */
const NAMED_IN_LINE = 3;

/** The one line that says what was decided, without the verdict. */
export function decidedText(gate: TestsGate): string {
  const { verdict, reasons, measures, broke, cached } = gate;
  const [first] = measures;
  const news = cached.count > 0 && verdict !== 'undecided' ? [newAnswersText(gate)] : [];
  const size =
    first && first.tests > 0
      ? `${measureName(first.measure)} ${shareText(first.before)} → ${shareText(first.now)}`
      : '';
  if (verdict === 'passed') {
    return [`drop ${atMostText(gate)}`, size, comparedText(gate), ...news]
      .filter(Boolean)
      .join('; ');
  }
  const own = reasons.filter((reason) => reason.verdict === verdict).map(({ note }) => note);
  const names = broke.slice(0, NAMED_IN_LINE).map(({ name }) => name);
  const more = broke.length > names.length ? ', …' : '';
  const named =
    verdict === 'failed' && names.length > 0 ? `${own[0]} (${names.join(', ')}${more})` : own[0];
  return [named, ...own.slice(1), size, comparedText(gate), ...news].filter(Boolean).join('; ');
}

/** `40 tests × 3 compared with 1 run` */
function comparedText({ tests, repeats: { fewest, most }, baselineRuns }: TestsGate): string {
  if (tests === 0) return '';
  const times = fewest === most ? `${most}` : `${fewest} to ${most}`;
  return `${sayCount(tests, 'test')} × ${times}, compared with ${sayCount(baselineRuns, 'run')}`;
}

function newAnswersText({ cached: { count, of } }: TestsGate): string {
  return `${of - count} of ${of} answers are new`;
}

/** The largest bound of what is judged: `at most 0.058`. */
function atMostText({ measures }: TestsGate): string {
  const most = Math.max(...measures.map(({ excludes }) => excludes));
  return `at most ${shareText(Math.ceil(most * 1000 - 1e-9) / 1000)}`;
}

function measureName(measure: string): string {
  return measure === PASS ? 'pass rate' : measure;
}

function dropText({ value, low, high }: DropBounds): string {
  const text = (drop: number) => differenceText(drop).replace('+', '');
  return `${text(value)} (${text(low)} to ${text(high)})`;
}

/** One line of the table: what was looked at. */
interface FindingLine {
  name: string;
  tests: string;
  before: string;
  now: string;
  drop: string;
  p: string;
  verdict: 'passed' | 'failed';
}

/** The findings of all readers, and of each where there are several. */
export function findingLines({ findings, measures }: TestsGate): FindingLine[] {
  return findings.map((finding) => {
    const judged = measures.find(({ measure }) => measure === finding.measure)!;
    const isWhole = finding.kind === 'mean' && finding.reader === undefined;
    return {
      name: findingName(finding),
      tests: String(finding.units),
      before: shareText(finding.before),
      now: shareText(finding.now),
      drop:
        finding.kind === 'few'
          ? ''
          : isWhole
            ? dropText(judged.drop)
            : differenceText(finding.drop).replace('+', ''),
      p: finding.adjusted < 0.001 ? '<0.001' : finding.adjusted.toFixed(3),
      verdict: finding.failed ? 'failed' : 'passed',
    };
  });
}

function findingName({ kind, measure, reader }: TestFinding): string {
  const what = kind === 'mean' ? measureName(measure) : 'a few tests broke';
  const of = kind === 'few' && measure !== PASS ? ` (${measure})` : '';
  return `${what}${of}${reader === undefined ? '' : `, ${reader}`}`;
}

/** Tests under one heading. */
interface TestList {
  title: string;
  lines: string[];
}

/** All lists that have something in them, what broke first. */
export function testLists(gate: TestsGate): TestList[] {
  const isSeveral = gate.readers.length > 1;
  const changed = (title: string, tests: readonly ChangedTest[]): TestList[] =>
    listOf(
      title,
      tests.map(({ reader, name, before, now }) => {
        return `${tallyText(before)} → ${tallyText(now)}  ${isSeveral ? `${reader}: ` : ''}${name}`;
      }),
    );
  const { broke, mayHaveBroken, mended, flaky, readers } = gate;
  const once = gate.repeats.most === 1;
  return [
    ...changed('broke', broke),
    ...changed(
      once
        ? 'passed before, and fail now (one answer each, so some may be chance)'
        : 'may have broken (not told from chance)',
      mayHaveBroken,
    ),
    ...changed('mended', mended),
    ...changed('flaky: repeats differ', flaky),
    ...readers.flatMap((reader) => readerLists(reader, isSeveral)),
  ];
}

function readerLists(reader: ReaderGate, isSeveral: boolean): TestList[] {
  const of = isSeveral ? `, ${reader.name}` : '';
  const list = (title: string, names: readonly string[]) => listOf(`${title}${of}`, names);
  const { failed, changed, added, removed } = reader;
  return [
    ...list(
      'no answer: the calls failed',
      failed.map(({ name, error }) => `${name}: ${error}`),
    ),
    ...list('changed: other assertions than in the baseline, not compared', changed),
    ...list('not in the baseline, not compared', added),
    ...list('removed', removed),
  ];
}

function listOf(title: string, lines: readonly string[]): TestList[] {
  if (lines.length === 0) return [];
  const more = lines.length - NAMED;
  return [
    {
      title: `${title} (${lines.length})`,
      lines: [...lines.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])],
    },
  ];
}

function tallyText({ passed, rounds }: { passed: number; rounds: number }): string {
  return `${Number(passed.toFixed(2))}/${rounds}`;
}

/** What must be known besides, a sentence each. */
export function gateNotes(gate: TestsGate): string[] {
  const { readers, unasserted, power } = gate;
  return [
    ...readers.flatMap(({ name, editedPrompt, baselineName }) => [
      ...(editedPrompt
        ? [`${name}: the prompt was edited since the baseline ("${editedPrompt.from}").`]
        : []),
      ...(baselineName === undefined ? [] : [`${name} is compared with ${baselineName}.`]),
    ]),
    ...(unasserted > 0
      ? [
          `${sayCount(unasserted, 'test')} ${unasserted === 1 ? 'has' : 'have'} no assertion and ${unasserted === 1 ? 'passes' : 'pass'} whatever is answered.`,
        ]
      : []),
    ...(power ? powerNotes(power) : []),
  ];
}

function powerNotes(power: NonNullable<TestsGate['power']>): string[] {
  const { tests, repeats, copied = 0, one, two, eighth, drop, lower, repeatsForOne } = power;
  const isCopied = repeats > 1 && copied >= LIKELY_COPIED;
  const size = `${sayCount(tests, 'test')} × ${repeats}${isCopied ? ', whose repeats hardly ever differ within a run' : ''}`;
  const remedy =
    repeatsForOne === undefined
      ? ''
      : ` Use \`--repeat ${repeatsForOne}\` in both runs to find it.`;
  return [
    `power: with ${size}, a gate finds one broken test in ${percentText(one)} of runs, two in ${percentText(two)}, ` +
      `one in eight in ${percentText(eighth)}, and a drop of ${drop} of all in ${percentText(lower)}.`,
    ...(one < FOUND
      ? [`With ${size}, a single broken test cannot be told from noise.${remedy}`]
      : []),
  ];
}

/** A line of the table: what was judged, or the level of a measure that was not. */
type TableLine = Pick<FindingLine, 'name' | 'tests' | 'before' | 'now'> & Partial<FindingLine>;

/**
 * What was looked at, with the levels of measures that are not judged.
 *
 * @param verdictText - a verdict as the medium writes it
 */
export function findingsTable(
  gate: TestsGate,
  verdictText: (verdict: FindingLine['verdict']) => string,
): Table<TableLine> {
  const text = (heading: string, of: (line: TableLine) => string | undefined) =>
    column('words', heading, (line: TableLine) => of(line) ?? '', { set: 'number' });
  return {
    title: 'your tests',
    rows: [...findingLines(gate), ...levelLines(gate)],
    columns: [
      column('name', '', ({ name }) => name),
      text('tests', ({ tests }) => tests),
      text('baseline', ({ before }) => before),
      text('now', ({ now }) => now),
      text('drop (95 %)', ({ drop }) => drop),
      text('p', ({ p }) => p),
      text('verdict', ({ verdict }) => verdict && verdictText(verdict)),
    ],
  };
}

function levelLines({ readers, measures }: TestsGate): TableLine[] {
  const judged = new Set(measures.map(({ measure }) => measure));
  return readers.flatMap(({ name, levels }) =>
    levels
      .filter(({ measure, tests }) => !judged.has(measure) && tests > 0)
      .map(({ measure, tests, before, now }) => ({
        name: readers.length > 1 ? `${measureName(measure)}, ${name}` : measureName(measure),
        tests: String(tests),
        before: shareText(before),
        now: shareText(now),
      })),
  );
}
