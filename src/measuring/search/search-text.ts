/** A search in the terminal: what it will cost, how it goes on, and what it found. */

import { sayCount } from '../../base/text/language.js';
import { briefLengthText } from '../output/effective-length.js';
import { bold, clip, type TerminalOptions } from '../output/terminal.js';
import { terminalTable } from '../output/terminal-table.js';
import { costText, lengthText } from '../output/words.js';
import { comparisonText } from '../report/comparison-words.js';
import { likelyLengths } from '../statistics/curve/effective-length.js';
import type { Progress, SearchedReader, SearchLimits } from './search.js';
import type { SearchResult } from './search-result.js';
import type { SearchState } from './search-state.js';
import { readersTable } from './search-tables.js';
import { atLeastText, foundText, otherMarksText } from './search-words.js';
import type { Spending } from './spending.js';

const NAME_WIDTH = 34;

/** What a search is going to do, before it spends anything. */
export function announcement(
  state: SearchState,
  { atLeast }: Pick<SearchLimits, 'atLeast'>,
  expected: Spending,
  most: Spending,
): string {
  const { series, providers, shortest, longest, cells } = state;
  const many = cells > 1 ? `, ${cells} prompts of each length and seed` : '';
  const who = sayCount(providers.length, 'provider');
  const what =
    atLeast === undefined
      ? `Searching the effective length of ${who} from ${lengthText(shortest)} to ${lengthText(longest)}`
      : `Deciding whether the effective length of ${who} is at least ${lengthText(atLeast)}`;
  return (
    `${what}: ${series}${many}.\n` +
    `Expected: ${spendingText(expected)}. At most: ${spendingText(most)}.`
  );
}

function spendingText({ tokens, cost }: Spending): string {
  return `${lengthText(tokens)} prompt tokens, ${cost === undefined ? 'at a price that is not known (--price gives one)' : `cost ${costText(cost)}`}`;
}

/** One line after a round: what was asked, what it took so far, and where every reader stands. */
export function progressLine({ rounds, asked, readers }: Progress): string {
  const lengths = asked.map(({ tokens }) => lengthText(tokens)).join(' ');
  const tokens = readers.reduce((sum, reader) => sum + reader.tokens, 0);
  const costs = readers.map(({ cost }) => cost);
  const cost = costs.every((one) => one !== undefined)
    ? `, cost ${costText(costs.reduce((sum, one) => sum + one, 0))}`
    : '';
  const states = readers.map((reader) => `${clip(reader.provider, 24)} ${stateText(reader)}`);
  return `Round ${rounds}: ${lengths} · ${lengthText(tokens)} tokens${cost} · ${states.join(' · ')}`;
}

function stateText({
  interval,
  rise,
  ending,
  longest,
  tolerated,
  ...reader
}: SearchedReader): string {
  if (rise?.clear) return 'rises';
  if (reader.atLeast) return `${atLeastText(reader.atLeast)}${ending ? ' ✓' : ''}`;
  if (!interval) return 'no answer';
  const shortest = reader.outcomes.reduce((s, { prompt }) => Math.min(s, prompt.tokens), longest);
  const likely = reader.curve ? likelyLengths(reader.curve) : [];
  const reached = { effectiveLength: interval, likely, shortest, longest };
  const text = briefLengthText({ ...reached, ...(tolerated && { tolerated }) });
  return ending ? `${text} ✓` : text;
}

export function resultText(result: SearchResult, look: TerminalOptions): string {
  const { readers, comparisons } = result;
  const blocks = [
    `${bold('Effective length', look)}, recall of at least ${result.threshold}: ${result.series}`,
    readers.map((one) => `${clip(one.provider, NAME_WIDTH)}: ${foundText(one)}.`).join('\n'),
    terminalTable(readersTable(result), { longest: NAME_WIDTH }),
    otherMarksText(result),
    comparisons
      .map((row) => `${comparisonText(row)} (${sayCount(row.prompts, 'prompt')}).`)
      .join('\n'),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}
