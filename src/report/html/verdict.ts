/** What the numbers of a provider mean, in a sentence. */

import {
  briefShareText,
  intervalText,
  lengthText,
  reachText,
  shareText,
} from '../../output/words.js';
import type { ReportData, SummaryRow } from '../../results/tables.js';

/** A loss by place smaller than this is not worth a word. */
const NOTABLE_LOSS = 0.05;

/**
 * How well a provider did, in one sentence that follows its name.
 *
 * @example
 * 'reads reliably up to 56K of 128K tokens (low 4K), recall 0.853 (0.830–0.870) overall.'
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
  const { unknownFrom = 0 } = row;
  const held = row.effectiveLength.value;
  const recall = `recall ${intervalText(row.recall)} overall`;
  const rest = `${weakSpot(row)}${errorNote(row)}.`;
  if (!stopsUnknown(data, row, held)) return `${heldSentence(data, row)}, ${recall}${rest}`;
  const unknown = `no answers at ${lengthText(unknownFrom)} tokens, so nothing is known from there on`;
  return held === 0
    ? `gave ${unknown}; ${recall}${rest}`
    : `${heldSentence(data, row)}, ${recall}; ${unknown}${rest}`;
}

function heldSentence(data: ReportData, row: SummaryRow): string {
  const { longest } = row;
  const { value: held, low } = row.effectiveLength;
  const lengths = lengthsOf(data, row);
  if (held === 0) {
    const { threshold } = data.options;
    return lengths.length < 2
      ? `falls short of ${threshold} at ${lengthText(longest)} tokens`
      : `falls short of ${threshold} from the shortest length on, ${lengthText(lengths[0]!)} tokens`;
  }
  const lower = low === held ? '' : ` (low ${reachText(low)})`;
  if (lengths.length === 1) return `reads reliably at ${lengthText(longest)} tokens${lower}`;
  return held === longest
    ? `reads reliably up to ${lengthText(longest)} tokens, the longest length tested${lower}`
    : `reads reliably up to ${lengthText(held)} of ${lengthText(longest)} tokens${lower}`;
}

/** The lengths that a provider was asked in a series, ascending. */
function lengthsOf({ lengths }: ReportData, { provider, series }: SummaryRow): number[] {
  return lengths
    .filter((row) => row.provider === provider && row.series === series)
    .map(({ tokens }) => tokens)
    .sort((a, b) => a - b);
}

/** Whether an effective length ends only because the next length has no answers. */
function stopsUnknown(data: ReportData, row: SummaryRow, held: number): boolean {
  const next = lengthsOf(data, row).find((tokens) => tokens > held);
  return next !== undefined && next === row.unknownFrom;
}

/** Middle or tail, whichever loses more, if the loss is notable and not explained by chance. */
function weakSpot({ middleDip, tailLoss }: SummaryRow): string {
  const [worst] = [
    { loss: middleDip, words: ['in the middle of the context', 'its ends'] },
    { loss: tailLoss, words: ['in the last fifth of the context', 'the rest'] },
  ]
    .flatMap(({ loss, words }) =>
      loss && loss.low > 0 && loss.value >= NOTABLE_LOSS ? { value: loss.value, words } : [],
    )
    .sort((a, b) => b.value - a.value);
  if (!worst) return '';
  return `; weakest ${worst.words[0]}, ${briefShareText(worst.value)} below ${worst.words[1]}`;
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
  const held = answered.filter((row) => row.effectiveLength.value === row.longest).length;
  const sorted = [...answered].sort((a, b) => a.recall.value - b.recall.value);
  const name = ({ recall, series: id }: SummaryRow) =>
    `${shareText(recall.value)} (${titles.get(id)})`;
  return (
    `reads reliably up to the longest length in ${held} of ${rows.length} series; recall from ` +
    `${name(sorted[0]!)} to ${name(sorted[sorted.length - 1]!)}.`
  );
}
