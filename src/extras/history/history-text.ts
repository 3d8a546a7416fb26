import { say } from '../../base/text/language.js';
import { bold, clip, type TerminalOptions } from '../../measuring/document/terminal.js';
import { terminalTable } from '../../measuring/document/terminal-table.js';
import type { History } from './history.js';
import { changedTexts, tablesOf, trendText } from './history-words.js';
import { testsHistoryText } from './tests-history.js';

/** Columns of a run's name, and of a line with names in it. */
const NAME_WIDTH = 40;
const LINE_WIDTH = 200;

/** A history for the terminal: for each reader the trend, and a table for each series. */
export function historyText(history: History, look: Pick<TerminalOptions, 'colour'>): string {
  const blocks = history.readers.map((reader) => {
    const name = bold(clip(reader.reader, LINE_WIDTH), look);
    const trend = clip(say`${name}: ${trendText(reader, history)}`, LINE_WIDTH);
    const tables = tablesOf(reader, history.runs).map((runs) => {
      const table = terminalTable(runs, { longest: NAME_WIDTH });
      return reader.series.length > 1 && runs.series
        ? `${clip(runs.series.title, LINE_WIDTH)}\n${table}`
        : table;
    });
    return reader.series.length === 1
      ? [trend, ...tables].join('\n')
      : [trend, ...tables].join('\n\n');
  });
  const changed = changedTexts(history).map((text) => clip(text, LINE_WIDTH));
  const tests = history.tests ? [testsHistoryText(history.tests, look)] : [];
  return [...(changed.length > 0 ? [changed.join('\n')] : []), ...blocks, ...tests].join('\n\n');
}
