import { join } from 'node:path';
import { replaceFolder } from '../../base/files/replace-folder.js';
import { withoutSecrets } from '../../base/secrets.js';
import { say } from '../../base/text/language.js';
import { packageVersion } from '../../base/version.js';
import { thresholdText } from '../document/words.js';
import type { LostCell } from '../facts/tables/lost-cells.js';
import type { ReportData } from '../facts/tables/tables.js';
import type { AskedTextOf } from './html/lost/asked-text.js';

/** Kinds of files a report can be written as. */
export const FORMATS = ['html', 'svg', 'png', 'md', 'csv', 'json', 'eee'] as const;

export type Format = (typeof FORMATS)[number];

/** What is written unless a user says otherwise. */
export const DEFAULT_FORMATS: readonly Format[] = ['html', 'svg', 'md', 'csv', 'json'];

interface WriteOptions {
  folder: string;
  formats: readonly Format[];
  title: string;
  /** The promptfoo config, or what is known of it, for the section on method. */
  config: unknown;
  /** Where the results come from, one line each. */
  sources: readonly string[];
  /** What was lost, and what tells of the prompts in which it was. */
  lost: readonly LostCell[];
  askedTextOf: AskedTextOf;
  /** Files that go into the same folder. */
  also?: ReadonlyMap<string, string>;
}

/** Pixels for each unit of a picture. */
const PNG_SCALE = 2;

/**
 * Write a report into a folder, which is made if need be. The files of an earlier report there go, and
 * those of others stay.
 *
 * @returns the paths of all files, the one to open first
 * @throws {UserError} when they cannot be written; then the earlier report stays as it is
 */
export async function writeReport(
  data: ReportData,
  { folder, formats, also, ...page }: WriteOptions,
): Promise<string[]> {
  const files = new Map<string, string | Uint8Array>();
  const write = (name: string, content: string | Uint8Array) => files.set(name, content);
  const wanted = new Set(formats);
  if (wanted.has('html') || wanted.has('svg') || wanted.has('png')) {
    await writePictures(data, wanted, write, page);
  }
  if (wanted.has('md')) {
    const { markdownReport } = await import('./markdown-report.js');
    write('summary.md', markdownReport(data));
  }
  if (wanted.has('json')) {
    const { jsonReport } = await import('./json-report.js');
    write('report.json', jsonReport(data));
  }
  if (wanted.has('csv')) {
    const { csvTables } = await import('./csv-report.js');
    for (const [name, content] of Object.entries(csvTables(data))) {
      // No rows are no file: most programs stop at an empty one.
      if (content !== '') write(name, content);
    }
  }
  if (wanted.has('eee')) {
    const { eeeRecords } = await import('./eee-report.js');
    for (const [name, record] of eeeRecords(data)) write(name, record);
  }
  for (const [name, content] of also ?? []) write(name, content);
  replaceFolder(folder, files);
  return [...files.keys()].map((name) => join(folder, name));
}

async function writePictures(
  data: ReportData,
  wanted: ReadonlySet<Format>,
  write: (name: string, content: string | Uint8Array) => void,
  { title, config, sources, lost, askedTextOf }: Omit<WriteOptions, 'folder' | 'formats' | 'also'>,
): Promise<void> {
  const [{ charts }, { renderPng }, { svgFile }] = await Promise.all([
    import('./charts/charts.js'),
    import('./charts/png.js'),
    import('./charts/svg.js'),
  ]);
  const pictures = charts(data);
  if (wanted.has('html')) {
    const [{ renderHtml }, { shownCells }] = await Promise.all([
      import('./html/page.js'),
      import('./html/lost/asked-text.js'),
    ]);
    const { options } = data;
    const method = {
      title,
      generatedBy: `promptfoo-counting-stars ${packageVersion()}`,
      lines: [
        ...sources.map((source) => say`Results: ${source}`),
        say`The reliable length ends where recall falls below ${thresholdText(options)}.`,
        say`Intervals cover ${100 * options.confidence} % and are clustered by prompt, with the correlation of marks estimated over the whole series.`,
      ],
      configJson: config === undefined ? '' : JSON.stringify(withoutSecrets(config), null, 2),
    };
    write('index.html', renderHtml(data, pictures, method, await shownCells(lost, askedTextOf)));
  }
  for (const { id, wide, title: name, description } of pictures) {
    if (!wanted.has('svg') && !wanted.has('png')) break;
    const svg = svgFile(wide, name, description);
    if (wanted.has('svg')) write(`${id}.svg`, svg);
    if (wanted.has('png')) write(`${id}.png`, await renderPng(svg, PNG_SCALE));
  }
}
