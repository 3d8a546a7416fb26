import { say } from '../../base/text/language.js';
import { bold, type TerminalOptions, wrapped } from '../../measuring/document/terminal.js';
import { terminalTable } from '../../measuring/document/terminal-table.js';
import { levelsTable, testsTable } from './tables.js';
import type { ReaderVerdict, StretchVerdict } from './verdict.js';
import { answerTexts, formTexts, noteTexts, STANDINGS } from './words.js';

const NAME_WIDTH = 40;
const LINE_WIDTH = 110;

/** At most this many tests of a kind are named; the page has all. */
const NAMED = 10;

/** What `stretch` found, for the terminal; the first line is the answer. */
export function stretchText(
  verdict: StretchVerdict,
  look: Pick<TerminalOptions, 'colour'>,
): string {
  const isAlone = verdict.readers.length === 1;
  const answers = answerTexts(verdict).map((text) => bold(wrapped(text, LINE_WIDTH), look));
  const notes = [...formTexts(verdict), ...noteTexts(verdict)].map((text) =>
    wrapped(text, LINE_WIDTH),
  );
  const readers = verdict.readers.map((reader) =>
    [...(isAlone ? [] : [bold(reader.name, look)]), readerText(reader)].join('\n'),
  );
  return [answers.join('\n'), ...(notes.length > 0 ? [notes.join('\n')] : []), ...readers].join(
    '\n\n',
  );
}

function readerText(reader: ReaderVerdict): string {
  const levels = terminalTable(levelsTable(reader), { longest: NAME_WIDTH });
  const lists = STANDINGS.flatMap(([standing, title]) => {
    const own = reader.tests.filter((test) => test.standing === standing);
    if (own.length === 0 || standing === 'holds') return [];
    const shown = terminalTable(testsTable(reader, own.slice(0, NAMED)), { longest: NAME_WIDTH });
    const more = own.length > NAMED ? `\n${say`and ${own.length - NAMED} more`}` : '';
    return [`${say`${title()} (${own.length}):`}\n${shown}${more}`];
  });
  return [levels, ...lists].join('\n\n');
}
