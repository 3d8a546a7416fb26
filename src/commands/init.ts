import { type Command, InvalidArgumentError } from 'commander';
import { print } from '../base/doors.js';
import { ascending } from '../base/numbers.js';
import { UserError } from '../base/user-error.js';
import { countArgument, several, tokensArgument } from './arguments.js';

/**
 * 40 prompts of 992,000 tokens together: what finds a drop of 0.05 from a recall of 0.95 with a
 * probability of 0.8 when marks of one prompt correlate by 0.05 (`plan` says 84 %), for at most a
 * million tokens. With 128000 among the lengths, a million tokens find it with at most 0.6.
 */
const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];
const SEEDS = 8;

/** Few documents fill the longer ones. */
const OWN_LENGTHS = [2000, 4000, 8000];

export function addInit(program: Command): void {
  program
    .command('init')
    .description('write a config for your providers, or for a simulated reader')
    .argument('[folder]', 'folder of the project', '.')
    .option('--provider <id>', 'provider to ask; may be repeated', several(providerArgument), [])
    .option('--lengths <list>', 'lengths of the prompts in tokens', lengthsArgument, LENGTHS)
    .option('--seeds <number>', 'repeats with fresh numbers', countArgument, SEEDS)
    .option('--own <questions>', 'ask your own questions, about --documents')
    .option('--documents <path>', 'your documents: a folder, a pattern or a file')
    .action(runInit);
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

interface InitFlags {
  provider: string[];
  lengths: number[];
  seeds: number;
  own?: string;
  documents?: string;
}

async function runInit(folder: string, flags: InitFlags, command: Command): Promise<void> {
  const { init } = await import('./init/init.js');
  const { provider: providers, own: questions, documents } = flags;
  if (documents !== undefined && questions === undefined) {
    throw new UserError('--documents is for your own questions. Give them with --own.');
  }
  if (questions !== undefined) {
    // What is wrong with the files is said now.
    const { readFiles } = await import('../benchmarks/own-documents/files.js');
    await readFiles(questions, documents);
  }
  const own = questions !== undefined && {
    own: { questions, ...(documents !== undefined && { documents }) },
  };
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
  const lengths = own && !isGiven('lengths') ? OWN_LENGTHS : flags.lengths;
  const seeds = own && !isGiven('seeds') ? 1 : flags.seeds;
  const forNew = ['lengths', 'seeds', 'own', 'documents'].flatMap((name) =>
    isGiven(name) ? [`--${name}`] : [],
  );
  print(process.stdout, `${init(folder, { providers, lengths, seeds, forNew, ...own })}\n`);
}
