/** A search in the terminal: what it will cost, how it goes on, and what it found. */
import { sum } from '../../base/numbers.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { sentenceOf } from '../../measuring/document/answer.js';
import { bold, clip, type TerminalOptions } from '../../measuring/document/terminal.js';
import { terminalTable } from '../../measuring/document/terminal-table.js';
import { costText, lengthText } from '../../measuring/document/words.js';
import { effectiveLengthText } from '../../measuring/facts/effective-length.js';
import { thinkersOf } from '../../measuring/planning/thinking.js';
import { limitNotes } from '../../measuring/planning/thinking-text.js';
import { comparisonText } from '../../measuring/report/comparison-words.js';
import { likelyLengths } from '../../measuring/statistics/curve/effective-length.js';
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
  { atLeast, maxCost }: Pick<SearchLimits, 'atLeast' | 'maxCost'>,
  expected: Spending,
  most: Spending,
): string {
  const { series, providers, shortest, longest, cells } = state;
  const asked = commas([series, cells > 1 ? say`${cells} prompts of each length and seed` : '']);
  const who = sayCount(providers.length, 'provider');
  return [
    atLeast === undefined
      ? say`Searching the reliable length of ${who} from ${lengthText(shortest)} to ${lengthText(longest)}: ${asked}.`
      : say`Deciding whether the reliable length of ${who} is at least ${lengthText(atLeast)}: ${asked}.`,
    say`Expected: ${spendingText(expected)}. At most: ${spendingText(most)}.`,
    ...(most.cost ? limitNotes(thinkersOf(providers), Number.isFinite(maxCost)) : []),
  ].join('\n');
}

function spendingText({ tokens, cost }: Spending): string {
  return cost === undefined
    ? say`${lengthText(tokens)} prompt tokens, at a price that is not known (--price gives one)`
    : say`${lengthText(tokens)} prompt tokens, cost ${costText(cost)}`;
}

/** One line after a round: what was asked, what it took so far, and where every reader stands. */
export function progressLine({ rounds, asked, readers }: Progress): string {
  const lengths = asked.map(({ tokens }) => lengthText(tokens)).join(' ');
  const tokens = lengthText(sum(readers.map((reader) => reader.tokens)));
  const costs = readers.flatMap(({ cost }) => cost ?? []);
  const spent =
    costs.length === readers.length
      ? say`${tokens} tokens, cost ${costText(sum(costs))}`
      : say`${tokens} tokens`;
  const states = readers.map((reader) => `${clip(reader.provider, 24)} ${stateText(reader)}`);
  return [say`Round ${rounds}: ${lengths}`, spent, ...states].join(' · ');
}

function stateText({
  interval,
  rise,
  ending,
  longest,
  tolerated,
  reliable,
  ...reader
}: SearchedReader): string {
  if (rise?.clear) return say`rises`;
  if (reader.atLeast) return `${atLeastText(reader.atLeast)}${ending ? ' ✓' : ''}`;
  if (!interval) return say`no answer`;
  const shortest = reader.outcomes.reduce((s, { prompt }) => Math.min(s, prompt.tokens), longest);
  const likely = reader.curve ? likelyLengths(reader.curve) : [];
  const reached = { effectiveLength: interval, likely, shortest, longest };
  const text = effectiveLengthText({
    ...reached,
    ...(tolerated && { tolerated }),
    ...(reliable && { reliable }),
  });
  return ending ? `${text} ✓` : text;
}

export function resultText(result: SearchResult, look: TerminalOptions): string {
  const { readers, comparisons } = result;
  const blocks = [
    say`${bold(say`Reliable length`, look)}, recall of at least ${result.threshold}: ${result.series}`,
    readers.map((one) => say`${clip(one.provider, NAME_WIDTH)}: ${foundText(one)}.`).join('\n'),
    terminalTable(readersTable(result), { longest: NAME_WIDTH }),
    sentenceOf([otherMarksText(result)]),
    comparisons
      .map((row) => say`${comparisonText(row)} (${sayCount(row.prompts, 'prompt')}).`)
      .join('\n'),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}
