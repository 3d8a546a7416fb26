/** Prepares tables for JSON and CSV: every field of a row, and reliable lengths with their signs. */
import { commas } from '../../base/text/language.js';
import { plain } from '../document/foreign.js';
import { rangeText, shareText } from '../document/words.js';
import { openText } from '../facts/effective-length.js';
import type { FigureTable } from '../facts/row-fields.js';
import { causeText } from '../facts/tables/cause-text.js';
import { failedText } from '../facts/tables/problems.js';
import type {
  BenchmarkRow,
  CompactionRow,
  CompositeRow,
  OverallRow,
  ReportData,
  SummaryRow,
} from '../facts/tables/tables.js';
import { neighboursBeside, reportedModel } from './published-neighbours.js';

export function benchmarkFigures({ benchmarks }: ReportData): FigureTable<BenchmarkRow> {
  const published = (row: BenchmarkRow) =>
    neighboursBeside(row).map((one) => `${reportedModel(one)} ${shareText(one.recall)}`);
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
