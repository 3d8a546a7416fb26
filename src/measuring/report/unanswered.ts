/** Prompts that a model left without an answer: where they are many, they are why no length is given. */

import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { commas, say } from '../../base/text/language.js';
import { saidToHold } from '../facts/length-verdict.js';
import type { SummaryRow } from '../facts/tables/tables.js';
import { briefTrouble, isUnanswered } from '../facts/tables/troubles.js';

/** Fewer are no reason. */
const MOST = 0.1;

type Rows = readonly Omit<SummaryRow, 'recall'>[];

function unansweredIn(rows: Rows) {
  // A model may be reliable below lengths at which it refuses.
  if (rows.some((row) => saidToHold(row) > 0)) return undefined;
  const none = rows.flatMap(({ troubles = [] }) =>
    // Thinking that used up the output limit is said for itself.
    troubles.filter(({ trouble }) => isUnanswered(trouble) && trouble !== 'thinking-used-up'),
  );
  const count = sum(none.map(({ answers }) => answers));
  const of = sum(rows.map(({ answers }) => answers));
  return count > MOST * of ? { count, of, none } : undefined;
}

/**
 * What is said of a model in place of a length, in words that follow its name; nothing where it has a reliable length, or few
 * prompts went unanswered.
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
