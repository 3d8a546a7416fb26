/** What the numbers of a reader mean, in a sentence. */

import { counted } from '../../../base/text/texts.js';
import {
  briefShareText,
  effectiveLengthBounds,
  effectiveLengthEstimate,
  intervalText,
  percentText,
  rangeText,
  sizeText,
  unknownText,
} from '../../output/words.js';
import { isKnown } from '../../statistics/curve/effective-length.js';
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
    `${lengthSentence(data, row)}, recall ${intervalText(recall)} overall`,
    cause ?? weakSpot(row),
    gapNote(row),
    errors > 0 ? `${errors} of ${errors + answers} calls failed` : '',
  ];
  return `${notes.filter((note) => note !== '').join('; ')}.`;
}

function lengthSentence({ options }: ReportData, row: SummaryRow): string {
  const { effectiveLength, shortest, longest, sizes, rise, unknown } = row;
  if (effectiveLength && !isKnown(effectiveLength)) {
    return `has an unknown effective length${unknown ? ` (${unknownText(unknown)})` : ''}`;
  }
  if (!effectiveLength) {
    if (!rise) return 'has no effective length';
    const { shorterFrom, shorterTo, longerFrom, longerTo } = rise;
    return (
      `recalls ${briefShareText(rise.by)} more at ${rangeText(longerFrom, longerTo)} than at ` +
      `${rangeText(shorterFrom, shorterTo)} tokens, so it has no effective length`
    );
  }
  const bounds = effectiveLengthBounds(row);
  const { value } = effectiveLength;
  const end = Number.isFinite(value) ? shortest : longest;
  const which = shortest === longest ? 'only' : end === longest ? 'longest' : 'shortest';
  const tested = sizes ? FEWEST_OR_MOST[which] : `${which} length`;
  const beyond = value === 0 || !Number.isFinite(value) ? `, the ${tested} tested` : '';
  return (
    `has an effective ${sizes ? 'number' : 'length'} ${value === 0 ? '' : 'of '}${effectiveLengthEstimate(row)}` +
    `${sizes ? '' : ' tokens'}${beyond}` +
    `${bounds === '' ? '' : ` (${percentText(options.confidence)}: ${bounds})`}`
  );
}

/** What the shortest and the longest prompts are, where they are sized by how many things they have. */
const FEWEST_OR_MOST = { only: 'only number', shortest: 'fewest', longest: 'most' } as const;

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
