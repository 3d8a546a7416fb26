import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { analyse, DEFAULT_OPTIONS } from './analyse.js';
import type { ReportData, ReportOptions } from './report-data.js';
import type { Row } from './rows.js';

/** Kinds of files a report can be written as. */
export const FORMATS = ['html', 'svg', 'png', 'md', 'csv', 'json'] as const;

export type Format = (typeof FORMATS)[number];

export interface WriteOptions {
  folder: string;
  formats: readonly Format[];
  title: string;
  /** The promptfoo config, or what is known of it, for the section on method. */
  config: unknown;
  /** Where the results come from, one line each. */
  sources: readonly string[];
  options?: ReportOptions;
}

/** Pixels for each unit of a picture. */
const PNG_SCALE = 2;

/**
 * Write a report into a folder, which is made if need be.
 *
 * @param rows - results of ours
 * @returns the tables, and the paths of all files, the one to open first
 */
export async function writeReport(
  rows: readonly Row[],
  { folder, formats, title, config, sources, options = DEFAULT_OPTIONS }: WriteOptions,
): Promise<{ data: ReportData; files: string[] }> {
  const data = analyse(rows, options);
  const files: string[] = [];
  await mkdir(folder, { recursive: true });
  const write = async (name: string, content: string | Uint8Array) => {
    const file = join(folder, name);
    await writeFile(file, content);
    files.push(file);
  };
  const wanted = new Set(formats);
  if (wanted.has('html') || wanted.has('svg') || wanted.has('png')) {
    await writePictures(data, wanted, write, { title, config, sources });
  }
  if (wanted.has('md')) {
    const { markdownReport } = await import('./markdown.js');
    await write('summary.md', markdownReport(data));
  }
  if (wanted.has('json')) await write('report.json', `${JSON.stringify(data, null, 2)}\n`);
  if (wanted.has('csv')) {
    const { csvTables } = await import('./csv.js');
    for (const [name, content] of Object.entries(csvTables(data))) await write(name, content);
  }
  return { data, files };
}

async function writePictures(
  data: ReportData,
  wanted: ReadonlySet<Format>,
  write: (name: string, content: string | Uint8Array) => Promise<void>,
  { title, config, sources }: Pick<WriteOptions, 'title' | 'config' | 'sources'>,
): Promise<void> {
  const [{ charts }, { renderPng, renderSvg }] = await Promise.all([
    import('./charts.js'),
    import('./render.js'),
  ]);
  const pictures = [];
  for (const chart of charts(data)) pictures.push({ chart, svg: await renderSvg(chart.spec) });
  if (wanted.has('html')) {
    const { renderHtml } = await import('./html.js');
    const { options } = data;
    const method = {
      title,
      generatedBy: 'promptfoo-counting-stars',
      lines: [
        ...sources.map((source) => `Results: ${source}`),
        `A length counts as held from a recall of ${options.threshold}.`,
        `Intervals cover ${100 * options.confidence} %: Wilson's interval, with prompts as clusters.`,
      ],
      configJson: config === undefined ? '' : JSON.stringify(withoutSecrets(config), null, 2),
    };
    await write('index.html', renderHtml(data, pictures, method));
  }
  for (const { chart, svg } of pictures) {
    if (wanted.has('svg')) await write(`${chart.id}.svg`, svg);
    if (wanted.has('png')) await write(`${chart.id}.png`, await renderPng(svg, PNG_SCALE));
  }
}

/** Names of settings that hold a secret; reports are shown around. */
const SECRET = /api.?key|secret|password|authorization|credential|access.?token|cookie/i;

/** A config without what must stay secret. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) ? '(left out)' : withoutSecrets(inner),
    ]),
  );
}
