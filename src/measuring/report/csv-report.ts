import { csvTable } from '../output/csv.js';
import type { Table } from '../output/table.js';
import type { ReportData } from '../tables/tables.js';
import { comparisonsTable, failuresTable } from './columns/answers.js';
import { benchmarksTable } from './columns/benchmarks.js';
import { compositePartsTable } from './columns/composites.js';
import { compactionsTable } from './columns/losses.js';
import { summaryTable } from './columns/summary.js';

/** The tables of a report as CSV, by the name of the file. An empty table is an empty file. */
export function csvTables(data: ReportData): Record<string, string> {
  const { compactions = [], losses = [] } = data;
  return {
    'benchmarks.csv': csvTable(benchmarksTable(data)),
    'summary.csv': csvTable(summaryTable(data)),
    'comparisons.csv': csvTable(comparisonsTable(data.comparisons)),
    'composites.csv': csvTable(compositePartsTable(data)),
    'compactions.csv': csvTable(compactionsTable(compactions)),
    'losses.csv': csvTable(fieldsOf(losses)),
    'lengths.csv': csvTable(fieldsOf(data.lengths)),
    'curves.csv': csvTable(fieldsOf(data.curves)),
    'positions.csv': csvTable(fieldsOf(data.positions)),
    'cells.csv': csvTable(fieldsOf(data.cells)),
    'diagnoses.csv': csvTable(fieldsOf(data.diagnoses)),
    'failures.csv': csvTable(failuresTable(data.failures)),
    'errors.csv': csvTable(fieldsOf(data.errors)),
  };
}

/** Rows whose fields are all that there is to say. */
function fieldsOf<Row extends object>(rows: readonly Row[]): Table<Row> {
  return { title: '', columns: [], rows };
}
