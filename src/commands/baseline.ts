/** Saves results as a baseline. */

import type { Command } from 'commander';
import { statAt } from '../base/files/files.js';
import { assertReplaceable, writeWhole } from '../base/files/whole-files.js';
import { print } from '../base/safe-output.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { clip } from '../measuring/document/terminal.js';
import { changesBetween } from '../measuring/facts/baseline-changes.js';
import { baselineOf } from '../measuring/facts/baseline-of.js';
import { assertComplete, uncheckedNotes } from '../measuring/facts/evaluation/completeness.js';
import { cachedTexts, copiedTexts } from '../measuring/facts/evaluation/copies.js';
import { inRuns } from '../measuring/facts/evaluation/runs.js';
import { keptRun, suiteRuns } from '../measuring/facts/tests/suite.js';
import { changeText, runLines, runsText } from '../measuring/report/baseline-words.js';
import {
  BASELINE_FORMAT,
  type BaselineFile,
  readBaseline,
  wholeBaseline,
} from '../measuring/results/baseline/baseline.js';
import { baselineText } from '../measuring/results/baseline/baseline-text.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
import { allowing, allowOption, evalsOption } from './arguments.js';
import { BASELINE, latestSource } from './latest.js';
import { evaluationsOf, hasOurs, languagesOf, sourcesOf } from './sources.js';

export function add(program: Command): void {
  program
    .command('baseline')
    .summary('Save results to compare later runs with')
    .description('Save one or more runs as the baseline for gate.')
    .argument('[results...]', 'results of promptfoo eval, of one or more runs')
    .addOption(evalsOption())
    .option('-o, --out <path>', 'file to write or replace', BASELINE)
    .addOption(allowOption('errors', 'missing'))
    .action(baseline);
}

interface BaselineFlags {
  eval?: string[];
  out: string;
  allow: Allowed[];
}

async function baseline(files: string[], flags: BaselineFlags): Promise<void> {
  const { out: output } = flags;
  const allow = allowing(flags.allow);
  const before = replaced(output);
  const isGiven = files.length > 0 || flags.eval !== undefined;
  const evalIds = isGiven ? (flags.eval ?? []) : [await latestSource(before)];
  const sources = await sourcesOf(files, evalIds);
  speakTheirs(languagesOf(sources));
  const runs = hasOurs(sources) ? inRuns(sources, 'all') : [];
  if (!allow.missing) runs.forEach(assertComplete);
  const suite = suiteRuns(sources);
  const tests = suite.runs.map(keptRun).filter((run) => run.length > 0);
  if (runs.length === 0 && tests.length === 0) {
    throw new UserError(
      'No test has an answer because all calls failed. Run `npx promptfoo eval` again.',
    );
  }
  const evaluations = evaluationsOf(sources);
  const after: BaselineFile = {
    ...(evaluations.length > 0 && { evaluations }),
    ...baselineOf(runs, allow.errors),
    ...(tests.length > 0 && { tests }),
  };
  writeWhole(output, baselineText(after));
  const changes = changesBetween(wholeBaseline(before?.runs ?? []), wholeBaseline(after.runs));
  const lines = [
    ...runLines(suite.runs),
    ...copiedTexts([suite]),
    ...changes.map((change) => changeText(change)),
    ...runsText(
      runs.map((run) => run.sources),
      after.runs,
    ),
    ...copiedTexts(runs),
    ...cachedTexts(runs),
    ...new Set(runs.flatMap(uncheckedNotes)),
  ];
  const text = lines.map((line) => `${clip(line, 200)}\n`).join('');
  print(process.stdout, `${text}${output}\n`);
}

/**
 * Reads the baseline that is about to be replaced, if there is one.
 * @throws {UserError} if the file is something else, or damaged
 */
function replaced(file: string): BaselineFile | undefined {
  assertReplaceable(file, BASELINE_FORMAT);
  return statAt(file)?.size ? readBaseline(file) : undefined;
}
