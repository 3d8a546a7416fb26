import type { Command } from 'commander';
import type { GivenPrice } from '../measuring/planning/prices.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
import {
  configOption,
  retriesOption,
  type SpendingFlags,
  spendingOptions,
  thinkingOption,
} from './arguments.js';
import type { ComparisonFlags } from './comparison.js';

export function addRun(command: Command): Command {
  command
    .option('--run', 'send prompts until the result is clear, within --budget')
    .addOption(configOption());
  for (const option of spendingOptions()) command.addOption(option);
  return command
    .option('--resume', 'continue an interrupted run')
    .addOption(thinkingOption())
    .addOption(retriesOption());
}

export interface RunFlags extends ComparisonFlags, SpendingFlags {
  run?: boolean;
  config?: string[];
  baseline?: string;
  price: GivenPrice[];
  thinking?: number;
  allow: Allowed[];
  retries: number;
  resume?: boolean;
}
