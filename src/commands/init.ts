/** Writes a config, and prints what to do next. */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { datasetText } from '../base/datasets.js';
import { writeNew } from '../base/files/whole-files.js';
import { withProgress } from '../base/progress.js';
import { print } from '../base/safe-output.js';
import { commas, say, sayCount } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import { sizeOf } from '../generators/grid.js';
import { loadPreset, PRESET_NAMES } from '../generators/presets.js';
import { countText } from '../measuring/document/words.js';
import {
  countArgument,
  countsArgument,
  lengthsArgument,
  several,
  tokenizerOption,
} from './arguments.js';
import { asksOnlyOurs, isProgram, readExisting } from './init/existing.js';
import { findInstalled, slashedWay } from './init/installed.js';
import { type ConfigProvider, DEFAULT_FILE, newConfig, type Settings } from './init/new-config.js';
import { type OwnWanted, ownSize } from './init/own-size.js';
import { lookedInto, sessionLines, sessionText } from './init/session.js';
import { defaultConfig } from './suite/repeat.js';

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
  const { provider: providers, own: questions, documents, session, preset } = flags;
  const { lengths, counts } = flags;
  if (preset === LIST) {
    print(process.stdout, `${await withProgress(say`Counting prompts`, presetList)}\n`);
    return;
  }
  const size = counts ? { counts } : isGiven('lengths') ? { lengths } : undefined;
  const usual = questions !== undefined ? 1 : session ? SESSION_SEEDS : SEEDS;
  const seeds = isGiven('seeds') ? flags.seeds : usual;
  const wanted: Request = { providers, lengths, seeds };
  if (questions !== undefined) {
    const files = { questions, ...(documents !== undefined && { documents }) };
    // Problems with the files are reported here.
    const own = () => ownSize(files, seeds, size);
    wanted.own = { ...files, size: await withProgress(say`Looking for lengths`, own) };
  }
  if (session) {
    wanted.text = await sessionConfig(session, flags, isGiven('lengths') ? lengths : undefined);
  } else if (preset !== undefined) {
    loadPreset(preset);
    wanted.text = { name: 'preset', fill: () => ({ preset }) };
  }
  if (flags.dryRun) return;
  print(process.stdout, `${init(folder, wanted)}\n`);
}

/** Lists presets with their sizes and generators. */
async function presetList(): Promise<string> {
  const entries: string[] = [];
  for (const name of PRESET_NAMES) {
    const { description, tests } = loadPreset(name);
    const generators = commas([...new Set(tests.map(({ generator }) => generator))]);
    const { prompts, tokens } = await sizeOf(tests);
    const size = say`${sayCount(prompts, 'prompt')}, ${countText(tokens)} tokens (${generators})`;
    entries.push(`${name}\n  ${description}\n  ${size}`);
  }
  return entries.join('\n\n');
}

/** A config of `datasets/init/`, and what fills it in a folder. */
interface ConfigText {
  name: string;
  fill: (folder: string) => Readonly<Record<string, string>>;
}

/** Prints what is in the sessions, and returns a config about them. */
async function sessionConfig(
  sessions: readonly string[],
  { tokenizer, compact = [] }: InitFlags,
  lengths: readonly number[] | undefined,
): Promise<ConfigText> {
  const looked = await withProgress(say`Reading sessions`, () =>
    lookedInto(sessions, tokenizer, lengths),
  );
  print(process.stdout, `${sessionText(looked)}\n\n`);
  const wanted = { sessions, compact, ...(lengths && { lengths }) };
  return {
    name: 'session',
    fill: (folder) => ({
      own: sessionLines(folder, wanted, looked).replace(/^/gm, '      '),
      losing: compact.length > 0 ? say`, and what does your compaction lose` : '',
    }),
  };
}

/** The prompt around your documents. */
const OWN_PROMPT = 'own-prompt.txt';

/** The config next to one that a project has: an evaluation of its own, named with `-c`. */
const OWN_FILE = 'counting-stars.yaml';

interface Request {
  /** Ids of providers. None means those of the project, or a simulated model. */
  providers: readonly string[];
  lengths: readonly number[];
  seeds: number;
  /** Your questions and documents instead of stars, as paths from the working folder. */
  own?: OwnWanted;
  /** Another config instead. */
  text?: ConfigText;
}

/**
 * Writes a config.
 * @returns lines for the user
 * @throws {UserError} if the config is there already
 */
export function init(folder: string, request: Request): string {
  mkdirSync(folder, { recursive: true });
  const existing = defaultConfig(folder);
  const file = fileFor(existing);
  const path = join(folder, file);
  if (existsSync(path)) {
    throw new UserError(
      `${file} already exists. Add your providers to it, or delete it and run init again.`,
    );
  }
  const { index } = findInstalled(folder);
  const { providers, settings, notes } = asked(existing, request.providers);
  const { own, text, ...others } = request;
  const config = newConfig({
    ...{ ...others, providers, settings, index, file },
    ...(own && { own: ownFrom(folder, own, notes) }),
    ...(text && { text: { name: text.name, filled: text.fill(folder) } }),
  });
  writeNew(path, config);
  return [say`Written: ${path}`, ...notes, '', ...nextSteps(folder, file)].join('\n');
}

/** Returns your files as the config names them, and writes a prompt next to it. */
function ownFrom(folder: string, own: OwnWanted, notes: string[]): OwnWanted {
  const { questions, documents, size } = own;
  const path = join(folder, OWN_PROMPT);
  if (existsSync(path)) notes.push(say`${OWN_PROMPT} is there already and stays.`);
  else {
    writeNew(path, datasetText('init/own-prompt.txt'));
    notes.push(say`Written: ${path}, the prompt around your documents. Make it your own.`);
  }
  return {
    questions: slashedWay(folder, resolve(questions)),
    ...(documents !== undefined && { documents: slashedWay(folder, resolve(documents)) }),
    size,
  };
}

function fileFor(existing: string | undefined): string {
  if (existing === undefined) return DEFAULT_FILE;
  return asksOnlyOurs(existing) ? basename(existing) : OWN_FILE;
}

/** Chooses providers and settings, and notes what the user should know. */
function asked(
  existing: string | undefined,
  named: readonly string[],
): { providers: readonly ConfigProvider[]; settings: Settings; notes: string[] } {
  if (existing === undefined) return { providers: named, settings: {}, notes: [] };
  const name = basename(existing);
  if (isProgram(existing)) {
    const notes = [
      say`${name} is a program, which init does not run. The config uses a simulated model. Put your providers in its place.`,
    ];
    return { providers: named, settings: {}, notes: named.length > 0 ? [] : notes };
  }
  const { providers, settings, hasExtensions } = readExisting(existing);
  const copied = namesOf(settings);
  const notes = [
    ...(named.length > 0 ? [] : [whose(name, providers)]),
    ...(copied.length > 0 ? [say`Copied from ${name} too: ${commas(copied)}.`] : []),
    ...(hasExtensions
      ? [say`\`extensions\` of ${name} are not copied: add them if providers need them.`]
      : []),
  ];
  return { providers: named.length > 0 ? named : providers, settings, notes };
}

function whose(name: string, providers: readonly ConfigProvider[]): string {
  return providers.length > 0
    ? say`Its providers are copied from ${name}.`
    : say`${name} names no providers. The config uses a simulated model.`;
}

/** Names settings as `commandLineOptions.envPath`. */
function namesOf(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    name.endsWith('Options')
      ? Object.keys(value as object).map((option) => `\`${name}.${option}\``)
      : [`\`${name}\``],
  );
}

function nextSteps(folder: string, file: string): string[] {
  const { missing } = findInstalled(folder);
  const chosen = file === DEFAULT_FILE ? '' : ` -c ${file}`;
  // promptfoo reads `table` only in the default config.
  const evaluated = chosen && `${chosen} --no-table`;
  return [
    say`Next:`,
    ...(relative('.', folder) === '' ? [] : [`  cd ${quoted(folder)}`]),
    ...(missing.length > 0 ? [`  npm install --save-dev ${missing.join(' ')}`] : []),
    `  npx promptfoo-counting-stars plan${chosen}`,
    `  npx promptfoo eval${evaluated}`,
  ];
}

function quoted(folder: string): string {
  return /^[\w./\\:-]+$/.test(folder) ? folder : `"${folder}"`;
}
