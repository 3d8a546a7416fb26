#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { tooOldNode } from './base/node-version.js';

const tooOld = tooOldNode(process.versions.node);
if (tooOld !== undefined) {
  process.stderr.write(`error: ${tooOld}\n`);
  process.exit(3);
}

// Help and version were worked out at the build (scripts/data.mjs), since nothing else needs to be loaded for them.
const said = keptText(process.argv.slice(2).join(' '));
if (said !== undefined) process.stdout.write(said);
else await run();

function keptText(asked: string): string | undefined {
  if (!/^(?:[a-z-]+ )?-(?:h|V|-help|-version)$/.test(asked)) return undefined;
  try {
    return JSON.parse(readFileSync(new URL('said.json', import.meta.url), 'utf8'))[asked];
  } catch {
    return undefined;
  }
}

async function run(): Promise<void> {
  // What an older Node cannot even read is loaded behind its check.
  const [{ commandLine, guideTo }, { complain, ignoreClosedPipes }] = await Promise.all([
    import('./commands/command-line.js'),
    import('./commands/complaints.js'),
  ]);

  ignoreClosedPipes();
  process.on('uncaughtException', (error) => {
    process.exit(complain(error));
  });

  const program = await commandLine(process.argv[2]);
  try {
    await program.parseAsync();
  } catch (error) {
    const asked = program.commands.find((command) => command.name() === process.argv[2]);
    process.exitCode = complain(error, asked && guideTo(asked));
  }
}
