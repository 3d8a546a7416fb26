import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_THRESHOLD, UserError } from '../case.js';
import { ALPHA, MAX_DROP } from '../defaults.js';
import { sourcesOf } from '../sources.js';
import { logText } from '../text/log-text.js';
import { several, shareArgument, thresholdArgument } from './arguments.js';

/** Add `history` to the program. */
export function addHistory(program: Command): void {
  program
    .command('history')
    .description('follow recall and effective length over runs, and find the first worse one')
    .argument('[results...]', 'files of `promptfoo eval -o`, oldest first')
    .option(
      '--eval <id>',
      "an evaluation in promptfoo's database; may be repeated, oldest first",
      several(String),
    )
    .option('--last <number>', "the last evaluations in promptfoo's database", countArgument)
    .option('--max-drop <share>', 'a mean drop of recall that is accepted', shareArgument, MAX_DROP)
    .option(
      '--threshold <recall>',
      'recall that the effective length takes',
      thresholdArgument,
      DEFAULT_THRESHOLD,
    )
    .option('--html <file>', 'write a page with pictures')
    .option('--json <file>', 'write JSON; - is standard output instead of tables')
    .addHelpText(
      'after',
      `
Files with other cases than the run before, such as shards, belong to that run.

Examples:
  promptfoo-counting-stars history monday.json tuesday.json wednesday.json
  promptfoo-counting-stars history --last 10 --html history.html
  promptfoo-counting-stars history --eval eval-abc-2026-01-01T00:00:00 --eval latest`,
    )
    .action(history);
}

function countArgument(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > 1000) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
  }
  return count;
}

interface HistoryFlags {
  eval?: string[];
  last?: number;
  maxDrop: number;
  threshold: number;
  html?: string;
  json?: string;
}

/** Standard output as the name of a file. */
const STDOUT = '-';

async function history(files: string[], flags: HistoryFlags): Promise<void> {
  const { maxDrop, threshold, html, json, last } = flags;
  if (html === STDOUT) {
    throw new UserError('--html is -, but a page is written to a file. Name one.');
  }
  if (last !== undefined && (files.length > 0 || flags.eval)) {
    throw new UserError(
      `--last ${last} cannot be given together with files or --eval. Give one of them.`,
    );
  }
  if (threshold === 0 || threshold === 1) {
    throw new UserError(
      `--threshold is ${threshold}, but must be above 0 and below 1, for example 0.85.`,
    );
  }
  const [{ historyOf }, { historyText }, { inRuns }, { showsColour }, { writeWhole }] =
    await Promise.all([
      import('../history/history.js'),
      import('../history/history-text.js'),
      import('../evaluation/runs.js'),
      import('../output/terminal.js'),
      import('../files/whole-files.js'),
    ]);
  const evalIds = last === undefined ? (flags.eval ?? []) : await lastEvaluations(last);
  const runs = inRuns(await sourcesOf(files, evalIds));
  const found = historyOf(runs, { alpha: ALPHA, maxDrop, threshold });
  const { stdout } = process;
  const data = () => `${JSON.stringify(found, infinite, 2)}\n`;
  if (json === STDOUT) stdout.write(data());
  else {
    if (json !== undefined) writeWhole(json, data());
    stdout.write(logText(`${historyText(found, { colour: showsColour(stdout) })}\n`));
  }
  if (html !== undefined) {
    const { historyHtml } = await import('../history/history-html.js');
    writeWhole(html, historyHtml(found));
  }
}

/** JSON has no word for more than all that was asked. */
function infinite(_: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? 'at least the longest' : value;
}

async function lastEvaluations(count: number): Promise<string[]> {
  const { lastEvaluationIds } = await import('../results/read-results.js');
  return lastEvaluationIds(count);
}
