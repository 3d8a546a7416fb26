import { jsonText } from '../../base/safe-output.js';
import type { Document } from '../../measuring/document/document.js';
import { documentCsv } from '../../measuring/document/render/csv.js';
import { documentHtml } from '../../measuring/document/render/html.js';
import { documentMarkdown } from '../../measuring/document/render/markdown.js';
import { partFiles } from '../../measuring/report/part-files.js';
import { stretchFinding } from './finding.js';
import type { StretchReader, StretchVerdict } from './verdict.js';

/** @param isAlone - names files as those of a whole report */
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

/** Leaves out words, prompts and answers, which are in promptfoo's results. */
export function stretchJson({ readers, pooled, ...verdict }: StretchVerdict): string {
  const written = (all: readonly StretchReader[]) =>
    all.map(({ tests, ...reader }) => ({
      ...reader,
      finding: stretchFinding({ ...reader, tests }),
      tests: tests.map(({ cells, ...test }) => ({
        ...test,
        cells: cells.map(({ calls: _, ...cell }) => cell),
      })),
    }));
  return jsonText({ ...verdict, pooled: written(pooled), readers: written(readers) });
}
