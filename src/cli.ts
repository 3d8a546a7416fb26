#!/usr/bin/env node
import { Command } from 'commander';
import { addBaseline } from './commands/baseline.js';
import { complain, ignoreClosedPipes } from './commands/complaints.js';
import { addGate } from './commands/gate.js';
import { addHistory } from './commands/history.js';
import { addInit } from './commands/init.js';
import { addPlan } from './commands/plan.js';
import { addPresets } from './commands/presets.js';
import { addReport } from './commands/report.js';
import { addSearch } from './commands/search.js';
import { packageVersion } from './version.js';

const program = new Command('promptfoo-counting-stars')
  .description('Long-context benchmarks for promptfoo: reports and regression gates.')
  .version(packageVersion())
  .showHelpAfterError('Run with --help for all options and examples.')
  .configureHelp({ helpWidth: 80 })
  .addHelpText(
    'after',
    `
Examples:
  npx promptfoo eval -o results.json
  promptfoo-counting-stars report results.json
  promptfoo-counting-stars gate results.json --baseline baseline.json
  promptfoo-counting-stars report --help

Exit codes: 0 done or passed, 1 the gate failed, 2 it could not be done.
NO_COLOR=1 turns colours off. DEBUG=1 shows where an unexpected error happened.`,
  )
  .exitOverride();

addReport(program);
addPresets(program);
addBaseline(program);
addGate(program);
addHistory(program);
addInit(program);
addPlan(program);
addSearch(program);

ignoreClosedPipes();
process.on('uncaughtException', (error) => {
  process.exit(complain(error));
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = complain(error);
}
