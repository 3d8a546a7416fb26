import { type Command, InvalidArgumentError, Option } from 'commander';
import { print } from '../base/safe-output.js';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import {
  countArgument,
  countsArgument,
  lengthsArgument,
  several,
  tokenizerOption,
} from './arguments.js';
import type { ConfigText, OwnSize, OwnWanted } from './init/wanted.js';

/**
 * 40 prompts with 992,000 tokens in all: `plan` says that they detect a drop from 95% to 90% in 84% of runs, if marks of one
 * prompt correlate by 0.05. With 128000 among the lengths, a million tokens detect it in at most 60%.
 */
const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];
const SEEDS = 8;

/** Fewer than usual, since each prompt of a session asks for many values. */
const SESSION_SEEDS = 4;

const LIST = 'list';

export function add(program: Command): void {
  program
    .command('init')
    .summary('Write a config for your models, documents or agent sessions')
    .description(
      'Write a config for your models (--own for your documents, --session for an agent session).',
    )
    .argument('[folder]', 'folder of the project', '.')
    .option(
      '--provider <id>',
      'provider ID of promptfoo; repeatable',
      several(providerArgument),
      [],
    )
    .addOption(
      new Option('--lengths <tokens>', 'lengths of the prompts')
        .argParser(lengthsArgument)
        .default(LENGTHS, '4K,8K,16K,32K,64K'),
    )
    .option('--seeds <number>', 'prompts at each length', countArgument, SEEDS)
    .addOption(
      new Option('--preset <name>', 'a benchmark by its preset; list shows all').conflicts([
        ...['own', 'session', 'lengths', 'seeds'],
      ]),
    )
    .option('--own <file>', 'your questions, to ask about --documents')
    .option('--documents <path>', 'your documents: a folder, a pattern or a file')
    .addOption(
      new Option('--counts <list>', 'with --own: documents per prompt, instead of lengths')
        .argParser(countsArgument)
        .conflicts('lengths'),
    )
    .addOption(
      new Option('--session <file>', 'recorded agent session to inspect and test; repeatable')
        .argParser(several(String))
        .conflicts('own'),
    )
    .option(
      '--compact <way>',
      'with --session: your compaction, such as c.mjs:cut',
      several(String),
    )
    .option('--dry-run', 'with --session: only inspect it')
    .addOption(tokenizerOption())
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
  preset?: string;
  own?: string;
  documents?: string;
  counts?: number[];
  session?: string[];
  compact?: string[];
  dryRun?: boolean;
  tokenizer: string;
}

/** Options that need another one. */
const PARTNERS = {
  documents: 'own',
  counts: 'own',
  compact: 'session',
  dryRun: 'session',
} as const;

async function runInit(folder: string, flags: InitFlags, command: Command): Promise<void> {
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
  const flagOf = (name: string) =>
    command.options.find((option) => option.attributeName() === name)!.long!;
  for (const [name, partner] of Object.entries(PARTNERS)) {
    if (isGiven(name) && !isGiven(partner)) {
      throw new UserError(`${flagOf(name)} needs --${partner} FILE. Add it.`);
    }
  }
  if (flags.preset === LIST) return listPresets();
  const { init } = await import('./init/init.js');
  const { provider: providers, own: questions, documents, session, preset } = flags;
  const { lengths, counts } = flags;
  const size = counts ? { counts } : isGiven('lengths') ? { lengths } : undefined;
  const usual = questions !== undefined ? 1 : session ? SESSION_SEEDS : SEEDS;
  const seeds = isGiven('seeds') ? flags.seeds : usual;
  const own = questions !== undefined && {
    own: await wantedOwn(questions, documents, seeds, size),
  };
  const text = session
    ? await sessionText(session, flags, isGiven('lengths'))
    : preset !== undefined && (await presetText(preset));
  if (flags.dryRun) return;
  const wanted = { providers, lengths, seeds, ...own, ...(text && { text }) };
  print(process.stdout, `${init(folder, wanted)}\n`);
}

async function listPresets(): Promise<void> {
  const [{ presetList }, { withProgress }] = await Promise.all([
    import('./init/preset-list.js'),
    import('../base/progress.js'),
  ]);
  process.stdout.write(`${await withProgress(say`Counting prompts`, presetList)}\n`);
}

/** @throws {UserError} for an unknown preset */
async function presetText(preset: string): Promise<ConfigText> {
  const { loadPreset } = await import('../generators/presets.js');
  loadPreset(preset);
  return { name: 'preset', fill: () => ({ preset }) };
}

/** Prints what is in the sessions, and returns a config about them. */
async function sessionText(
  sessions: readonly string[],
  { tokenizer, lengths, compact = [] }: InitFlags,
  hasLengths: boolean,
): Promise<ConfigText> {
  const [{ lookedInto }, { sessionText: textOf }, { sessionLines }, { withProgress }] =
    await Promise.all([
      import('./init/looked-into.js'),
      import('./init/session-text.js'),
      import('./init/session-lines.js'),
      import('../base/progress.js'),
    ]);
  const given = hasLengths ? lengths : undefined;
  const looked = await withProgress(say`Reading sessions`, () =>
    lookedInto(sessions, tokenizer, given),
  );
  print(process.stdout, `${textOf(looked)}\n\n`);
  const wanted = { sessions, compact, ...(given && { lengths: given }) };
  return {
    name: 'session',
    fill: (folder) => ({
      own: sessionLines(folder, wanted, looked).replace(/^/gm, '      '),
      losing: compact.length > 0 ? say`, and what does your compaction lose` : '',
    }),
  };
}

/** Finds sizes that your files allow. Problems with the files are reported here. */
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
