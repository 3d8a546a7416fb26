import type { Row } from './rows.js';

/**
 * Rows without the errors that were overcome: a reader that was asked a prompt again, after its call
 * had failed, has answered it.
 *
 * @param rows - of all files together
 */
export function settled<R extends Pick<Row, 'id' | 'provider' | 'prompt' | 'error'>>(
  rows: readonly R[],
): R[] {
  if (rows.every(({ error }) => error === undefined)) return [...rows];
  const keyOf = ({ id, provider, prompt }: R) => JSON.stringify([id, provider, prompt]);
  const answered = new Set(rows.filter(({ error }) => error === undefined).map(keyOf));
  return rows.filter((row) => row.error === undefined || !answered.has(keyOf(row)));
}
