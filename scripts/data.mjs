// Puts into dist/ what would be worked out at each start otherwise, the fourth step of the build: the YAML of datasets/ as JSON,
// which is read ten times as fast, and what --help and --version print.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../', import.meta.url));

for (const path of readdirSync(join(root, 'datasets'), { recursive: true })) {
  if (!path.endsWith('.yaml')) continue;
  const value = parse(readFileSync(join(root, 'datasets', path), 'utf8'));
  const json = JSON.stringify(value);
  if (!isDeepStrictEqual(JSON.parse(json), value))
    throw new Error(`${path} is not the same as JSON`);
  const file = join(root, 'dist/data', `${path}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, json);
}

const { commandLine } = await import('../dist/commands/command-line.js');
const { packageVersion } = await import('../dist/base/version.js');

/** What a command prints of itself; the whole program where no name is given. */
async function helpOf(name) {
  let text = '';
  const program = await commandLine();
  const command = name ? program.commands.find((one) => one.name() === name) : program;
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

const said = {
  '--help': await helpOf(),
  '-h': await helpOf(),
  '--version': `${packageVersion()}\n`,
};
said['-V'] = said['--version'];
for (const command of (await commandLine()).commands) {
  const name = command.name();
  // What has moved says so itself.
  if (command._hidden) continue;
  for (const flag of ['--help', '-h']) said[`${name} ${flag}`] = await helpOf(name);
}
writeFileSync(join(root, 'dist/said.json'), JSON.stringify(said));
