import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { groupBy } from './base/group-by.js';
import { withProgress } from './base/progress.js';
import { hookOutput, oneLine, print } from './base/safe-output.js';
import { say } from './base/text/language.js';
import { speaking } from './base/text/speaking.js';
import { UserError } from './base/user-error.js';
import { defaultBaseline } from './commands/latest.js';
import type { TestCase } from './contract/promptfoo.js';
import { reportTitle } from './measuring/document/words.js';
import type { Evaluation } from './measuring/facts/evaluation/evaluation.js';
import type { Source } from './measuring/facts/evaluation/runs.js';
import type { Since } from './measuring/facts/tables/tables.js';
import { gateCame } from './measuring/verdicts/gate/awaited-gate.js';
import { EXIT_ERROR } from './measuring/verdicts/gate/exit-codes.js';
import type { Gated } from './measuring/verdicts/gate/gate-result.js';

/** The name of the folder that a report is written to. */
const REPORT_FOLDER = 'counting-stars-report';

/** What promptfoo passes to an `afterAll` hook, as far as it is used. */
export interface AfterAllContext {
  results: readonly unknown[];
  /** One for each provider and prompt. */
  prompts?: readonly unknown[];
  suite?: { tests?: readonly TestCase[] };
  evalId?: string;
  config?: { outputPath?: string | string[]; description?: string };
}

/** Pieces of promptfoo's log that may wait at the end of the smallest evaluation. */
const LEAST_PIECES = 100;

/**
 * Let promptfoo write its log. It does so behind the evaluation, piece by piece, and promptfoo 0.123.1 ends with "write after
 * end" where it closes the log before the last piece. What follows here makes no pause, so that the log has its turns before:
 * each waits in the queue of files behind one piece.
 */
async function logWritten(results: number): Promise<void> {
  const file = process.execPath;
  for (let piece = 0; piece < LEAST_PIECES + results; piece++) await stat(file);
}

/** What `afterAll` of index.ts does. */
export async function reportAfterAll(context: AfterAllContext): Promise<void> {
  gateCame();
  await logWritten(context.results.length);
  try {
    const sourceFor = await sourceOf(context);
    if (!sourceFor) return;
    await warnOfOutput(context);
    const source = sourceFor();
    const languages = source.rows.flatMap(({ language }) => language || []);
    await speaking(languages, async () => {
      const verdicts = await gateOf(source, sourceFor);
      await report(source, context, verdicts.since).finally(verdicts.tell);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(
      process.stderr,
      `${say`promptfoo-counting-stars could not write its report (${oneLine(reason)}). The evaluation itself is complete. \`npx promptfoo-counting-stars report --eval latest\` tries again.`}\n`,
    );
  }
}

/** Formats that promptfoo makes one text of all results for. */
const ONE_TEXT = /\.(?:json|ya?ml|txt|html|xml)$/i;

/** What promptfoo says at its end of an output that it cannot write leaves open whether answers are lost. */
async function warnOfOutput({
  results,
  config,
  evalId = 'latest',
}: AfterAllContext): Promise<void> {
  const output = [config?.outputPath].flat().find((path) => path && ONE_TEXT.test(path));
  if (output === undefined) return;
  const { outputAdvice, resultsSize, unitsText } = await import(
    './measuring/results/results-size.js'
  );
  const byTest = groupBy(results, (result) => (result as { testIdx?: unknown } | null)?.testIdx);
  const prompts = [...byTest.values()].map((ofTest) =>
    ofTest.map((result) => {
      const raw = (result as { prompt?: { raw?: unknown } | null } | null)?.prompt?.raw;
      return typeof raw === 'string' ? raw.length : 0;
    }),
  );
  const { units, writable } = resultsSize(prompts);
  if (writable === 'json') return;
  print(
    process.stderr,
    `${say`promptfoo-counting-stars: about ${unitsText(units)} of results may be too large for promptfoo to write to ${oneLine(output)}. No answer is lost: \`npx promptfoo-counting-stars report --eval ${oneLine(evalId)}\` reads them from its database. Next time, ${outputAdvice(writable)}.`}\n`,
  );
}

/** Gives the results of tests that name a baseline, or of all that are ours, and what there should be. */
type SourceFor = (baseline?: string) => Source;

/** @returns nothing where no test is ours */
async function sourceOf(context: AfterAllContext): Promise<SourceFor | undefined> {
  const { results, evalId, prompts, config, suite } = context;
  const [{ OwnResults }, { expectedOfTests }, { askingSide }] = await Promise.all([
    import('./measuring/results/own-results.js'),
    import('./measuring/facts/evaluation/expected.js'),
    import('./commands/asking-door.js'),
  ]);
  const found = new OwnResults(askingSide);
  for (const [i, result] of results.entries()) {
    await found.add(result, `Result ${i + 1} of the evaluation`);
  }
  if (found.isEmpty) return undefined;
  const { warnings, columns, rows, ...facts } = found.of({ evalId, prompts, config });
  for (const warning of warnings) {
    print(process.stderr, `promptfoo-counting-stars: ${warning}\n`);
  }
  const name = evalId ? `promptfoo evaluation ${evalId}` : 'the evaluation';
  const { tests = [] } = suite ?? {};
  return (baseline) => {
    const isIn = (named: unknown) => baseline === undefined || named === baseline;
    return {
      ...facts,
      name,
      rows: rows.filter(({ gate }) => isIn(gate?.baseline)),
      expected: expectedOfTests(
        tests.filter(({ metadata }) => isIn(metadata?.baseline)),
        columns,
      ),
    };
  };
}

/**
 * What the gate says where a test names a baseline: for the report, where there is one baseline for all, and printed
 * after it. What it cannot decide is its exit code, no exception.
 */
async function gateOf({ rows }: Source, sourceFor: SourceFor) {
  const requests = rows.flatMap(({ gate }) => gate ?? []);
  if (requests.length === 0) return { tell: () => {} };
  const [{ gateEvaluation, printVerdict }, { changesSince }] = await Promise.all([
    import('./measuring/verdicts/gate/after-evaluation.js'),
    import('./measuring/verdicts/gate/changes.js'),
  ]);
  const gated: Gated[] = [];
  let reason = '';
  try {
    for (const verdict of gateEvaluation(requests, sourceFor)) gated.push(verdict);
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  const [first] = gated;
  const isForAll = reason === '' && gated.length === 1 && requests.length === rows.length;
  const tell = () => {
    gated.forEach(printVerdict);
    if (reason === '') return;
    print(
      process.stderr,
      `${say`promptfoo-counting-stars could not run its gate: ${oneLine(reason)}`}\n`,
    );
    process.exitCode ||= EXIT_ERROR;
  };
  return { tell, ...(isForAll && { since: changesSince(first!) }) };
}

async function report(
  source: Source,
  { config }: AfterAllContext,
  since: Since | undefined,
): Promise<void> {
  const [{ analyse }, { together }, { showsColour }, { reportDocument }, { documentTerminal }] =
    await Promise.all([
      import('./measuring/facts/tables/analyse.js'),
      import('./measuring/facts/evaluation/runs.js'),
      import('./measuring/document/terminal.js'),
      import('./measuring/report/report-document.js'),
      import('./measuring/document/render/terminal.js'),
    ]);
  const output = hookOutput();
  const terminal = { colour: showsColour(output), width: output.columns ?? 80 };
  const evaluation = together([source]);
  const data = { ...analyse(evaluation), ...(since && { since }) };
  const { evalId } = source;
  const beside = since ? ('other' as const) : await besideBaseline(evaluation);
  const context = {
    title: reportTitle(config),
    config,
    sources: evalId ? [say`promptfoo evaluation ${evalId}`] : [],
    results: {
      files: [],
      ...(evalId && { evalId }),
      ...(beside && { baseline: beside }),
    },
  };
  print(output, `\n${documentTerminal(reportDocument(data, context), terminal)}\n`);
  const folder = folderFor(config?.outputPath);
  if (folder === undefined) return;
  const [{ documentFor, reportFiles }, { askingSide }, { replaceFolder }] = await Promise.all([
    import('./measuring/report/report-files.js'),
    import('./commands/asking-door.js'),
    import('./base/files/replace-folder.js'),
  ]);
  const files = await withProgress(say`Drawing the report`, async () => {
    const document = await documentFor(data, context, evaluation, async (row) =>
      (await askingSide()).askedText(row),
    );
    return reportFiles(data, document);
  });
  replaceFolder(folder, files);
  print(output, `\n${say`Report: ${shortPath(join(folder, [...files.keys()][0]!))}`}\n`);
}

/** Tells whether the baseline of this folder has a model in common with these results. */
async function besideBaseline({ models }: Evaluation): Promise<'other' | 'no other' | undefined> {
  const file = defaultBaseline();
  if (file === undefined) return undefined;
  const { readBaseline } = await import('./measuring/results/baseline/baseline.js');
  try {
    const { runs } = readBaseline(file);
    const isShared = runs.some((run) => models.some(({ name }) => run.has(name)));
    return isShared ? 'other' : 'no other';
  } catch (error) {
    if (error instanceof UserError) return 'no other';
    throw error;
  }
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
