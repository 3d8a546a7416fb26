import { type Command, InvalidArgumentError, Option } from 'commander';
import { print } from '../base/safe-output.js';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import { countArgument, countsArgument, lengthsArgument, several } from './arguments.js';
import type { OwnSize, OwnWanted } from './init/wanted.js';

/**
 * 40 prompts of 992,000 tokens together: what finds a drop of 0.05 from a recall of 0.95 with a
 * probability of 0.8 when marks of one prompt correlate by 0.05 (`plan` says 84 %), for at most a
 * million tokens. With 128000 among the lengths, a million tokens find it with at most 0.6.
 */
const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];
const SEEDS = 8;

export function addInit(program: Command): void {
  program
    .command('init')
    .description('write a config for your models, documents or a simulated model')
    .argument('[folder]', 'folder of the project', '.')
    .option('--provider <id>', 'provider to ask; may be repeated', several(providerArgument), [])
    .option('--lengths <list>', 'lengths of the prompts in tokens', lengthsArgument, LENGTHS)
    .option('--seeds <number>', 'repeats with fresh numbers', countArgument, SEEDS)
    .option('--own <questions>', 'ask your own questions, about --documents')
    .option('--documents <path>', 'your documents: a folder, a pattern or a file')
    .addOption(
      new Option(
        '--counts <list>',
        'with --own: how many documents a prompt has, instead of lengths',
      )
        .argParser(countsArgument)
        .conflicts('lengths'),
    )
    .action(runInit);
}

function providerArgument(text: string): string {
  if (text.trim() === '') {
    throw new InvalidArgumentError('It must be a provider, for example openai:chat:gpt-5.6-terra.');
  }
  return text.trim();
}

interface InitFlags {
  provider: string[];
  lengths: number[];
  seeds: number;
  own?: string;
  documents?: string;
  counts?: number[];
}

async function runInit(folder: string, flags: InitFlags, command: Command): Promise<void> {
  const { init } = await import('./init/init.js');
  const { provider: providers, own: questions, documents } = flags;
  const { lengths, counts } = flags;
  const ofOwn = documents !== undefined ? '--documents' : counts && '--counts';
  if (ofOwn !== undefined && questions === undefined) {
    throw new UserError(`${ofOwn} is for your own questions. Give them with --own.`);
  }
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
  const size = counts ? { counts } : isGiven('lengths') ? { lengths } : undefined;
  const seeds = questions !== undefined && !isGiven('seeds') ? 1 : flags.seeds;
  const own = questions !== undefined && {
    own: await wantedOwn(questions, documents, seeds, size),
  };
  const forNew = ['lengths', 'seeds', 'own', 'documents', 'counts'].flatMap((name) =>
    isGiven(name) ? [`--${name}`] : [],
  );
  print(process.stdout, `${init(folder, { providers, lengths, seeds, forNew, ...own })}\n`);
}

/** The user's own files, and how large their prompts can be; what is wrong with them is said now. */
async function wantedOwn(
  questions: string,
  documents: string | undefined,
  seeds: number,
  given: OwnSize | undefined,
): Promise<OwnWanted> {
  const [{ ownSize }, { withProgress }] = await Promise.all([
    import('./init/own-size.js'),
    import('../base/progress.js'),
  ]);
  const files = { questions, ...(documents !== undefined && { documents }) };
  const size = await withProgress(say`Looking for lengths`, () => ownSize(files, seeds, given));
  return { ...files, size };
}
