import { type Command, Option } from 'commander';
import {
  allowOption,
  evalsOption,
  maxDropOption,
  metricOption,
  priceOption,
  runsArgument,
  thresholdOption,
} from './arguments.js';
import { jsonOption, outOption } from './document-files.js';
import type { HistoryFlags } from './history-run.js';

/** Evaluations of promptfoo's database, if no results are named. */
const LAST = 10;

export function addHistory(program: Command): void {
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
    .action(async (files: string[], flags: HistoryFlags) => {
      const { history } = await import('./history-run.js');
      await history(files, flags, LAST);
    });
}
