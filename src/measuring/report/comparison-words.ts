/** The comparison of two readers in words, the same in the terminal, in Markdown and in HTML. */

import { differenceIntervalText, rangeText, shareText } from '../output/words.js';
import type { ApartRow, ChangeRow, ComparisonRow } from '../tables/tables.js';

/**
 * What tells two readers apart, in a few words: `good over all lengths, good at 16K–32K`; empty where nothing does.
 */
export function whereText({ apart }: Pick<ComparisonRow, 'apart'>): string {
  return apart
    .map((one) => `${one.higher} ${one.by === 'range' ? atText(one) : PLACES[one.by]}`)
    .join(', ');
}

const PLACES = { overall: 'over all lengths', length: 'by effective length' };

function atText({ fromTokens, toTokens }: ApartRow): string {
  return `at ${rangeText(fromTokens, toTokens)}`;
}

/**
 * One comparison as a sentence.
 *
 * @example
 * 'new recalls 0.053 more than old (0.021 to 0.085); the difference shows at 64K–128K'
 */
export function comparisonText(row: ComparisonRow): string {
  const { provider, other, better, difference, apart, rankedFirst } = row;
  if (apart.length === 0) {
    return `${provider} and ${other}: no clear difference, ${differenceIntervalText(difference)}`;
  }
  const ofAll = `over all lengths, ${provider} has ${differenceIntervalText(difference)}`;
  if (new Set(apart.map(({ higher }) => higher)).size > 1) return `${eachText(row)}; ${ofAll}`;
  const worse = better === provider ? other : provider;
  const sign = better === provider ? 1 : -1;
  const [low, high] = [sign * difference.low, sign * difference.high].sort((a, b) => a - b);
  const by = (kind: ApartRow['by']) => apart.find((one) => one.by === kind);
  const range = by('range');
  const said =
    by('overall') && sign * difference.value > 0
      ? `${better} recalls ${shareText(sign * difference.value)} more than ${worse} ` +
        `(${shareText(low)} to ${shareText(high)})${range ? `; the difference shows ${atText(range)}` : ''}`
      : `${better} ${wonText(range, by('overall'))} than ${worse}; ${ofAll}`;
  return rankedFirst === undefined
    ? said
    : `${said}; ${rankedFirst} is ranked first, for its length`;
}

/** How one reader is better, where recall over all lengths does not say so. */
function wonText(range: ApartRow | undefined, overall: ApartRow | undefined): string {
  if (range) return `recalls more ${atText(range)}`;
  return overall ? 'recalls more of most prompts' : 'holds longer lengths';
}

/** Each of two readers is better somewhere. */
function eachText({ provider, other, apart }: ComparisonRow): string {
  const [first, second] = [provider, other].map((name) => {
    const own = apart.filter(({ higher }) => higher === name);
    const range = own.find(({ by }) => by === 'range');
    return `${name} ${wonText(
      range,
      own.find(({ by }) => by === 'overall'),
    )}`;
  });
  return `${first}, and ${second}`;
}

/** What became of a reader since a baseline: `gpt ▼ 0.262 at 96K+ (0.135 to 0.350)`. */
export function changeText({ provider, change, note }: Omit<ChangeRow, 'verdict'>): string {
  return `${provider} ${change}${note === '' ? '' : ` (${note})`}`;
}
