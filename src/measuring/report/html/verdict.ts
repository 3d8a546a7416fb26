/** What the numbers of a reader mean, in a sentence. */

import { counted } from '../../../base/text/texts.js';
import { effectiveLengthSentence } from '../../output/effective-length.js';
import { briefShareText, intervalText, sizeText } from '../../output/words.js';
import type { ReportData, SummaryRow } from '../../tables/tables.js';

/** A loss by place smaller than this is not worth a word. */
const NOTABLE_LOSS = 0.05;

/**
 * How well a reader did in one series, in a sentence that follows its name.
 *
 * @example
 * 'has an effective length of 56K tokens (95%: 48K–66K), recall 0.853 (0.830–0.870) overall.'
 */
export function verdict(data: ReportData, row: SummaryRow): string {
  if (!Number.isFinite(row.recall.value)) return 'gave no answer that could be scored.';
  const { recall, cause, errors, answers } = row;
  const notes = [
    `${effectiveLengthSentence(row, data.options.confidence)}, recall ${intervalText(recall)} overall`,
    cause ?? weakSpot(row),
    gapNote(row),
    errors > 0 ? `${errors} of ${errors + answers} calls failed` : '',
  ];
  return `${notes.filter((note) => note !== '').join('; ')}.`;
}

/** Lengths of which nothing is known. */
export function gapNote({ unanswered = [], sizes }: SummaryRow): string {
  const [first, ...others] = unanswered;
  if (first === undefined) return '';
  const rest = others.length === 0 ? '' : ` and ${counted(others.length, 'other length')}`;
  return `no answers at ${sizeText(first, sizes)}${rest}`;
}

/** The tail, or else the middle, if its loss is notable and not explained by chance. */
export function weakSpot({ middleDip, tailLoss }: SummaryRow, isBrief = false): string {
  // A tail that is lost is one of the ends that the middle is compared with.
  const worst = [
    { loss: tailLoss, words: ['in the last fifth', 'the rest'] },
    { loss: middleDip, words: ['in the middle', 'its ends'] },
  ].find(({ loss }) => loss && loss.low > 0 && loss.value >= NOTABLE_LOSS);
  if (!worst) return '';
  const [where, others] = worst.words;
  if (isBrief) return `weakest ${where}`;
  return `weakest ${where} of the context, ${briefShareText(worst.loss!.value)} below ${others}`;
}
