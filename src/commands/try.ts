import type { Command } from 'commander';
import { countArgument, spendingOptions, thinkingOption } from './arguments.js';
import type { TryFlags } from './try-run.js';

export function addTry(program: Command): void {
  const command = program
    .command('try')
    .summary('Test a model with six prompts, no config needed')
    .description(
      'Test a model with six prompts of 1K to 32K tokens. Shows the cost and waits for your OK.',
    )
    .argument('[provider]', 'provider ID of promptfoo (default: a free simulated model)');
  for (const option of spendingOptions()) command.addOption(option);
  command
    .option('--resume', 'add prompts to an earlier run')
    .option('--seeds <number>', 'prompts at each length', countArgument, 1)
    .addOption(thinkingOption())
    .option('-o, --out <path>', 'folder to write', 'counting-stars-try')
    .action(async (given: string | undefined, flags: TryFlags) => {
      const { tryProvider } = await import('./try-run.js');
      await tryProvider(given, flags);
    });
}
