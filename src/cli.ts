#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { UserError } from './case.js';
import { addReport } from './commands/report.js';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

const program = new Command('promptfoo-counting-stars')
  .description('Long-context benchmarks for promptfoo: reports of what an evaluation found.')
  .version(version)
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
