#!/usr/bin/env node
import { commandLine, guideTo } from './commands/command-line.js';
import { complain, ignoreClosedPipes } from './commands/complaints.js';

ignoreClosedPipes();
process.on('uncaughtException', (error) => {
  process.exit(complain(error));
});

const program = commandLine();
try {
  await program.parseAsync();
} catch (error) {
  const asked = program.commands.find((command) => command.name() === process.argv[2]);
  process.exitCode = complain(error, asked && guideTo(asked));
}
