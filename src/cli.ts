#!/usr/bin/env node
import { commandLine } from './commands/command-line.js';
import { complain, ignoreClosedPipes } from './commands/complaints.js';

ignoreClosedPipes();
process.on('uncaughtException', (error) => {
  process.exit(complain(error));
});

try {
  await commandLine().parseAsync();
} catch (error) {
  process.exitCode = complain(error);
}
