import { csvTable } from '../document/csv.js';
import { inCsv, type Table } from '../document/table.js';
import type { ReportData } from '../facts/tables/tables.js';
import { benchmarksTable } from './columns/benchmarks.js';
import { compactionDetails } from './columns/compactions.js';
import { compositeParts } from './columns/composites.js';
import { summaryTable } from './columns/summary.js';
import { whereText } from './comparison-words.js';

/** The tables of a report as CSV, by the name of the file. An empty table is an empty text. */
export function csvTables(data: ReportData): Record<string, string> {
  const { compactions = [], losses = [] } = data;
  const comparisons = { ...fieldsOf(data.comparisons), columns: [inCsv('apart', whereText)] };
  return {
    'benchmarks.csv': csvTable(benchmarksTable(data)),
    'summary.csv': csvTable(summaryTable(data)),
    'comparisons.csv': csvTable(comparisons),
    'composites.csv': csvTable(fieldsOf(compositeParts(data))),
    'compactions.csv': csvTable(compactionDetails(compactions)),
    'losses.csv': csvTable(fieldsOf(losses)),
    'lengths.csv': csvTable(fieldsOf(data.lengths)),
    'curves.csv': csvTable(fieldsOf(data.curves)),
    'positions.csv': csvTable(fieldsOf(data.positions)),
    'cells.csv': csvTable(fieldsOf(data.cells)),
    'diagnoses.csv': csvTable(fieldsOf(data.diagnoses)),
    'failures.csv': csvTable(fieldsOf(data.failures)),
    'errors.csv': csvTable(fieldsOf(data.errors)),
  };
}

/** Rows whose fields are all that there is to say. */
function fieldsOf<Row extends object>(rows: readonly Row[]): Table<Row> {
  return { title: '', columns: [], rows };
}
