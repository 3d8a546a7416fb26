/** The files of a report of stretched tests. */
import { jsonText } from '../../base/safe-output.js';
import type { Document } from '../../measuring/document/document.js';
import { documentCsv } from '../../measuring/document/render/csv.js';
import { documentHtml } from '../../measuring/document/render/html.js';
import { documentMarkdown } from '../../measuring/document/render/markdown.js';
import { partFiles } from '../../measuring/report/part-files.js';
import { stretchFinding } from './finding.js';
import type { StretchVerdict } from './verdict.js';

/**
 * @param document - of the verdict
 * @param isAlone - whether there is no other report in the folder, whose names these then have
 */
export function stretchFiles(
  verdict: StretchVerdict,
  document: Document,
  formats: readonly string[],
  isAlone: boolean,
): Map<string, string> {
  const contents = {
    html: () => documentHtml(document),
    md: () => documentMarkdown(document, 1),
    csv: () => documentCsv(document),
    json: () => stretchJson(verdict),
  };
  return partFiles('stretch', contents, formats, isAlone);
}

/** What was found, without words, prompts and answers, which promptfoo's results have. */
export function stretchJson({ readers, ...verdict }: StretchVerdict): string {
  return jsonText({
    ...verdict,
    readers: readers.map(({ tests, ...reader }) => ({
      ...reader,
      finding: stretchFinding({ ...reader, tests }),
      tests: tests.map(({ cells, ...test }) => ({
        ...test,
        cells: cells.map(({ calls: _, ...cell }) => cell),
      })),
    })),
  });
}
