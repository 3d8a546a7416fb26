import { aligned, bold, clip, type TerminalOptions } from '../output/terminal.js';
import type { History, ReaderHistory } from './history.js';
import { CHANGED, COLUMNS, changeText, nameOf, pointCells, trendText } from './history-words.js';

/** Columns of a run's name, and of a line with names in it. */
const NAME_WIDTH = 40;
const LINE_WIDTH = 200;

/** A history for the terminal: for each reader the trend, and a table for each series. */
export function historyText(history: History, look: Pick<TerminalOptions, 'colour'>): string {
  return history.readers.map((reader) => readerText(reader, history, look)).join('\n\n');
}

function readerText(
  reader: ReaderHistory,
  history: History,
  look: Pick<TerminalOptions, 'colour'>,
): string {
  const { series } = reader;
  const name = bold(clip(reader.reader, LINE_WIDTH), look);
  const blocks = [clip(`${name}: ${trendText(reader, history)}`, LINE_WIDTH)];
  const runs = history.runs.map((names) => clip(nameOf(names), NAME_WIDTH));
  if (series.length === 1) {
    const [only] = series;
    const rows = runs.map((run, i) => [
      run,
      ...pointCells(only!.points[i], only!),
      changeText(reader, i),
    ]);
    return [...blocks, aligned([[...COLUMNS, CHANGED], ...rows])].join('\n');
  }
  blocks.push(aligned([['run', CHANGED], ...runs.map((run, i) => [run, changeText(reader, i)])]));
  for (const one of series) {
    const rows = runs.map((run, i) => [run, ...pointCells(one.points[i], one)]);
    blocks.push(`${clip(one.title, LINE_WIDTH)}\n${aligned([COLUMNS, ...rows])}`);
  }
  return blocks.join('\n\n');
}
