import { groupBy } from '../../base/group-by.js';
import { clauses, paragraph, say, sayCount } from '../../base/text/language.js';
import { answerSentence } from '../document/answer.js';
import type { Table } from '../document/table.js';
import {
  bold,
  clip,
  type TerminalOptions,
  tableWidth,
  WIDEST,
  wrapped,
} from '../document/terminal.js';
import { terminalNames } from '../document/terminal-names.js';
import { type TerminalTable, terminalTable } from '../document/terminal-table.js';
import { rangeText, shareText } from '../document/words.js';
import { adviceText, openText } from '../facts/effective-length.js';
import { cachedText } from '../facts/evaluation/copies.js';
import { ratedScoresText } from '../facts/hand-ratings.js';
import { otherMeasuresText } from '../facts/tables/about.js';
import { compactionSentences } from '../facts/tables/compaction.js';
import { controlText } from '../facts/tables/controls.js';
import { defects, defectsOf, isToldByLength } from '../facts/tables/defects.js';
import { lossSentences } from '../facts/tables/losses.js';
import { readerName } from '../facts/tables/reader-name.js';
import { addedSentences } from '../facts/tables/sent-lengths.js';
import { paidText, spentText, usedText } from '../facts/tables/spent.js';
import type { OverallRow, ReportData, SummaryRow } from '../facts/tables/tables.js';
import { transformTexts } from '../facts/tables/transforms.js';
import { troubleSentences } from '../facts/tables/trouble-sentences.js';
import { conditionTexts, reportAnswer, warnings } from './answer.js';
import { benchmarksTable } from './columns/benchmarks.js';
import { decisionTable } from './columns/decision.js';
import { changeText, comparisonText } from './comparison-words.js';
import { reachNote } from './html/verdict.js';
import { heatmaps } from './terminal-heatmap.js';

/** A summary has at most this many lines, with its headline. */
const MOST_LINES = 24;

/** Beyond this many readers or series, pictures and pairs are for the page alone. */
const FEW = 3;

/** Columns of a reader's name. */
const LONGEST_NAME = 22;

/** Rows of the table at most, and still with much to say below it; the others are in the report. */
const MOST_ROWS = 16;
const LEAST_ROWS = 8;

/** How a reader's name is written. */
type Call = (name: string) => string;

/** The whole summary: pictures where there are few, and last, so that they stay on the screen, the figures. */
export function terminalReport(data: ReportData, options: TerminalOptions): string {
  const names = terminalNames(data.providers, LONGEST_NAME);
  const call = (name: string) => names.get(name) ?? name;
  const since = sinceLines(data);
  const first = firstLines(data, call);
  const head = [
    ...bold(wrapped(aboutText(data), WIDEST), options).split('\n'),
    ...first.flatMap((text) => (text === '' ? [] : wrapped(text, WIDEST).split('\n'))),
    '',
    ...figures(data, tableWidth(options), since.length),
  ];
  const notes = [
    ...since,
    ...notesOf(data, call).flatMap((note) => wrapped(note, WIDEST).split('\n')),
  ];
  const room = MOST_LINES - head.length - 1;
  const few =
    notes.length <= room ? notes : [...notes.slice(0, room - 1), say`More in the report.`];
  const maps = data.summary.length > FEW ? [] : heatmaps(data, options);
  const changed = conditionTexts(data).flatMap((text) => wrapped(text, WIDEST).split('\n'));
  return [
    ...(changed.length > 0 ? [changed.join('\n')] : []),
    ...maps,
    [...head, ...(few.length > 0 ? ['', ...few] : [])].join('\n'),
  ].join('\n\n');
}

/** The answer, and what the table below does not say; of few readers of one series, how far each holds. */
function firstLines(data: ReportData, call: Call): string[] {
  const { providers, series, summary, about } = data;
  if (providers.length <= FEW && series.length === 1) {
    const each = summary.map((row) =>
      paragraph([say`${call(row.provider)} ${reachNote(row)}.`, adviceText(row) ?? '']),
    );
    const rated = about.rated ? [ratedScoresText(about.rated)] : [];
    const wrong = defects(data, call, isToldByLength(summary));
    return [...addedSentences(about.added), ...each, paragraph([...wrong, ...rated])];
  }
  const added = addedSentences(about.added);
  return [answerSentence(reportAnswer(data, call)), ...added, paragraph(warnings(data, call))];
}

/** `counting-stars · 4K–128K · 8 readers × 40 prompts · $24.59`. */
function aboutText({ series, about }: ReportData): string {
  const { readers, prompts, lengths, amounts, cached, spent } = about;
  return [
    series.length === 1 ? series[0]!.title : inCommon(series) + say`${series.length} series`,
    amounts ?? rangeText(...lengths),
    `${sayCount(readers, 'reader')} × ${sayCount(prompts, 'prompt')}`,
    ...(spent.cost === undefined ? [] : [paidText(spent)]),
    ...(cached ? [cachedText(cached)] : []),
  ].join(' · ');
}

/** The name of the only benchmark, where there are several measures of it. */
function inCommon(series: ReportData['series']): string {
  const [first, ...others] = new Set(series.map(({ benchmark }) => benchmark));
  const isMeasured = series.some(({ measure }) => measure !== undefined);
  return isMeasured && others.length === 0 ? `${first} · ` : '';
}

/** The ranked table of the only series, or a line for each benchmark and reader. */
function figures(data: ReportData, width: number, changes: number): string[] {
  const look: TerminalTable = {
    width,
    longest: LONGEST_NAME + width - WIDEST,
    left: 'all',
    figures: 'brief',
  };
  if (data.series.length === 1) {
    // A change leaves the other columns less room.
    const figures = data.since ? 'briefest' : 'brief';
    return firstRows(decisionTable(data), MOST_ROWS, { ...look, figures });
  }
  // What all lines begin with stands in the headline.
  const common = inCommon(data.series).length;
  const group = {
    of: ({ name }: { name: string }) => clip(name.slice(common), LONGEST_NAME),
  };
  const most = Math.max(LEAST_ROWS, MOST_ROWS - changes);
  return firstRows({ ...benchmarksTable(data), group }, most, look);
}

function firstRows<Row>(table: Table<Row>, most: number, look: TerminalTable): string[] {
  const left = table.rows.length - most;
  return [
    ...terminalTable({ ...table, rows: table.rows.slice(0, most) }, look).split('\n'),
    ...(left > 0 ? [say`and ${sayCount(left, 'line')} more, in the report`] : []),
  ];
}

/** What changed since a baseline, as far as the table does not say it: of several series all, else what needs a word. */
function sinceLines({ since, series, providers }: ReportData): string[] {
  if (!since) return [];
  const { baseline, changes } = since;
  const names = terminalNames(
    changes.map(({ provider }) => provider),
    LONGEST_NAME,
  );
  const said = changes.flatMap(({ verdict, ...row }) => {
    const note = verdict !== 'held' || changes.length <= FEW ? row.note : '';
    const isShown = series.length === 1 && providers.includes(row.provider);
    const provider = names.get(row.provider)!;
    return isShown && note === '' ? [] : [changeText({ ...row, provider, note })];
  });
  if (said.length === 0) return [];
  return wrapped(say`Since ${baseline}: ${clauses(said)}`, WIDEST).split('\n');
}

/** What figures do not say: troubles, pairs of few readers, causes, calls that failed, what would tell. */
function notesOf(data: ReportData, call: Call): string[] {
  const pairs =
    data.providers.length > FEW
      ? []
      : (data.overall ?? (data.series.length > 1 ? [] : data.comparisons)).map((row) =>
          pairText(row, call),
        );
  const draws = data.composites.flatMap(({ name, provider, allRight }) =>
    allRight === undefined ? [] : say`${call(provider)}, ${name}: all right ${shareText(allRight)}`,
  );
  const { otherMeasures = [], spent, transforms = [] } = data.about;
  const controls = controlText(data, call);
  return [
    ...(controls === undefined ? [] : [controls]),
    ...compactionSentences(data, call),
    ...troubleSentences(data, call),
    ...lossSentences(data, call),
    ...pairs,
    ...draws,
    ...readerNotes(data, call),
    ...transformTexts(transforms),
    ...(otherMeasures.length > 0 ? [otherMeasuresText(otherMeasures)] : []),
    say`Paid: ${spent.cost === undefined ? spentText(spent) : usedText(spent)}.`,
  ];
}

/** What stands nowhere else of a reader, once for all series of which it is the same. */
function readerNotes(data: ReportData, call: Call): string[] {
  const said = new Set(defectsOf(data).map(({ provider }) => provider));
  const rows = data.summary.flatMap((row) => {
    const { provider, cause, isDefect, troubles, open, errors, answers } = row;
    const notes = [
      // Troubles and defects are told already.
      ...(cause === undefined || troubles || (isDefect && said.has(provider)) ? [] : [cause]),
      ...(open?.more && isOpen(data, row) ? [openText(open)] : []),
      ...(errors > 0 ? [say`${errors} of ${errors + answers} calls failed`] : []),
    ];
    return notes.length === 0 ? [] : { ...row, note: clauses(notes) };
  });
  const alike = groupBy(rows, ({ provider, note }) => JSON.stringify([provider, note]));
  return [...alike.values()].map((own) => {
    const [{ provider, note }] = own as [(typeof own)[0]];
    const series = own.map((row) => row.series);
    return say`${readerName(data, provider, series, call)}: ${note}`;
  });
}

/** Whether the table leaves open how far a reader holds: with several series its lines are of whole benchmarks. */
function isOpen({ series, benchmarks }: ReportData, { provider, series: id }: SummaryRow): boolean {
  if (series.length === 1) return true;
  const { benchmark, measure } = series.find((one) => one.id === id)!;
  return benchmarks.some(
    (line) =>
      line.provider === provider &&
      line.measure === measure &&
      line.open &&
      line.name.split(' · ')[0] === benchmark,
  );
}

function pairText(row: OverallRow, call: Call): string {
  return comparisonText({
    ...row,
    provider: call(row.provider),
    other: call(row.other),
    ...(row.better !== undefined && { better: call(row.better) }),
    ...(row.rankedFirst !== undefined && { rankedFirst: call(row.rankedFirst) }),
    apart: row.apart.map((one) => ({ ...one, higher: call(one.higher) })),
  });
}
