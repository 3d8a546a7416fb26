import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../case.js';
import type { Wanted } from '../init/wanted.js';
import { writeNew, writeWhole } from '../whole-files.js';
import { several, tokensArgument } from './arguments.js';

const LENGTHS = [8000, 32_000, 128_000];
const SEEDS = 3;

/** Add `init` to the program. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('write a config, or add the benchmark to the one of a project')
    .argument('[folder]', 'folder of the project', '.')
    .option('--provider <id>', 'provider to ask; may be repeated', several(providerArgument), [])
    .option('--lengths <list>', 'lengths of the prompts in tokens', lengthsArgument, LENGTHS)
    .option('--seeds <number>', 'repeats with fresh numbers', seedsArgument, SEEDS)
    .option('--force', 'change a config that is there without asking')
    .addHelpText(
      'after',
      `
A config that is there is added to, and the change is shown first.

Examples:
  promptfoo-counting-stars init
  promptfoo-counting-stars init --provider openai:chat:gpt-4.1 --lengths 8000,64000
  promptfoo-counting-stars init my-project --force`,
    )
    .action(init);
}

function providerArgument(text: string): string {
  if (text.trim() === '') {
    throw new InvalidArgumentError('It must be a provider, for example openai:chat:gpt-4.1.');
  }
  return text.trim();
}

function lengthsArgument(text: string): number[] {
  const lengths = text.split(',').map((part) => tokensArgument(part.trim()));
  return [...new Set(lengths)].sort((a, b) => a - b);
}

function seedsArgument(text: string): number {
  const seeds = Number(text);
  if (!/^\d+$/.test(text) || !(seeds >= 1 && Number.isSafeInteger(seeds))) {
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  }
  return seeds;
}

interface InitFlags {
  provider: string[];
  lengths: number[];
  seeds: number;
  force?: boolean;
}

async function init(folder: string, { provider, lengths, seeds, force }: InitFlags): Promise<void> {
  const [{ findInstalled }, { defaultConfig }, { isFolder }] = await Promise.all([
    import('../init/installed.js'),
    import('../plan/repeat.js'),
    import('../files.js'),
  ]);
  if (!isFolder(folder)) {
    throw new UserError(`There is no folder "${folder}". Make it, or name the one of a project.`);
  }
  const { home, missing } = findInstalled(folder);
  const wanted: Wanted = { providers: provider, lengths, seeds, home };
  const existing = defaultConfig(folder);
  const written = existing
    ? await addTo(existing, wanted, force === true)
    : await writeFirst(join(folder, 'promptfooconfig.yaml'), wanted);
  if (!written) return;
  const steps = [
    ...(relative('.', folder) === '' ? [] : [`cd ${/\s/.test(folder) ? `"${folder}"` : folder}`]),
    ...(missing.length > 0 ? [`npm install --save-dev ${missing.join(' ')}`] : []),
    'npx promptfoo-counting-stars plan',
    'npx promptfoo eval',
  ];
  process.stdout.write(`Written: ${written}\n\nNext:\n  ${steps.join('\n  ')}\n`);
}

async function writeFirst(file: string, wanted: Wanted): Promise<string> {
  const { newConfig } = await import('../init/new-config.js');
  writeNew(file, newConfig(wanted));
  return file;
}

/** @returns nothing when nothing was written */
async function addTo(file: string, wanted: Wanted, force: boolean): Promise<string | undefined> {
  const { stdout } = process;
  if (!/\.(ya?ml|json)$/.test(file)) {
    const { newConfig } = await import('../init/new-config.js');
    stdout.write(newConfig(wanted));
    throw new UserError(
      `${basename(file)} is a program, which init does not change. Add what you see above to it.`,
    );
  }
  const [{ addToConfig }, { changeText }, { showsColour }] = await Promise.all([
    import('../init/add-to-config.js'),
    import('../init/change.js'),
    import('../report/terminal.js'),
  ]);
  const text = await readFile(file, 'utf8');
  const addition = addToConfig(text, basename(file), wanted);
  if (!addition) {
    stdout.write(`${file} asks Counting-Stars already: nothing to do.\n`);
    return undefined;
  }
  const change = changeText(text, addition.text, { colour: showsColour(stdout) });
  stdout.write(`${file} would change so:\n\n${change}\n\n`);
  for (const note of addition.notes) stdout.write(`${note}\n`);
  if (!force && !(await agreed(file))) {
    stdout.write('Nothing is written.\n');
    return undefined;
  }
  writeWhole(file, addition.text);
  return file;
}

/**
 * Ask whether to write.
 *
 * @throws {UserError} where nobody can answer
 */
async function agreed(file: string): Promise<boolean> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new UserError(`${file} is there already. Run init again with --force to change it so.`);
  }
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    // Ctrl+C and Ctrl+D are a no as well.
    const answer = await terminal.question('Write this? [y/N] ').catch(() => '\n');
    if (answer === '\n') stdout.write(answer);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
