#!/usr/bin/env node
import { Command } from 'commander';
import { UserError } from './case.js';
import { addReport } from './commands/report.js';
import { packageVersion } from './report/write-report.js';

const program = new Command('promptfoo-counting-stars')
  .description('Long-context benchmarks for promptfoo: reports of what an evaluation found.')
  .version(packageVersion())
  .showHelpAfterError('Run with --help for all options and examples.')
  .configureHelp({ helpWidth: 80 });

addReport(program);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}
