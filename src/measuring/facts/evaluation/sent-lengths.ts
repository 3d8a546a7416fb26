/** Counts lengths as sent, if users add more around prompts than their lengths have room for. */

import { groupBy } from '../../../base/group-by.js';
import { mean } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';

const IS_LENGTH = /^(?:up to|about) \d+ tokens$/;

/**
 * Gives rows the length of what was sent. Prompts built to one length for one model and template share the
 * mean, also those whose calls failed.
 */
export function asSent(rows: readonly Row[]): Row[] {
  if (rows.every(({ sent }) => sent === undefined)) return [...rows];
  const alike = groupBy(rows, ({ provider, prompt, tokens, size }) =>
    JSON.stringify([provider, prompt, size ?? tokens]),
  );
  const lengths = new Map(
    [...alike.values()].flatMap((own) => {
      const sent = new Map(own.flatMap((row) => (row.sent ? [[row.id, row.sent] as const] : [])));
      if (sent.size === 0) return [];
      const length = Math.round(mean([...sent.values()]));
      return own.map((row) => [row, length] as const);
    }),
  );
  return rows.map((row) => {
    const length = lengths.get(row);
    if (length === undefined) return row;
    const { size, ...others } = row;
    const kept = size !== undefined && !IS_LENGTH.test(size) && { size };
    return { ...others, ...kept, tokens: length, built: row.tokens };
  });
}
