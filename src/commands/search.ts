import { type Command, Option } from 'commander';
import {
  advanced,
  configOption,
  PROMPTFOO_OPTIONS,
  retriesOption,
  seedOption,
  spendingOptions,
  thinkingOption,
  thresholdOption,
  tokensArgument,
} from './arguments.js';
import { jsonOption, outFolderOption } from './document-files.js';
import type { SearchFlags } from './search-run.js';

/** Where a search keeps its state, its results and its page. */
const FOLDER = 'counting-stars-search';

export function addSearch(program: Command): void {
  const command = program
    .command('search')
    .summary('Find the longest prompt a model handles reliably')
    .description(
      'Find the longest prompt each model handles reliably, with as few prompts as possible.',
    )
    .usage('[options] -- [promptfoo options]')
    .argument('[options...]', PROMPTFOO_OPTIONS)
    .addOption(configOption())
    .option('--from <tokens>', "shortest prompt (default: the config's)", tokensArgument)
    .option('--to <tokens>', "longest prompt (default: the config's)", tokensArgument)
    .addOption(
      new Option(
        '--at-least <tokens>',
        'only test whether models are reliable at this length',
      ).argParser(tokensArgument),
    )
    .option('--metric <name>', 'recall, or a metric of your assertions')
    .addOption(thresholdOption())
    .addOption(advanced('--generator <name>', 'only this generator of the config'))
    .addOption(thinkingOption())
    .addOption(seedOption('another seed sends other prompts'))
    .addOption(retriesOption());
  for (const option of spendingOptions()) command.addOption(option);
  command
    .option('--resume', 'continue an interrupted search')
    .addOption(outFolderOption(FOLDER))
    .addOption(jsonOption())
    .action(async (args: string[], flags: SearchFlags, command: Command) => {
      const { searchCommand } = await import('./search-run.js');
      await searchCommand(args, flags, command, FOLDER);
    });
}
