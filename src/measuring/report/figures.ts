/** Tables as JSON and CSV have them: every field of a row, and reliable lengths with their signs. */
import { commas } from '../../base/text/language.js';
import { column, inCsv, type Table } from '../document/table.js';
import { rangeText, shareText } from '../document/words.js';
import { openText, reachCell } from '../facts/effective-length.js';
import type {
  BenchmarkRow,
  CompactionRow,
  CompositeRow,
  OverallRow,
  ReportData,
  SummaryRow,
} from '../facts/tables/tables.js';
import { failedText } from '../facts/tables/troubles.js';
import { neighboursBeside, reportedModel } from './published-neighbours.js';

export function benchmarkFigures({ benchmarks }: ReportData): Table<BenchmarkRow> {
  return {
    title: '',
    rows: benchmarks,
    notInCsv: ['byLength', 'rise', 'isComposite'],
    columns: [
      column('reach', '', reachCell, { in: [], field: 'effectiveLength' }),
      inCsv('open', ({ open }) => open && openText(open)),
      inCsv('likely', likelyFigures),
      inCsv('published', (row) =>
        commas(
          neighboursBeside(row).map((one) => `${reportedModel(one)} ${shareText(one.recall)}`),
        ),
      ),
    ],
  };
}

export function summaryFigures({ summary }: ReportData): Table<SummaryRow> {
  return {
    title: '',
    rows: summary,
    columns: [
      column('reach', '', reachCell, { in: [], field: 'effectiveLength' }),
      inCsv('unanswered', ({ unanswered }) => unanswered?.join(' ')),
      inCsv('open', ({ open }) => open && openText(open)),
      inCsv('troubles', ({ troubles }) =>
        troubles?.map(({ trouble, answers }) => `${answers} ${trouble}`).join(', '),
      ),
      inCsv('likely', likelyFigures),
      inCsv('failedWhole', ({ failedWhole }) => failedWhole && failedText(failedWhole)),
    ],
  };
}

/** How likely a model is reliable at each length. */
function likelyFigures({ likely }: Pick<SummaryRow, 'likely'>): string {
  return likely.map(({ tokens, probability }) => `${tokens} ${probability}`).join(', ');
}

export function comparisonFigures({ comparisons }: ReportData): Table<OverallRow> {
  const apartText = ({ apart }: OverallRow) =>
    apart.map(({ higher, by, ...at }) => {
      const where = by === 'range' ? rangeText(at.fromTokens, at.toTokens) : by;
      return `${higher}: ${where}`;
    });
  return {
    title: '',
    rows: comparisons,
    columns: [inCsv('apart', (row) => commas(apartText(row)))],
  };
}

export function compactionFigures({ compactions = [] }: ReportData): Table<CompactionRow> {
  return {
    title: '',
    rows: compactions,
    notInCsv: ['ages'],
    columns: [inCsv('lostByAge', ({ ages }) => ages.map(({ lost }) => lost ?? '').join(' '))],
  };
}

/** A row for each part of each score. */
export function compositeFigures({ composites }: ReportData): Table<object> {
  const partsOf = ({ parts, ...whole }: CompositeRow) =>
    parts.map(({ part, weight, score, answers, allRight }) => ({
      ...whole,
      ...{ part, weight, partScore: score, answers },
      ...(allRight !== undefined && { partAllRight: allRight }),
    }));
  return { title: '', rows: composites.flatMap(partsOf), columns: [] };
}
