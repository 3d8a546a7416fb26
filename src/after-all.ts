import { dirname, join, relative, resolve } from 'node:path';
import type { AskedRow } from './gate/after-evaluation.js';
import { gateCame } from './gate/awaited-gate.js';
import { EXIT_CODES } from './gate/exit-codes.js';
import { withProgress } from './output/progress.js';
import { DEFAULT_TITLE } from './output/words.js';
import { placedRow, type Row, toldApart } from './results/rows.js';
import { ofOurPrompts } from './results/stray-prompts.js';
import { logText } from './text/log-text.js';

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
  gateCame();
  try {
    const own = context.results.flatMap((result, i) => {
      const placed = placedRow(result, `Result ${i + 1} of the evaluation`);
      return placed ? [{ placed, metadata: metadataOf(result) }] : [];
    });
    const all = toldApart(own.map(({ placed }) => placed));
    if (all.length === 0) return;
    const metadata = new Map(all.map((row, i) => [row, own[i]!.metadata]));
    const { rows, warning } = ofOurPrompts(all);
    if (warning) process.stderr.write(logText(`promptfoo-counting-stars: ${warning}\n`));
    const asked = rows.map((row) => ({ row, metadata: metadata.get(row)! }));
    await report(rows, context).finally(() => withGate(asked));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `promptfoo-counting-stars could not write its report (${oneLine(reason)}). The evaluation ` +
        'itself is complete; `npx promptfoo-counting-stars report --eval latest` tries again.\n',
    );
  }
}

function metadataOf(result: unknown): AskedRow['metadata'] {
  const { metadata, testCase } = result as Record<'metadata' | 'testCase', unknown>;
  return { ...(metadata as object), ...(testCase as { metadata?: object } | null)?.metadata };
}

/** Run the gate where a test names a baseline. What it cannot decide is its exit code, no exception. */
async function withGate(asked: readonly AskedRow[]): Promise<void> {
  if (asked.every(({ metadata }) => metadata.baseline === undefined)) return;
  try {
    const { gateAfterEvaluation } = await import('./gate/after-evaluation.js');
    gateAfterEvaluation(asked);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`promptfoo-counting-stars could not run its gate: ${oneLine(reason)}\n`);
    process.exitCode ||= EXIT_CODES.undecided;
  }
}

function oneLine(text: string): string {
  return logText(text.replace(/[\p{Cc}\p{Cf}]+/gu, ' '));
}

async function report(rows: readonly Row[], { evalId, config }: AfterAllContext): Promise<void> {
  const [{ analyse }, { showsColour }, { terminalReport }] = await Promise.all([
    import('./analysis/analyse.js'),
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
