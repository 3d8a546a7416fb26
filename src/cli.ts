#!/usr/bin/env node
import { tooOldNode } from './base/node-version.js';

const tooOld = tooOldNode(process.versions.node);
if (tooOld !== undefined) {
  process.stderr.write(`error: ${tooOld}\n`);
  process.exit(3);
}

// What an older Node cannot even read is loaded behind its check.
const [{ commandLine, guideTo }, { complain, ignoreClosedPipes }] = await Promise.all([
  import('./commands/command-line.js'),
  import('./commands/complaints.js'),
]);

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
