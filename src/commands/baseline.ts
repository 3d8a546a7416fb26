import type { Command } from 'commander';
import { allowOption, evalsOption } from './arguments.js';
import type { BaselineFlags } from './baseline-run.js';
import { BASELINE } from './latest.js';

export function addBaseline(program: Command): void {
  program
    .command('baseline')
    .summary('Save results to compare later runs with')
    .description('Save one or more runs as the baseline for gate.')
    .argument('[results...]', 'results of promptfoo eval, of one or more runs')
    .addOption(evalsOption())
    .option('-o, --out <path>', 'file to write or replace', BASELINE)
    .addOption(allowOption('errors', 'missing'))
    .action(async (files: string[], flags: BaselineFlags) => {
      const { baseline } = await import('./baseline-run.js');
      await baseline(files, flags);
    });
}
