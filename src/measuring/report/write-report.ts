import type { Document } from '../document/document.js';
import type { Evaluation } from '../facts/evaluation/evaluation.js';
import type { ReportData } from '../facts/tables/tables.js';
import type { AskedTextOf } from './asked-text.js';
import { type ReportContext, reportDocument } from './report-document.js';

/** Formats of files in a report's folder. */
export type Format = 'html' | 'svg' | 'md' | 'csv' | 'json' | 'eee';

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
  const { lostFacts } = await import('./lost-facts.js');
  return reportDocument(data, { ...context, lost: await lostFacts(data, evaluation, askedTextOf) });
}

/** Returns the files by name, the one to open first. */
export async function reportFiles(
  data: ReportData,
  document: Document,
  formats: readonly Format[],
): Promise<Map<string, string | Uint8Array>> {
  const wanted = new Set(formats);
  const files = await documentFiles(document, wanted);
  if (wanted.has('json')) {
    const { jsonReport } = await import('./json-report.js');
    files.set('report.json', jsonReport(data));
  }
  if (wanted.has('csv')) {
    const { csvTables } = await import('./csv-report.js');
    for (const [name, content] of Object.entries(csvTables(data))) {
      // Leaves out empty tables, since most programs fail on an empty file.
      if (content !== '') files.set(name, content);
    }
  }
  if (wanted.has('eee')) {
    const { eeeRecords } = await import('./eee-report.js');
    for (const [name, record] of eeeRecords(data)) files.set(name, record);
  }
  return files;
}

export async function documentFiles(
  document: Document,
  wanted: ReadonlySet<Format>,
): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>();
  if (wanted.has('html')) {
    const { documentHtml } = await import('../document/render/html.js');
    files.set('index.html', documentHtml(document));
  }
  if (wanted.has('md')) {
    const { documentMarkdown } = await import('../document/render/markdown.js');
    files.set('summary.md', documentMarkdown(document, 1));
  }
  if (!wanted.has('svg')) return files;
  const { documentPictures } = await import('../document/render/pictures.js');
  for (const [name, svg] of documentPictures(document)) files.set(`${name}.svg`, svg);
  return files;
}
