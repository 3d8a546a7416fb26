/** The files of a report of stretched tests. */
import { jsonText } from '../../base/doors.js';
import { text as markdownText } from '../output/code.js';
import { csvTable } from '../output/csv.js';
import { list, markdownTable } from '../output/markdown.js';
import { partFiles } from '../report/part-files.js';
import { stretchPage } from './page.js';
import { armTitles, levelsTable, testsTable } from './tables.js';
import type { ReaderVerdict, StretchVerdict } from './verdict.js';
import { answerTexts, noteTexts } from './words.js';

/**
 * @param isAlone - whether there is no other report in the folder, whose names these then have
 */
export function stretchFiles(
  verdict: StretchVerdict,
  formats: readonly string[],
  { title, isAlone }: { title: string; isAlone: boolean },
): Map<string, string> {
  const contents = {
    html: () => stretchPage(verdict, { title }),
    md: () => stretchMarkdown(verdict, title),
    csv: () => csv(verdict),
    json: () => jsonText(withoutCalls(verdict)),
  };
  return partFiles('stretch', contents, formats, isAlone);
}

function stretchMarkdown(verdict: StretchVerdict, title: string): string {
  return [
    `# ${markdownText(title)}`,
    ...answerTexts(verdict).map(markdownText),
    list(noteTexts(verdict).map(markdownText)),
    ...verdict.readers.flatMap((reader) => [
      `## ${markdownText(reader.name)}`,
      markdownTable(levelsTable(reader)),
      markdownTable(testsTable(reader, saidTests(reader))),
    ]),
    '',
  ].join('\n\n');
}

/** All but those that passed all the time. */
function saidTests({ tests }: ReaderVerdict) {
  return tests.filter(({ cells }) => cells.some(({ state }) => state !== 'passed'));
}

/** A line for each test in each arm. */
function csv({ readers }: StretchVerdict): string {
  const rows = readers.flatMap((reader) => {
    const titles = armTitles(reader);
    return reader.tests.flatMap(({ name, cells }) =>
      cells.map(({ passed, answers, missing, state }, i) => ({
        ...{ reader: reader.name, test: name, around: titles[i]! },
        ...{ passed, answers, state, tooLong: missing.window, noRoom: missing.room },
        failedCalls: missing.call,
      })),
    );
  });
  return csvTable({ title: 'Stretched tests', rows, columns: [] });
}

/** What was found without prompts and answers, which promptfoo's results have. */
function withoutCalls({ readers, ...verdict }: StretchVerdict): object {
  return {
    ...verdict,
    readers: readers.map(({ tests, ...reader }) => ({
      ...reader,
      tests: tests.map(({ cells, ...test }) => ({
        ...test,
        cells: cells.map(({ calls: _, ...cell }) => cell),
      })),
    })),
  };
}
