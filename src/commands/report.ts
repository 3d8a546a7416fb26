import { type Command, Option } from 'commander';
import {
  advanced,
  allowOption,
  countArgument,
  evalOption,
  metricOption,
  priceOption,
  several,
  thresholdOption,
} from './arguments.js';
import { jsonOption, outFolderOption } from './document-files.js';
import { BASELINE } from './latest.js';
import type { ReportFlags } from './report-run.js';

/** Where a report goes by default. */
const FOLDER = 'counting-stars-report';

export function addReport(program: Command): void {
  program
    .command('report')
    .summary('Write a report, or compare several models on one page')
    .description('Write a report of results, or one page that compares several baselines.')
    .argument('[results...]', 'results of promptfoo eval, or several baselines')
    .addOption(evalOption())
    .addOption(
      new Option('--baseline <file>', 'show what changed since').default(undefined, BASELINE),
    )
    .option(
      '--compare <old=new>',
      'compare models with different names; repeatable',
      several(String),
    )
    .addOption(metricOption())
    .addOption(thresholdOption())
    .addOption(
      advanced(
        '--base-lengths <number>',
        'threshold relative to recall at so many shortest lengths',
      ).argParser(countArgument),
    )
    .addOption(priceOption())
    .addOption(allowOption('missing'))
    .addOption(outFolderOption(FOLDER))
    .addOption(jsonOption())
    .action(async (given: string[], flags: ReportFlags) => {
      const { report } = await import('./report-run.js');
      await report(given, { ...flags, folder: FOLDER });
    });
}
