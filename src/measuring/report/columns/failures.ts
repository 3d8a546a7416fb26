import { say } from '../../../base/text/language.js';
import { column, readerColumn, type Table } from '../../document/table.js';
import type { FailureRow } from '../../facts/tables/tables.js';

/** Longer reasons are cut, in UTF-16 units. */
const LONGEST_REASON = 300;

/** Failing answers, worst first. */
export function failuresTable(rows: readonly FailureRow[]): Table<FailureRow> {
  return {
    title: say`Failing answers`,
    rows,
    columns: [
      readerColumn(),
      column('label', say`test`, ({ description }) => description),
      column('share', say`recall`, ({ score }) => score),
      column('label', say`what was wrong`, ({ reason }) => reason.slice(0, LONGEST_REASON)),
    ],
  };
}
