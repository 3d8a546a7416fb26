import { csvTable } from '../facts/csv.js';
import type { ReportData } from '../facts/tables/tables.js';
import {
  benchmarkFigures,
  compactionFigures,
  comparisonFigures,
  compositeFigures,
  summaryFigures,
} from './figures.js';

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
