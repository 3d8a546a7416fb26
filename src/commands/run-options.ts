/** What `gate --run` takes. */
import type { Command } from 'commander';
import type { Budget } from '../measuring/planning/budget.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
import { budgetArgument, priceOption, retriesArgument, thinkingOption } from './arguments.js';
import type { ComparisonFlags } from './comparison.js';

/** Where a run keeps its state and its results. */
const FOLDER = 'counting-stars-gate';

const RETRIES = 2;

/** Add what `--run` takes. */
export function addRun(command: Command): Command {
  return command
    .option('--run', 'send prompts of the baseline until a drop is shown or ruled out')
    .option('-c, --config <files...>', 'with --run: configs, as for `promptfoo eval`')
    .option(
      '--budget <amount>',
      'with --run: what is never exceeded, US dollars (5) or tokens of prompts (5M)',
      budgetArgument,
    )
    .addOption(priceOption())
    .addOption(thinkingOption())
    .option('--retries <number>', 'how often a failed call is retried', retriesArgument, RETRIES)
    .option('-o, --out <folder>', 'with --run: state and results', FOLDER)
    .option('--resume', 'continue the run in the --out folder')
    .option('--yes', 'do not ask before spending');
}

export interface RunFlags extends ComparisonFlags {
  run?: boolean;
  config?: string[];
  baseline?: string;
  budget?: Budget;
  price: GivenPrice[];
  thinking?: number;
  allow: Allowed[];
  retries: number;
  out: string;
  resume?: boolean;
  yes?: boolean;
}
