/** The comparison of two readers in words, the same in the terminal, in Markdown and in HTML. */

import { differenceIntervalText, rangeText, shareText } from '../output/words.js';
import type { ChangeRow, ComparisonRow } from '../tables/tables.js';

/**
 * Where one is plainly better: `at 64K–128K`, with the name of the one that is better where that is
 * not the one that is better overall.
 */
export function whereText({ apart, better }: ComparisonRow): string {
  return apart
    .map(({ higher, fromTokens, toTokens }) => {
      const place = `at ${rangeText(fromTokens, toTokens)}`;
      return higher === better ? place : `${higher} ${place}`;
    })
    .join(', ');
}

/**
 * One comparison as a sentence.
 *
 * @example
 * 'new recalls 0.053 more than old (0.021–0.085), plainly at 64K–128K'
 */
export function comparisonText(row: ComparisonRow): string {
  const { provider, other, better, difference } = row;
  const where = whereText(row);
  if (better === undefined) {
    const open = `${provider} and ${other}: no clear difference, ${differenceIntervalText(difference)}`;
    return where === '' ? open : `${open}; better: ${where}`;
  }
  const worse = better === provider ? other : provider;
  const [low, high] =
    better === provider ? [difference.low, difference.high] : [-difference.high, -difference.low];
  return (
    `${better} recalls ${shareText(Math.abs(difference.value))} more than ${worse} ` +
    `(${shareText(low)}–${shareText(high)})${where === '' ? '' : `, plainly ${where}`}`
  );
}

/** What became of a reader since a baseline: `gpt ▼ 0.262 at 96K+ (0.135 to 0.350)`. */
export function changeText({ provider, change, note }: Omit<ChangeRow, 'verdict'>): string {
  return `${provider} ${change}${note === '' ? '' : ` (${note})`}`;
}
