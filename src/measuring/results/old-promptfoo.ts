/** Refuses results of a promptfoo older than this package needs. */
import { UserError } from '../../base/user-error.js';
import type { Row } from '../../contract/row.js';
import { NOT_SCORED } from './own-grading.js';

export const OLDEST_PROMPTFOO = '0.121.4';

/**
 * Refuses results without one score that an older promptfoo wrote, since the user did nothing wrong.
 *
 * @param version - of the promptfoo that wrote them, if its file names it
 * @throws {UserError} naming both versions
 */
export function assertScoredBy(version: unknown, rows: readonly Row[], name: string): void {
  if (typeof version !== 'string' || !isOlder(version)) return;
  if (rows.length === 0 || rows.some(({ error }) => error !== NOT_SCORED)) return;
  throw new UserError(
    `${name} has no scores, because promptfoo ${version} wrote it. Update promptfoo to ${OLDEST_PROMPTFOO} or newer, and ` +
      'run `npx promptfoo eval` again.',
  );
}

function isOlder(version: string): boolean {
  const [own, oldest] = [version, OLDEST_PROMPTFOO].map((text) => text.split('.').map(Number));
  const first = oldest!.findIndex((part, i) => own![i] !== part);
  return first >= 0 && own![first]! < oldest![first]!;
}
