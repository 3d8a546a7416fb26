/** Drops rows that `promptfoo retry` has replaced, which promptfoo still hands its hook. */
import { groupBy } from '../../base/group-by.js';
import type { Row } from '../../contract/row.js';

/**
 * Counts every failed call of one source once: the last error of each cell of promptfoo's table. Damaged data
 * are no call. Errors before an answer elsewhere are dropped by `settled`.
 *
 * @param rows - in promptfoo's order
 */
export function withoutReplaced(rows: readonly Row[]): Row[] {
  const failed = groupBy(rows.filter(isFailedCall), placeOf);
  return rows.flatMap((row) => {
    const own = isFailedCall(row) ? failed.get(placeOf(row))! : [row];
    if (row !== own.at(-1)) return [];
    return own.length === 1 ? row : { ...row, overcome: own.slice(0, -1) };
  });
}

function isFailedCall({ error, damaged, at }: Row): boolean {
  return error !== undefined && !damaged && at !== undefined;
}

function placeOf({ at, id, provider, prompt }: Row): string {
  return JSON.stringify([at?.evalId, at?.test, at?.column, id, provider, prompt]);
}
