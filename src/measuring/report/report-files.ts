import { extname } from 'node:path';
import { jsonText } from '../../base/safe-output.js';
import { commas } from '../../base/text/language.js';
import type { Document } from '../document/document.js';
import type { AskedTextOf } from '../document/drawer.js';
import { plain } from '../document/foreign.js';
import { documentHtml } from '../document/render/html.js';
import { documentMarkdown } from '../document/render/markdown.js';
import { documentPictures } from '../document/render/pictures.js';
import { rangeText, shareText } from '../document/words.js';
import { csvTable, type FigureTable, plainRow } from '../facts/csv.js';
import type { Evaluation } from '../facts/evaluation/evaluation.js';
import { openText } from '../facts/length-words.js';
import { causeText } from '../facts/tables/cause-text.js';
import { failedText } from '../facts/tables/problems.js';
import type {
  BenchmarkRow,
  CompactionRow,
  CompositeRow,
  OverallRow,
  ReportData,
  Since,
  SummaryRow,
} from '../facts/tables/tables.js';
import { lostFacts } from './lost-facts.js';
import { neighboursBeside, reportedModel } from './published-runs.js';
import { type ReportContext, reportDocument } from './report-document.js';

/** Adds examples of lost facts to the document. */
export async function documentFor(
  data: ReportData,
  context: ReportContext,
  evaluation: Evaluation,
  askedTextOf: AskedTextOf,
): Promise<Document> {
  return reportDocument(data, { ...context, lost: await lostFacts(data, evaluation, askedTextOf) });
}

/** Returns the files by name, the one to open first. */
export function reportFiles(data: ReportData, document: Document): Map<string, string> {
  // Leaves out empty tables, since most programs fail on an empty file.
  const tables = Object.entries(csvTables(data)).filter(([, content]) => content !== '');
  return new Map([...documentFiles(document), ['report.json', jsonReport(data)], ...tables]);
}

/**
 * Returns the files of one part of a report: of your tests, or of padded ones.
 *
 * @param isAlone - names files as those of a whole report
 */
export function partFiles(
  part: string,
  document: Document,
  { csv, json }: { csv: string; json: string },
  isAlone: boolean,
): Map<string, string> {
  const files = documentFiles(document).filter(([name]) => isAlone || !name.endsWith('.svg'));
  return new Map([
    ...files.map(
      ([name, content]) => [isAlone ? name : `${part}${extname(name)}`, content] as const,
    ),
    [`${part}.csv`, csv],
    [isAlone ? 'report.json' : `${part}.json`, json],
  ]);
}

function documentFiles(document: Document): [string, string][] {
  const pictures = [...documentPictures(document)];
  return [
    ['index.html', documentHtml(document)],
    ['summary.md', documentMarkdown(document, 1)],
    ...pictures.map(([name, svg]): [string, string] => [`${name}.svg`, svg]),
  ];
}

/** Writes all tables of a report as JSON. Lengths beyond those tested have signs. */
export function jsonReport(data: ReportData): string {
  return jsonText({
    ...data,
    ...(data.since && { since: sinceFigures(data.since) }),
    benchmarks: plainRows(benchmarkFigures(data)),
    summary: plainRows(summaryFigures(data)),
  });
}

/** Drops the words that tables have for changes. */
function sinceFigures({ changes, ...since }: Since): object {
  return { ...since, changes: changes.map(({ change: _, note: __, ...figures }) => figures) };
}

function plainRows<Row extends object>(table: FigureTable<Row>): object[] {
  return table.rows.map((row) => plainRow(table, row));
}

/** Returns CSV by name of file. An empty table is an empty text. */
export function csvTables(data: ReportData): Record<string, string> {
  const { losses = [], lengths, curves, positions, cells, diagnoses, failures, errors } = data;
  const plain = { losses, lengths, curves, positions, cells, diagnoses, failures, errors };
  return {
    'benchmarks.csv': csvTable(benchmarkFigures(data)),
    'summary.csv': csvTable(summaryFigures(data)),
    'comparisons.csv': csvTable(comparisonFigures(data)),
    'composites.csv': csvTable(compositeFigures(data)),
    'compactions.csv': csvTable(compactionFigures(data)),
    ...Object.fromEntries(
      Object.entries(plain).map(([name, rows]) => [`${name}.csv`, csvTable<object>({ rows })]),
    ),
  };
}

export function benchmarkFigures({ benchmarks }: ReportData): FigureTable<BenchmarkRow> {
  const published = (row: BenchmarkRow) =>
    neighboursBeside(row).map((score) => `${reportedModel(score)} ${shareText(score.recall)}`);
  return {
    rows: benchmarks,
    reached: (row) => row,
    notInCsv: ['byLength', 'rise', 'isComposite'],
    words: {
      open: ({ open }) => open && openText(open),
      cause: causeFigure,
      likely: likelyFigures,
      published: (row) => commas(published(row)),
    },
  };
}

export function summaryFigures({ summary }: ReportData): FigureTable<SummaryRow> {
  return {
    rows: summary,
    reached: (row) => row,
    words: {
      unanswered: ({ unanswered }) => unanswered?.join(' '),
      open: ({ open }) => open && openText(open),
      cause: causeFigure,
      problems: ({ problems }) =>
        problems?.map(({ problem, answers }) => `${answers} ${problem}`).join(', '),
      likely: likelyFigures,
      failedWhole: ({ failedWhole }) => failedWhole && failedText(failedWhole),
    },
  };
}

function causeFigure(row: SummaryRow | BenchmarkRow): string | undefined {
  return row.cause && plain(causeText(row.cause, row));
}

/** Lists the chance of being reliable, by length. */
function likelyFigures({ likely }: Pick<SummaryRow, 'likely'>): string {
  return likely.map(({ tokens, probability }) => `${tokens} ${probability}`).join(', ');
}

export function comparisonFigures({ comparisons }: ReportData): FigureTable<OverallRow> {
  const apartTexts = ({ apart }: OverallRow) =>
    apart.map(({ higher, by, ...at }) => {
      const where = by === 'range' ? rangeText(at.fromTokens, at.toTokens) : by;
      return `${higher}: ${where}`;
    });
  return { rows: comparisons, words: { apart: (row) => commas(apartTexts(row)) } };
}

export function compactionFigures({ compactions = [] }: ReportData): FigureTable<CompactionRow> {
  return {
    rows: compactions,
    notInCsv: ['ages'],
    words: { lostByAge: ({ ages }) => ages.map(({ lost }) => lost ?? '').join(' ') },
  };
}

/** One row for each part of a score. */
export function compositeFigures({ composites }: ReportData): FigureTable<object> {
  const partsOf = ({ parts, ...whole }: CompositeRow) =>
    parts.map(({ part, weight, score, answers, allRight }) => ({
      ...whole,
      ...{ part, weight, partScore: score, answers },
      ...(allRight !== undefined && { partAllRight: allRight }),
    }));
  return { rows: composites.flatMap(partsOf) };
}
