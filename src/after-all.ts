import { dirname, join, relative, resolve } from 'node:path';
import { logText } from './log-text.js';
import { withProgress } from './output/progress.js';
import { DEFAULT_TITLE } from './output/words.js';
import { placedRow, type Row, toldApart } from './results/rows.js';

/** The name of the folder that a report is written to. */
export const REPORT_FOLDER = 'counting-stars-report';

/** What promptfoo passes to an `afterAll` hook, as far as it is used. */
export interface AfterAllContext {
  results: readonly unknown[];
  evalId?: string;
  config?: { outputPath?: string | string[]; description?: string };
}

/** What `afterAll` of index.ts does. */
export async function reportAfterAll(context: AfterAllContext): Promise<void> {
  try {
    const rows = toldApart(
      context.results.flatMap(
        (result, i) => placedRow(result, `Result ${i + 1} of the evaluation`) ?? [],
      ),
    );
    if (rows.length > 0) await report(rows, context);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `promptfoo-counting-stars could not write its report (${logText(reason.replace(/[\p{Cc}\p{Cf}]+/gu, ' '))}). The evaluation itself is ` +
        'complete; `npx promptfoo-counting-stars report --eval latest` tries again.\n',
    );
  }
}

async function report(rows: readonly Row[], { evalId, config }: AfterAllContext): Promise<void> {
  const [{ analyse }, { showsColour }, { terminalReport }] = await Promise.all([
    import('./results/analyse.js'),
    import('./output/terminal.js'),
    import('./report/terminal-report.js'),
  ]);
  const { stdout } = process;
  const terminal = { colour: showsColour(stdout), width: stdout.columns ?? 80 };
  const data = analyse(rows);
  stdout.write(logText(`\n${terminalReport(data, terminal)}\n`));
  const folder = folderFor(config?.outputPath);
  if (folder === undefined) return;
  const { DEFAULT_FORMATS, writeReport } = await import('./report/write-report.js');
  const files = await withProgress('Drawing the report', () =>
    writeReport(data, {
      folder,
      formats: DEFAULT_FORMATS,
      title: config?.description || DEFAULT_TITLE,
      config,
      sources: evalId ? [`promptfoo evaluation ${evalId}`] : [],
    }),
  );
  stdout.write(logText(`\nReport: ${shortPath(files[0]!)}\n`));
}

/** A path below the working folder as such, any other one whole. */
function shortPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? resolve(file) : path;
}

function folderFor(outputPath: string | string[] | undefined): string | undefined {
  const wanted = process.env.COUNTING_STARS_REPORT;
  if (wanted === 'off') return undefined;
  if (wanted) return wanted;
  // promptfoo also writes to addresses of spreadsheets; there is no folder beside these.
  const output = [outputPath].flat().find((path) => path && !/^\w+:\/\//.test(path));
  return join(output ? dirname(output) : '.', REPORT_FOLDER);
}
