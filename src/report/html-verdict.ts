/** What the numbers of a provider mean, in a sentence. */
import { percentLabel, recallLabel, tokensLabel } from './charts-text.js';
import type { ReportData, SummaryRow } from './report-data.js';
import type { Interval, Stability } from './statistics.js';

/** A loss by place smaller than this is not worth a word. */
const NOTABLE_LOSS = 0.05;

const SMALL_RISE = 0.1;
const LARGE_RISE = 0.2;

/**
 * How well a provider did, in one sentence that follows its name.
 *
 * @example
 * 'reads reliably up to 56K of 128K tokens (for certain up to 4K), recall 0.853 (0.83 to 0.87) overall.'
 */
export function verdict(data: ReportData, provider: string): string {
  const rows = data.summary.filter((row) => row.provider === provider);
  const answered = rows.filter(({ recall }) => Number.isFinite(recall.value));
  if (answered.length === 0) return 'gave no answer that could be scored.';
  const [only] = answered;
  return rows.length === 1 && only ? verdictOne(data, only) : verdictMany(data, rows, answered);
}

function verdictOne({ series, options }: ReportData, row: SummaryRow): string {
  const lengths = series.find(({ id }) => id === row.series)?.lengths ?? [];
  const held = heldSentence(row, lengths, options.threshold);
  const { value, low, high } = row.recall;
  const overall = `recall ${recallLabel(value)} (${recallLabel(low, 2)} to ${recallLabel(high, 2)})`;
  return `${held}, ${overall} overall${weakSpot(row)}${errorNote(row)}.`;
}

function heldSentence(row: SummaryRow, lengths: readonly number[], threshold: number): string {
  const { effectiveLength: held, effectiveLengthLow: certain } = row;
  const longest = lengths[lengths.length - 1] ?? 0;
  if (held === 0) {
    return lengths.length === 1
      ? `falls short of ${threshold} at ${tokensLabel(longest)} tokens`
      : `falls short of ${threshold} from the shortest length on, ${tokensLabel(lengths[0] ?? 0)} tokens`;
  }
  const sure =
    certain >= held
      ? ''
      : certain > 0
        ? ` (for certain up to ${tokensLabel(certain)})`
        : ' (too few prompts to be certain of any length)';
  if (lengths.length === 1) return `reads reliably at ${tokensLabel(longest)} tokens${sure}`;
  return held === longest
    ? `reads reliably up to ${tokensLabel(longest)} tokens, the longest length tested${sure}`
    : `reads reliably up to ${tokensLabel(held)} of ${tokensLabel(longest)} tokens${sure}`;
}

function weakSpot({ middleDip = 0, tailLoss = 0 }: SummaryRow): string {
  if (Math.max(middleDip, tailLoss) < NOTABLE_LOSS) return '';
  return middleDip > tailLoss
    ? `; weakest in the middle of the context, ${middleDip.toFixed(2)} below its ends`
    : `; weakest in the last fifth of the context, ${tailLoss.toFixed(2)} below the rest`;
}

function errorNote({ errors, prompts }: SummaryRow): string {
  return errors > 0 ? `; ${errors} of ${errors + prompts} prompts ended in an error` : '';
}

function verdictMany(
  { series }: ReportData,
  rows: readonly SummaryRow[],
  answered: readonly SummaryRow[],
): string {
  const titles = new Map(series.map(({ id, title }) => [id, title]));
  const longest = new Map(series.map(({ id, lengths }) => [id, lengths[lengths.length - 1]]));
  const held = answered.filter((row) => row.effectiveLength === longest.get(row.series)).length;
  const sorted = [...answered].sort((a, b) => a.recall.value - b.recall.value);
  const name = ({ recall, series: id }: SummaryRow) =>
    `${recallLabel(recall.value)} (${titles.get(id)})`;
  return (
    `reads reliably up to the longest length in ${held} of ${rows.length} series; recall from ` +
    `${name(sorted[0]!)} to ${name(sorted[sorted.length - 1]!)}.`
  );
}

/** `0.853 (0.83–0.87)`. */
export function intervalLabel({ value, low, high }: Interval): string {
  if (!Number.isFinite(value)) return '–';
  return `${recallLabel(value)} (${recallLabel(low, 2)}–${recallLabel(high, 2)})`;
}

/**
 * Whether a longer context does better than a shorter one, in words.
 *
 * @example
 * 'uneven: +0.12 from 40K to 44K, 8% of pairs'
 */
export function stabilityLabel(stability: Stability): string {
  const { inversions, largestRise, fromTokens, toTokens } = stability;
  if (largestRise < SMALL_RISE) return 'steady';
  const word = largestRise < LARGE_RISE ? 'uneven' : 'unstable';
  const where =
    fromTokens === undefined || toTokens === undefined
      ? ''
      : ` from ${tokensLabel(fromTokens)} to ${tokensLabel(toTokens)}`;
  return `${word}: +${largestRise.toFixed(2)}${where}, ${percentLabel(inversions)} of pairs`;
}
