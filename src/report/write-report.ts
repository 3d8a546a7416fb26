import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UserError } from '../case.js';
import type { ReportData } from '../results/tables.js';
import { packageVersion } from '../version.js';

/** Kinds of files a report can be written as. */
export const FORMATS = ['html', 'svg', 'png', 'md', 'csv', 'json'] as const;

export type Format = (typeof FORMATS)[number];

/** What is written unless a user says otherwise. */
export const DEFAULT_FORMATS: readonly Format[] = ['html', 'svg', 'md', 'csv', 'json'];

export interface WriteOptions {
  folder: string;
  formats: readonly Format[];
  title: string;
  /** The promptfoo config, or what is known of it, for the section on method. */
  config: unknown;
  /** Where the results come from, one line each. */
  sources: readonly string[];
}

/** The list of a report's pictures, by which the next report knows what to remove. */
const PICTURES = 'pictures.txt';

/** Pixels for each unit of a picture. */
const PNG_SCALE = 2;

/**
 * Write a report into a folder, which is made if need be.
 *
 * @returns the paths of all files, the one to open first
 */
export async function writeReport(
  data: ReportData,
  { folder, formats, title, config, sources }: WriteOptions,
): Promise<string[]> {
  const files: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new UserError(
      `The folder "${folder}" cannot be made (${(error as NodeJS.ErrnoException).code}). Name another ` +
        'one to write the report to.',
    );
  }
  await removePictures(folder);
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
    const { markdownReport } = await import('./markdown-report.js');
    await write('summary.md', markdownReport(data));
  }
  if (wanted.has('json')) await write('report.json', `${JSON.stringify(data, null, 2)}\n`);
  if (wanted.has('csv')) {
    const { csvTables } = await import('./csv.js');
    for (const [name, content] of Object.entries(csvTables(data))) await write(name, content);
  }
  return files;
}

/** Remove the pictures of an earlier report, whose providers may be gone. */
async function removePictures(folder: string): Promise<void> {
  const previous = await readFile(join(folder, PICTURES), 'utf8').catch(() => '');
  for (const name of previous.split('\n').filter((line) => /^[\w.-]+\.(svg|png)$/.test(line))) {
    await rm(join(folder, name), { force: true });
  }
}

async function writePictures(
  data: ReportData,
  wanted: ReadonlySet<Format>,
  write: (name: string, content: string | Uint8Array) => Promise<void>,
  { title, config, sources }: Pick<WriteOptions, 'title' | 'config' | 'sources'>,
): Promise<void> {
  const [{ charts }, { renderPng, renderSvg }] = await Promise.all([
    import('./charts/charts.js'),
    import('./charts/render.js'),
  ]);
  const pictures = [];
  for (const chart of charts(data)) {
    pictures.push({ chart, svg: await renderSvg(chart.spec) });
    // Drawing never waits by itself; this lets the progress line appear.
    await nextTurn();
  }
  if (wanted.has('html')) {
    const { renderHtml } = await import('./html/page.js');
    const { options } = data;
    const method = {
      title,
      generatedBy: `promptfoo-counting-stars ${packageVersion()}`,
      lines: [
        ...sources.map((source) => `Results: ${source}`),
        `A length counts for the effective length from a recall of ${options.threshold} on.`,
        `Intervals cover ${100 * options.confidence} %: Wilson's interval, with prompts as clusters.`,
      ],
      configJson: config === undefined ? '' : JSON.stringify(withoutSecrets(config), null, 2),
    };
    await write('index.html', renderHtml(data, pictures, method));
  }
  const names: string[] = [];
  for (const { chart, svg } of pictures) {
    for (const format of ['svg', 'png'] as const) {
      if (!wanted.has(format)) continue;
      const name = `${chart.id}.${format}`;
      await write(name, format === 'svg' ? svg : await renderPng(svg, PNG_SCALE));
      names.push(name);
    }
  }
  if (names.length > 0) await write(PICTURES, `${names.join('\n')}\n`);
}

/** Names of settings that hold a secret; reports are shown around. Ours have `tokens` and `key`. */
const SECRET_NAME =
  /(api|access|auth|private|secret|goog|session).?(key|token)|(^|[_-])(token|auth)$|secret|pass(word|phrase)|authorization|bearer|credential|cookie|^env$|^headers$/i;

/** Secrets within texts: credentials in addresses, authorization headers, keys of providers. */
const SECRET_TEXT =
  /((bearer|basic)\s+)\S+|(:\/\/)[^/\s@]+@|([?&][\w-]*(key|token|secret)[\w-]*=)[^&\s"]+|\bsk-[\w-]+/gi;

/** A config without what must stay secret. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(
      SECRET_TEXT,
      (_, header?: string, _scheme?: string, address?: string, parameter?: string) =>
        `${header ?? address ?? parameter ?? ''}(left out)${address ? '@' : ''}`,
    );
  }
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) ? '(left out)' : withoutSecrets(inner),
    ]),
  );
}
