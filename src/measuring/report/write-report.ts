import { extname } from 'node:path';
import type { Document } from '../document/document.js';
import type { AskedTextOf } from '../document/drawer.js';
import { documentHtml } from '../document/render/html.js';
import { documentMarkdown } from '../document/render/markdown.js';
import { documentPictures } from '../document/render/pictures.js';
import type { Evaluation } from '../facts/evaluation/evaluation.js';
import type { ReportData } from '../facts/tables/tables.js';
import { csvTables } from './csv-report.js';
import { jsonReport } from './json-report.js';
import { lostFacts } from './lost-facts.js';
import { type ReportContext, reportDocument } from './report-document.js';

/** Formats of files in a report's folder. */
export type Format = 'html' | 'svg' | 'md' | 'csv' | 'json';

export const DEFAULT_FORMATS: readonly Format[] = ['html', 'svg', 'md', 'csv', 'json'];

interface WriteOptions {
  context: Omit<ReportContext, 'lost'>;
  /** For examples of lost facts. */
  evaluation: Evaluation;
  askedTextOf: AskedTextOf;
}

/** Adds examples of lost facts to the document. */
export async function documentFor(
  data: ReportData,
  { context, evaluation, askedTextOf }: WriteOptions,
): Promise<Document> {
  return reportDocument(data, { ...context, lost: await lostFacts(data, evaluation, askedTextOf) });
}

/** Returns the files by name, the one to open first. */
export function reportFiles(
  data: ReportData,
  document: Document,
  formats: readonly Format[],
): Map<string, string> {
  const files = documentFiles(document, formats);
  if (formats.includes('json')) files.set('report.json', jsonReport(data));
  if (formats.includes('csv')) {
    for (const [name, content] of Object.entries(csvTables(data))) {
      // Leaves out empty tables, since most programs fail on an empty file.
      if (content !== '') files.set(name, content);
    }
  }
  return files;
}

/**
 * Returns the files of one part of a report: of your tests, or of padded ones.
 *
 * @param isAlone - names files as those of a whole report
 */
export function partFiles(
  part: string,
  document: Document,
  { csv, json }: { csv: string; json: string },
  isAlone: boolean,
  formats: readonly Format[] = DEFAULT_FORMATS,
): Map<string, string> {
  const files = [...documentFiles(document, formats)].map(
    ([name, content]) => [isAlone ? name : `${part}${extname(name)}`, content] as const,
  );
  return new Map([
    ...files,
    [`${part}.csv`, csv],
    [isAlone ? 'report.json' : `${part}.json`, json],
  ]);
}

export function documentFiles(document: Document, formats: readonly Format[]): Map<string, string> {
  const files = new Map<string, string>();
  if (formats.includes('html')) files.set('index.html', documentHtml(document));
  if (formats.includes('md')) files.set('summary.md', documentMarkdown(document, 1));
  if (!formats.includes('svg')) return files;
  for (const [name, svg] of documentPictures(document)) files.set(`${name}.svg`, svg);
  return files;
}
