/** What a gate of tests found, in the words of every output. */
import { commas, paragraph, say, sayCount } from '../../../base/text/language.js';
import { column, type Table } from '../../document/table.js';
import { differenceText, percentText, shareText } from '../../document/words.js';
import { ratedTestsText } from '../../facts/hand-ratings.js';
import { unassertedTexts } from '../../facts/tests/unasserted.js';
import { FOUND, LIKELY_COPIED } from '../../facts/tests/unseen.js';
import type { DropBounds } from '../../statistics/regression/drop-test.js';
import { measureName } from './decided-words.js';
import {
  type ChangedTest,
  PASS,
  type ReaderGate,
  type TestFinding,
  type TestsGate,
} from './tests-gate.js';

/** At most this many tests of one kind are named in a text; JSON has all. */
const NAMED = 20;

function dropText({ value, low, high }: DropBounds): string {
  const text = (drop: number) => differenceText(drop).replace('+', '');
  return say`${text(value)} (${text(low)} to ${text(high)})`;
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
  if (kind === 'mean') return nameOf(measureName(measure), reader);
  return nameOf(say`a few tests broke`, measure === PASS ? undefined : measure, reader);
}

/** What was looked at, with what it is of in brackets. */
function nameOf(what: string, ...of: readonly (string | undefined)[]): string {
  const given = of.filter((one) => one !== undefined);
  return given.length === 0 ? what : say`${what} (${commas(given)})`;
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
        return `${tallyText(before)} → ${tallyText(now)}  ${isSeveral ? say`${reader}: ${name}` : name}`;
      }),
    );
  const { broke, mayHaveBroken, mended, flaky, readers, copied } = gate;
  const once = gate.repeats.most === 1;
  return [
    ...changed(
      !once && copied >= LIKELY_COPIED
        ? say`most likely broke (repeats hardly ever differ within a run, so a name may be chance)`
        : say`broke`,
      broke,
    ),
    ...changed(
      once
        ? say`passed before, and fail now (one answer each, so some may be chance)`
        : say`may have broken (not told from chance)`,
      mayHaveBroken,
    ),
    ...changed(say`mended`, mended),
    ...changed(say`flaky: results differ from answer to answer`, flaky),
    ...readers.flatMap((reader) => readerLists(reader, isSeveral)),
  ];
}

function readerLists(reader: ReaderGate, isSeveral: boolean): TestList[] {
  const list = (title: string, names: readonly string[]) =>
    listOf(isSeveral ? say`${reader.name}: ${title}` : title, names);
  const { failed, changed, added, removed } = reader;
  return [
    ...list(
      say`no answer: the calls failed`,
      failed.map(({ name, error }) => say`${name}: ${error}`),
    ),
    ...list(say`changed: other assertions than in the baseline, not compared`, changed),
    ...list(say`not in the baseline, not compared`, added),
    ...list(say`removed`, removed),
  ];
}

function listOf(title: string, lines: readonly string[]): TestList[] {
  if (lines.length === 0) return [];
  const more = lines.length - NAMED;
  return [
    {
      title: say`${title} (${lines.length})`,
      lines: [...lines.slice(0, NAMED), ...(more > 0 ? [say`and ${more} more`] : [])],
    },
  ];
}

function tallyText({ passed, rounds }: { passed: number; rounds: number }): string {
  return `${Number(passed.toFixed(2))}/${rounds}`;
}

/** What must be known besides, a sentence each. */
export function gateNotes(gate: TestsGate): string[] {
  const { readers, unasserted, rated, power } = gate;
  return [
    ...readers.flatMap(({ name, editedPrompt, baselineName, changes = [] }) => [
      ...(editedPrompt && !changes.some(({ key }) => key === 'prompt')
        ? [say`${name}: the prompt was edited since the baseline ("${editedPrompt.from}").`]
        : []),
      ...(baselineName === undefined ? [] : [say`${name} is compared with ${baselineName}.`]),
    ]),
    ...(rated ? [ratedTestsText(rated)] : []),
    ...unassertedTexts(unasserted),
    ...(power ? powerNotes(power) : []),
  ];
}

function powerNotes(power: NonNullable<TestsGate['power']>): string[] {
  const { tests, repeats, copied = 0, one, two, eighth, drop, lower, repeatsForOne } = power;
  const isCopied = repeats > 1 && copied >= LIKELY_COPIED;
  const count = sayCount(tests, 'test');
  const size = isCopied
    ? say`${count} × ${repeats}, whose repeats hardly ever differ within a run`
    : `${count} × ${repeats}`;
  const remedy =
    repeatsForOne === undefined
      ? ''
      : say`Use \`--repeat ${repeatsForOne}\` in both runs to find it.`;
  return [
    say`power: with ${size}, a gate finds one broken test in ${percentText(one)} of runs, two in ${percentText(two)}, one in eight in ${percentText(eighth)}, and a drop of ${drop} of all in ${percentText(lower)}.`,
    ...(one < FOUND
      ? [paragraph([say`With ${size}, a single broken test cannot be told from noise.`, remedy])]
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
    title: say`your tests`,
    rows: [...findingLines(gate), ...levelLines(gate)],
    columns: [
      column('name', '', ({ name }) => name),
      text(say`tests`, ({ tests }) => tests),
      text(say`baseline`, ({ before }) => before),
      text(say`now`, ({ now }) => now),
      text(say`drop (95 %)`, ({ drop }) => drop),
      text('p', ({ p }) => p),
      text(say`verdict`, ({ verdict }) => verdict && verdictText(verdict)),
    ],
  };
}

function levelLines({ readers, measures }: TestsGate): TableLine[] {
  const judged = new Set(measures.map(({ measure }) => measure));
  return readers.flatMap(({ name, levels }) =>
    levels
      .filter(({ measure, tests }) => !judged.has(measure) && tests > 0)
      .map(({ measure, tests, before, now }) => ({
        name: nameOf(measureName(measure), readers.length > 1 ? name : undefined),
        tests: String(tests),
        before: shareText(before),
        now: shareText(now),
      })),
  );
}
