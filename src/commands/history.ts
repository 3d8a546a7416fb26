/** Shows in which run results got worse. */

import { type Command, Option } from 'commander';
import { ALPHA, detectedDrop } from '../base/defaults.js';
import { print } from '../base/safe-output.js';
import { say, sayCount } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import * as extra from '../extras/history/index.js';
import { clip } from '../measuring/document/terminal.js';
import { assertOneGrid } from '../measuring/facts/evaluation/completeness.js';
import { copiedTexts } from '../measuring/facts/evaluation/copies.js';
import { inRuns } from '../measuring/facts/evaluation/runs.js';
import { suiteRuns } from '../measuring/facts/tests/suite.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import { pricedRows } from '../measuring/report/priced.js';
import { lastEvaluationIds } from '../measuring/results/promptfoo-database.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
import {
  allowOption,
  evalsOption,
  maxDropOption,
  metricOption,
  priceOption,
  runsArgument,
  thresholdOption,
} from './arguments.js';
import { jsonOption, type OutFlags, outOption, outsOf, writeDocument } from './document-files.js';
import { hasOurs, languagesOf, type NamedSource, sourcesOf } from './sources.js';

/** Evaluations of promptfoo's database, if no results are named. */
const LAST = 10;

export function add(program: Command): void {
  program
    .command('history')
    .summary('Show in which run results got worse')
    .description('Compare several runs, oldest first, and show where results got worse.')
    .argument('[results...]', 'results of promptfoo eval, oldest first')
    .addOption(evalsOption())
    .addOption(
      new Option('--last <number>', 'the last evaluations of promptfoo')
        .argParser(runsArgument)
        .default(undefined, `${LAST}`),
    )
    .addOption(metricOption())
    .addOption(maxDropOption())
    .addOption(thresholdOption())
    .addOption(priceOption())
    .addOption(allowOption('missing'))
    .addOption(outOption())
    .addOption(jsonOption())
    .action(history);
}

interface HistoryFlags extends OutFlags {
  eval?: string[];
  last?: number;
  metric?: string[];
  maxDrop: number;
  threshold: number;
  price: GivenPrice[];
  allow: Allowed[];
}

async function history(files: string[], flags: HistoryFlags): Promise<void> {
  const { maxDrop, threshold, last } = flags;
  if (last !== undefined && (files.length > 0 || flags.eval)) {
    throw new UserError(
      `--last ${last} can't be combined with files or --eval. Leave one of them out.`,
    );
  }
  const { files: outs } = outsOf(flags, {
    ...{ kind: 'history', titles: [extra.historyTitle] },
    json: '"format": "promptfoo-counting-stars history"',
  });
  const isGiven = files.length > 0 || flags.eval !== undefined;
  const evalIds = isGiven ? (flags.eval ?? []) : await lastEvaluationIds(last ?? LAST);
  if (!isGiven) {
    print(
      process.stderr,
      `${say`Using ${sayCount(evalIds.length, 'evaluation')} of promptfoo's database.`}\n`,
    );
  }
  const sources = (await sourcesOf(files, evalIds)).map((source) => ({
    ...source,
    rows: pricedRows(source.rows, flags.price),
  }));
  speakTheirs(languagesOf(sources));
  const runs = hasOurs(sources) ? inRuns(sources, flags.metric, { isHistory: true }) : [];
  if (!flags.allow.includes('missing')) runs.forEach(assertOneGrid);
  for (const text of copiedTexts(runs)) print(process.stderr, `${clip(text, 200)}\n`);
  const found = {
    ...extra.historyOf(runs, { alpha: ALPHA, maxDrop, threshold }),
    ...testsOver(sources, flags),
  };
  await writeDocument(extra.historyDocument(found), () => extra.historyJson(found), {
    ...{ files: outs, isJson: flags.json },
  });
}

function testsOver(
  sources: readonly NamedSource[],
  { metric, maxDrop }: HistoryFlags,
): Pick<extra.History, 'tests'> {
  const { runs, names, copied } = suiteRuns(sources);
  if (runs.length === 0) return {};
  for (const text of copiedTexts([{ copied }])) print(process.stderr, `${text}\n`);
  const allow = { errors: true, missing: true, cached: true, new: true };
  const limits = { alpha: ALPHA, maxDrop, detect: detectedDrop(maxDrop), allow, providers: [] };
  const measures = !hasOurs(sources) && metric ? { measures: metric } : {};
  return { tests: extra.testsHistory(runs, names, { ...limits, ...measures }) };
}
