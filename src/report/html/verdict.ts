/** What the numbers of a provider mean, in a sentence. */

import type { ReportData, SummaryRow } from '../../analysis/tables.js';
import {
  briefShareText,
  effectiveLengthBounds,
  effectiveLengthEstimate,
  intervalText,
  lengthText,
  percentText,
  rangeText,
  shareText,
  unknownText,
} from '../../output/words.js';
import { isKnown } from '../../statistics/curve/effective-length.js';
import { counted } from '../../text/texts.js';

/** A loss by place smaller than this is not worth a word. */
const NOTABLE_LOSS = 0.05;

/**
 * How well a provider did, in one sentence that follows its name.
 *
 * @example
 * 'has an effective length of 56K tokens (95%: 48K–66K), recall 0.853 (0.830–0.870) overall.'
 */
export function verdict(data: ReportData, provider: string): string {
  const controls = new Set(data.series.filter(({ control }) => control).map(({ id }) => id));
  const own = data.summary.filter((row) => row.provider === provider);
  const tested = own.filter(({ series }) => !controls.has(series));
  const rows = tested.length > 0 ? tested : own;
  const answered = rows.filter(({ recall }) => Number.isFinite(recall.value));
  if (answered.length === 0) return 'gave no answer that could be scored.';
  const [only] = answered;
  return rows.length === 1 && only ? verdictOne(data, only) : verdictMany(data, rows, answered);
}

function verdictOne(data: ReportData, row: SummaryRow): string {
  const recall = `recall ${intervalText(row.recall)} overall`;
  return `${lengthSentence(data, row)}, ${recall}${causeNote(row) || weakSpot(row)}${gapNote(row)}${errorNote(row)}.`;
}

function lengthSentence({ options }: ReportData, row: SummaryRow): string {
  const { effectiveLength, shortest, longest, rise, unknown } = row;
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
  const beyond = value === 0 || !Number.isFinite(value) ? `, the ${which} length tested` : '';
  return (
    `has an effective length ${value === 0 ? '' : 'of '}${effectiveLengthEstimate(row)} tokens${beyond}` +
    `${bounds === '' ? '' : ` (${percentText(options.confidence)}: ${bounds})`}`
  );
}

/** What most was lost to. */
function causeNote({ cause }: SummaryRow): string {
  return cause === undefined ? '' : `; ${cause}`;
}

/** Lengths of which nothing is known. */
function gapNote({ unanswered = [] }: SummaryRow): string {
  const [first, ...others] = unanswered;
  if (first === undefined) return '';
  const rest = others.length === 0 ? '' : ` and ${counted(others.length, 'other length')}`;
  return `; no answers at ${lengthText(first)}${rest}`;
}

/** The tail, or else the middle, if its loss is notable and not explained by chance. */
function weakSpot({ middleDip, tailLoss }: SummaryRow): string {
  // A tail that is lost is one of the ends that the middle is compared with.
  const worst = [
    { loss: tailLoss, words: ['in the last fifth of the context', 'the rest'] },
    { loss: middleDip, words: ['in the middle of the context', 'its ends'] },
  ].find(({ loss }) => loss && loss.low > 0 && loss.value >= NOTABLE_LOSS);
  if (!worst) return '';
  return `; weakest ${worst.words[0]}, ${briefShareText(worst.loss!.value)} below ${worst.words[1]}`;
}

function errorNote({ errors, answers }: SummaryRow): string {
  return errors > 0 ? `; ${errors} of ${errors + answers} calls failed` : '';
}

function verdictMany(
  { series }: ReportData,
  rows: readonly SummaryRow[],
  answered: readonly SummaryRow[],
): string {
  const titles = new Map(series.map(({ id, title }) => [id, title]));
  const held = answered.filter(
    ({ effectiveLength, unknown }) =>
      !unknown && effectiveLength?.value === Number.POSITIVE_INFINITY,
  ).length;
  const sorted = [...answered].sort((a, b) => a.recall.value - b.recall.value);
  const name = ({ recall, series: id }: SummaryRow) =>
    `${shareText(recall.value)} (${titles.get(id)})`;
  return (
    `has an effective length of at least the longest tested in ${held} of ${rows.length} series; recall from ` +
    `${name(sorted[0]!)} to ${name(sorted[sorted.length - 1]!)}.`
  );
}
