/** The comparison of two readers in words, the same in the terminal, in Markdown and in HTML. */

import { clauses, say } from '../../base/text/language.js';
import { differenceIntervalText, rangeText, shareText } from '../document/words.js';
import type { ApartRow, ChangeRow, OverallRow } from '../facts/tables/tables.js';
import type { Interval } from '../statistics/interval.js';

function lengthsOf({ fromTokens, toTokens }: ApartRow): string {
  return rangeText(fromTokens, toTokens);
}

/**
 * One comparison as a sentence.
 *
 * @example
 * 'new recalls 0.053 more than old (0.021 to 0.085); the difference shows at 64K–128K'
 */
export function comparisonText(row: OverallRow): string {
  const { provider, other, better = provider, apart, rankedFirst } = row;
  if (apart.length === 0) {
    return say`${provider} and ${other}: no clear difference, ${differenceIntervalText(row.difference)}`;
  }
  const worse = better === provider ? other : provider;
  const difference = better === provider ? row.difference : negative(row.difference);
  const ofAll = say`over all lengths the difference is ${differenceIntervalText(difference)}`;
  if (apart.some(({ higher }) => higher === worse)) {
    const [mine, others] = [wonText(row, better), wonText(row, worse)];
    return clauses([say`${better} ${mine}, ${worse} ${others}`, ofAll]);
  }
  const range = apart.find(({ by }) => by === 'range');
  const isOverall = apart.some(({ by }) => by === 'overall') && difference.value > 0;
  const [value, low, high] = [difference.value, difference.low, difference.high].map(shareText);
  return clauses([
    ...(isOverall
      ? [
          say`${better} recalls ${value!} more than ${worse} (${low!} to ${high!})`,
          range ? say`the difference shows at ${lengthsOf(range)}` : '',
        ]
      : [say`${better} ${wonText(row, better)} than ${worse}`, ofAll]),
    rankedFirst === undefined
      ? ''
      : say`${rankedFirst} is listed first, by its length or all its answers`,
  ]);
}

function negative({ value, low, high }: Interval): Interval {
  return { value: -value, low: -high, high: -low };
}

/** How a reader is better, in a few words. */
function wonText({ apart }: OverallRow, reader: string): string {
  const own = apart.filter(({ higher }) => higher === reader);
  const range = own.find(({ by }) => by === 'range');
  if (range) return say`recalls more at ${lengthsOf(range)}`;
  return own.some(({ by }) => by === 'overall')
    ? say`recalls more of most prompts`
    : say`is reliable at longer lengths`;
}

/** What became of a reader since a baseline: `gpt ▼ 0.262 at 96K+ (0.135 to 0.350)`. */
export function changeText({ provider, change, note }: Omit<ChangeRow, 'verdict'>): string {
  return note === '' ? `${provider} ${change}` : say`${provider} ${change} (${note})`;
}
