/** Rows that `promptfoo retry` has replaced: promptfoo hands its hook the errors too that stand there no more. */
import { groupBy } from '../../base/group-by.js';
import type { Row } from '../../contract/row.js';

/**
 * Take every failed call of one source once: of several errors of one place of promptfoo's table, the last. An
 * error that is damaged data is none of a call, and an answer makes good the errors before it elsewhere (`settled`).
 *
 * @param rows - in the order in which promptfoo gives them
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
