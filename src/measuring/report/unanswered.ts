/** Prompts that a reader left without an answer: where they are many, nothing is said of lengths by the others. */

import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { commas, say } from '../../base/text/language.js';
import type { SummaryRow } from '../tables/tables.js';
import { briefTrouble, isUnanswered } from '../tables/troubles.js';

/** Where more of its answers than this share are none, no length is said of a reader. */
const MOST = 0.1;

type Rows = readonly Pick<SummaryRow, 'troubles' | 'answers'>[];

function unansweredIn(rows: Rows) {
  const none = rows.flatMap(({ troubles = [] }) =>
    // What ended at the output limit is said beside the length, which leaves it out.
    troubles.filter(({ trouble }) => isUnanswered(trouble) && trouble !== 'thinking-used-up'),
  );
  const count = sum(none.map(({ answers }) => answers));
  const of = sum(rows.map(({ answers }) => answers));
  return count > MOST * of ? { count, of, none } : undefined;
}

/**
 * What is said of a reader in place of a length, in words that follow its name; nothing where few prompts went unanswered.
 *
 * @param rows - of one reader
 *
 * @example
 * // 'left 6 of 12 prompts unanswered (6 filtered), so no length is given'
 */
export function unansweredText(rows: Rows): string | undefined {
  const found = unansweredIn(rows);
  if (!found) return undefined;
  const kinds = [...groupBy(found.none, ({ trouble }) => trouble)].map(
    ([trouble, own]) => say`${sum(own.map(({ answers }) => answers))} ${briefTrouble(trouble)!}`,
  );
  return say`left ${found.count} of ${found.of} prompts unanswered (${commas(kinds)}), so no length is given`;
}

/** The same in brief: `6 of 12 unanswered`. */
export function unansweredBriefly(rows: Rows): string | undefined {
  const found = unansweredIn(rows);
  return found && say`${found.count} of ${found.of} unanswered`;
}
