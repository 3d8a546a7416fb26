/** What the numbers of a reader mean, in a sentence. */

import { counted } from '../../../base/text/texts.js';
import { effectiveLengthSentence } from '../../output/effective-length.js';
import { intervalText, sizeText } from '../../output/words.js';
import type { SummaryRow } from '../../tables/tables.js';
import { failedText } from '../../tables/troubles.js';

/**
 * How well a reader did in one series, in a sentence that follows its name.
 *
 * @example
 * 'holds at least 32K tokens (97 % likely); 128K 73 %; 1 of 9 answers failed whole (at most 43 %); recall 0.853 (0.830–0.870) overall.'
 */
export function verdict(row: SummaryRow): string {
  if (!Number.isFinite(row.recall.value)) return 'gave no answer that could be scored.';
  // The interval of recall, which follows, says what it is at least.
  const { recall, ...others } = row;
  const { cutOff, cause, errors, answers } = others;
  const reach = reachNote(others);
  // That answers were cut off is said beside the length, which leaves them out.
  const isSaid = cause !== undefined && (reach.includes(cause) || cutOff !== undefined);
  const notes = [
    reach,
    `recall ${intervalText(recall)} overall`,
    isSaid ? '' : (cause ?? ''),
    gapNote(row),
    errors > 0 ? `${errors} of ${errors + answers} calls failed` : '',
  ];
  return `${notes.filter((note) => note !== '').join('; ')}.`;
}

/** How far the answers hold that came, and how many failed whole, if any; those that were cut off apart. */
export function reachNote(
  row: Omit<SummaryRow, 'recall'> & Partial<Pick<SummaryRow, 'recall'>>,
): string {
  const { failedWhole, cutOff, answers } = row;
  return [
    effectiveLengthSentence(row),
    ...(failedWhole && failedWhole.answers > 0 ? [failedText(failedWhole).replace(/:.*/, '')] : []),
    ...(cutOff === undefined
      ? []
      : [`${cutOff} of ${answers} answers cut off, which the length leaves out`]),
  ].join('; ');
}

/** Lengths of which nothing is known. */
export function gapNote({ unanswered = [], sizes }: SummaryRow): string {
  const [first, ...others] = unanswered;
  if (first === undefined) return '';
  const rest = others.length === 0 ? '' : ` and ${counted(others.length, 'other length')}`;
  return `no answers at ${sizeText(first, sizes)}${rest}`;
}
