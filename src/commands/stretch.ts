import { type Command, Option } from 'commander';
import type { StretchNote } from '../contract/stretch.js';
import {
  configOption,
  countArgument,
  lengthsArgument,
  PROMPTFOO_OPTIONS,
  seedOption,
  spendingOptions,
  tokenizerOption,
} from './arguments.js';
import { jsonOption, outFolderOption } from './document-files.js';
import type { StretchFlags } from './stretch-run.js';

const FOLDER = 'counting-stars-stretch';

const LENGTHS = [8000, 32_000, 128_000];

const WAYS: readonly StretchNote['as'][] = ['conversation', 'before', 'tools'];

export function addStretch(program: Command): void {
  const command = program
    .command('stretch')
    .summary('Find the prompt length at which your tests break')
    .description('Pad your own tests with unrelated text and find the length at which they break.')
    .usage('[options] -- [promptfoo options]')
    .argument('[options...]', PROMPTFOO_OPTIONS)
    .addOption(configOption())
    .addOption(
      new Option('--lengths <tokens>', 'lengths of the padded prompts')
        .argParser(lengthsArgument)
        .default(LENGTHS, '8K,32K,128K'),
    )
    .addOption(
      new Option('--as <way>', 'where the padding goes').choices(WAYS).default('conversation'),
    )
    .option('--repeat <number>', 'repeats of each test at each length', countArgument)
    .addOption(tokenizerOption())
    .addOption(seedOption('another seed draws another text'));
  for (const option of spendingOptions()) command.addOption(option);
  command
    .addOption(outFolderOption(FOLDER))
    .addOption(jsonOption())
    .action(async (args: string[], flags: StretchFlags) => {
      const { stretchCommand } = await import('./stretch-run.js');
      await stretchCommand(args, flags, FOLDER);
    });
}
