import type { Document } from '../document/document.js';
import type { Evaluation } from '../facts/evaluation/evaluation.js';
import type { ReportData } from '../facts/tables/tables.js';
import type { AskedTextOf } from './asked-text.js';
import { type ReportContext, reportDocument } from './report-document.js';

/** Kinds of files a report can be written as. */
export const FORMATS = ['html', 'svg', 'png', 'md', 'csv', 'json', 'eee'] as const;

export type Format = (typeof FORMATS)[number];

/** What is written unless a user says otherwise. */
export const DEFAULT_FORMATS: readonly Format[] = ['html', 'svg', 'md', 'csv', 'json'];

interface WriteOptions {
  formats: readonly Format[];
  context: Omit<ReportContext, 'lost'>;
  /** What the tables were made of, and what tells of its prompts. */
  evaluation: Evaluation;
  askedTextOf: AskedTextOf;
}

/** Pixels for each unit of a picture. */
const PNG_SCALE = 2;

/** The files of a report by name, the one to open first. */
export async function reportFiles(
  data: ReportData,
  { formats, context, evaluation, askedTextOf }: WriteOptions,
): Promise<Map<string, string | Uint8Array>> {
  const wanted = new Set(formats);
  const { lostFacts, NO_LOST } = await import('./lost-facts.js');
  const lost = wanted.has('html') ? await lostFacts(data, evaluation, askedTextOf) : NO_LOST;
  const document = reportDocument(data, { ...context, lost });
  const files = await documentFiles(document, wanted);
  if (wanted.has('json')) {
    const { jsonReport } = await import('./json-report.js');
    files.set('report.json', jsonReport(data));
  }
  if (wanted.has('csv')) {
    const { csvTables } = await import('./csv-report.js');
    for (const [name, content] of Object.entries(csvTables(data))) {
      // No rows are no file: most programs stop at an empty one.
      if (content !== '') files.set(name, content);
    }
  }
  if (wanted.has('eee')) {
    const { eeeRecords } = await import('./eee-report.js');
    for (const [name, record] of eeeRecords(data)) files.set(name, record);
  }
  return files;
}

/** A Document as a page, Markdown and pictures. */
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
  if (!wanted.has('svg') && !wanted.has('png')) return files;
  const [{ documentPictures }, { renderPng }] = await Promise.all([
    import('../document/render/pictures.js'),
    import('../document/render/png.js'),
  ]);
  for (const [name, svg] of documentPictures(document)) {
    if (wanted.has('svg')) files.set(`${name}.svg`, svg);
    if (wanted.has('png')) files.set(`${name}.png`, await renderPng(svg, PNG_SCALE));
  }
  return files;
}
