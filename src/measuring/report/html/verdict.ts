/** What the numbers of a reader mean, in words. */

import { clauses, say, sayCount } from '../../../base/text/language.js';
import { intervalText, sizeText } from '../../document/words.js';
import { effectiveLengthSentence, saysCause } from '../../facts/effective-length.js';
import { verdictOf } from '../../facts/length-verdict.js';
import type { SummaryRow } from '../../facts/tables/tables.js';
import { failedBriefly } from '../../facts/tables/troubles.js';
import { unansweredText } from '../unanswered.js';

/**
 * What the length of a reader does not say of one series: recall, what failed whole or was cut off, why or where it
 * loses, what is missing.
 *
 * @example
 * // ['recall 0.853 (0.830–0.870) overall', '1 of 9 answers failed whole (at most 43 %)', 'lost the middle in 5 of 9']
 */
export function explanations(row: SummaryRow): string[] {
  if (!Number.isFinite(row.recall.value)) return [];
  const { recall, cause = '', errors, answers } = row;
  return [
    say`recall ${intervalText(recall)} overall`,
    ...wholeNotes(row),
    saysCause(row) ? '' : cause,
    gapNote(row),
    errors > 0 ? say`${errors} of ${errors + answers} calls failed` : '',
  ].filter((note) => note !== '');
}

/** How far a reader is reliable, and how many answers failed whole, if any. */
export function reachNote(
  row: Omit<SummaryRow, 'recall'> & Partial<Pick<SummaryRow, 'recall'>>,
): string {
  const isSaid = verdictOf(row).kind === 'unusable';
  const length = unansweredText([row]) ?? effectiveLengthSentence(row);
  return clauses([length, ...(isSaid ? [] : wholeNotes(row))]);
}

function wholeNotes({ failedWhole }: Pick<SummaryRow, 'failedWhole'>): string[] {
  return failedWhole && failedWhole.answers > 0 ? [failedBriefly(failedWhole)] : [];
}

/** Lengths of which nothing is known. */
export function gapNote({ unanswered = [], sizes }: SummaryRow): string {
  const [first, ...others] = unanswered;
  if (first === undefined) return '';
  const length = sizeText(first, sizes);
  return others.length === 0
    ? say`no answers at ${length}`
    : say`no answers at ${length} and ${sayCount(others.length, 'other length')}`;
}
