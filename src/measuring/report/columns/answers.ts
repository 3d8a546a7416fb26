/** Failing answers, and what only a picture or a file has: single places, diagnoses, pairs of readers. */
import { inCsv, readerColumn, type Table } from '../../output/table.js';
import type { ComparisonRow, FailureRow } from '../../tables/tables.js';
import { whereText } from '../comparison-words.js';

/** Longer reasons are cut, in UTF-16 units. */
const LONGEST_REASON = 300;

export function failuresTable(rows: readonly FailureRow[]): Table<FailureRow> {
  return {
    name: 'failures',
    title: 'Failing answers',
    rows,
    columns: [
      readerColumn(),
      { heading: 'test', kind: 'label', of: ({ description }) => description },
      { heading: 'recall', kind: 'share', of: ({ score }) => score },
      {
        heading: 'what was wrong',
        kind: 'label',
        of: ({ reason }) => reason.slice(0, LONGEST_REASON),
      },
    ],
  };
}

export function comparisonsTable(rows: readonly ComparisonRow[]): Table<ComparisonRow> {
  return {
    name: 'comparisons',
    title: 'Readers compared',
    rows,
    columns: [inCsv('apart', whereText)],
  };
}
