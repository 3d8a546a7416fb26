/** Results of a promptfoo that is older than what this package needs. */
import { UserError } from '../../base/user-error.js';
import type { Row } from '../../contract/row.js';
import { NOT_SCORED } from './own-grading.js';

/** The oldest promptfoo that is promised, and tested: `peerDependencies` of package.json. */
export const OLDEST_PROMPTFOO = '0.121.4';

/**
 * Refuses results that an older promptfoo wrote without one score, since nothing that the user did is the reason.
 *
 * @param version - of the promptfoo that wrote them, where its file names it
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
