import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../case.js';
import { writeNew } from '../files/whole-files.js';
import { ascending } from '../numbers.js';
import { several, tokensArgument } from './arguments.js';

/**
 * 40 prompts of 992,000 tokens together: what finds a drop of 0.05 from a recall of 0.95 with a
 * probability of 0.8 when marks of one prompt correlate by 0.05 (`plan` says 84 %), for at most a
 * million tokens. With 128000 among the lengths, a million tokens find it with at most 0.6.
 */
const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];
const SEEDS = 8;

/** Add `init` to the program. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('write a config')
    .argument('[folder]', 'folder of the project', '.')
    .option('--provider <id>', 'provider to ask; may be repeated', several(providerArgument), [])
    .option('--lengths <list>', 'lengths of the prompts in tokens', lengthsArgument, LENGTHS)
    .option('--seeds <number>', 'repeats with fresh numbers', seedsArgument, SEEDS)
    .addHelpText(
      'after',
      `
Where there is a config, init leaves it alone and writes counting-stars.yaml
beside it: an evaluation of its own with the same providers.

Examples:
  promptfoo-counting-stars init
  promptfoo-counting-stars init --provider openai:chat:gpt-4.1 --lengths 8000,64000
  promptfoo-counting-stars init my-project`,
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
  return ascending(lengths);
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
}

/** The config beside one that a project has: an evaluation of its own, named with `-c`. */
const OWN_FILE = 'counting-stars.yaml';

async function init(folder: string, { provider, lengths, seeds }: InitFlags): Promise<void> {
  const [{ findInstalled }, { defaultConfig }, { isFolder }, { DEFAULT_FILE, newConfig }] =
    await Promise.all([
      import('../init/installed.js'),
      import('../plan/repeat.js'),
      import('../files/files.js'),
      import('../init/new-config.js'),
    ]);
  if (!isFolder(folder)) {
    throw new UserError(`There is no folder "${folder}". Make it, or name the one of a project.`);
  }
  const { home, missing } = findInstalled(folder);
  const existing = defaultConfig(folder);
  const file = existing === undefined ? DEFAULT_FILE : OWN_FILE;
  const { providers, notes } = await providersOf(existing, provider);
  const written = join(folder, file);
  if (existsSync(written)) {
    throw new UserError(`${file} is there already. Delete it to have it written again.`);
  }
  writeNew(written, newConfig({ providers, lengths, seeds, home, file }));
  const chosen = existing === undefined ? '' : ` -c ${file}`;
  const steps = [
    ...(relative('.', folder) === '' ? [] : [`cd ${/\s/.test(folder) ? `"${folder}"` : folder}`]),
    ...(missing.length > 0 ? [`npm install --save-dev ${missing.join(' ')}`] : []),
    `npx promptfoo-counting-stars plan${chosen}`,
    `npx promptfoo eval${chosen}`,
  ];
  const lines = [`Written: ${written}`, ...notes, '', 'Next:', ...steps.map((step) => `  ${step}`)];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The providers named by flag, or else those of the config that is there. */
async function providersOf(existing: string | undefined, named: readonly string[]) {
  if (existing === undefined || named.length > 0) return { providers: named, notes: [] };
  const { readExisting } = await import('../init/existing.js');
  return readExisting(existing);
}
