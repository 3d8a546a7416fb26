import { Command, Help, Option } from 'commander';
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { SPOKEN, speakAlways } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { packageVersion } from '../base/version.js';
import { ADVANCED } from './arguments.js';

/** Examples and exit codes below the options of each command. */
const HELP = z.record(z.string(), z.string());

/** The order of commands in the help. */
const GROUPS: Readonly<Record<string, Record<string, () => Promise<CommandFile>>>> = {
  Start: {
    try: () => import('./try.js'),
    init: () => import('./init.js'),
    plan: () => import('./plan.js'),
  },
  Measure: {
    report: () => import('./report.js'),
    search: () => import('./search.js'),
    stretch: () => import('./stretch.js'),
    show: () => import('./show.js'),
  },
  Protect: {
    baseline: () => import('./baseline.js'),
    gate: () => import('./gate.js'),
    history: () => import('./history.js'),
    schema: () => import('./schema.js'),
  },
};

interface CommandFile {
  add: (program: Command) => void;
}

/**
 * Builds the command line.
 * @param asked - the command's name if it is known: only its file is loaded then
 */
export async function commandLine(asked?: string): Promise<Command> {
  const program = new Command('promptfoo-counting-stars')
    .usage('<command>')
    .version(packageVersion())
    .addOption(languageOption())
    .helpOption('-h, --help', 'show this help, or all options with --help --all')
    .showHelpAfterError('Run with --help for all options and examples.')
    .configureHelp(HELP_LOOK)
    .exitOverride();
  const isKnown = Object.values(GROUPS).some((group) => Object.hasOwn(group, asked ?? ''));
  for (const [group, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(group);
    for (const [name, load] of Object.entries(commands)) {
      if (!isKnown || name === asked) (await load()).add(program);
    }
  }
  program.hook('preSubcommand', () => refuseMoved(program.args));
  program.hook('preAction', () => speakAlways(program.opts<{ language?: string }>().language));
  for (const command of [program, ...program.commands]) {
    const guide = command === program ? '' : `\nGuide: ${guideTo(command)}`;
    command.addHelpText('after', () => {
      const text = readDataset('help.yaml', HELP)[command.name()];
      return `\n${text}${guide}`.trimEnd();
    });
  }
  for (const [name, now] of Object.entries(MOVED_COMMANDS)) {
    program
      .command(name, { hidden: true })
      .argument('[any...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(() => {
        throw new UserError(`${name} is now ${now}.`);
      });
  }
  return program;
}

/** Shows commands with their first argument, and advanced options only with `--all`. */
const HELP_LOOK: Partial<Help> = {
  helpWidth: 80,
  visibleCommands: (command) =>
    new Help().visibleCommands(command).filter((one) => one.name() !== 'help'),
  subcommandTerm: (command) => {
    const [first] = command.registeredArguments;
    if (!first || first.name() === 'options') return command.name();
    const name = `${first.name()}${first.variadic ? '...' : ''}`;
    return `${command.name()} ${first.required ? `<${name}>` : `[${name}]`}`;
  },
  // Hides options only in help, so that they can still be suggested for a typo.
  formatHelp: (command, helper) =>
    new Help().formatHelp(
      command,
      Object.assign(Object.create(helper) as Help, { visibleOptions: shownOptions }),
    ),
  groupItems: (all, visible, groupOf) => {
    const isLast = (item: (typeof all)[number]) => Number(groupOf(item) === ADVANCED);
    return new Help().groupItems(
      [...all].sort((a, b) => isLast(a) - isLast(b)),
      visible,
      groupOf,
    );
  },
  optionDescription: (option) => {
    const { defaultValue, defaultValueDescription: usual } = option;
    const text = new Help().optionDescription(option).replace(/ \(default: (\[]|""|false)\)$/, '');
    return defaultValue === undefined && usual ? `${text} (default: ${usual})` : text;
  },
};

/** Returns the options in the help of a command. Those of the program are named in its last lines. */
export function shownOptions(command: Command): Option[] {
  if (command.parent === null) return [];
  const isAll = command.args.includes('--all');
  return new Help()
    .visibleOptions(command)
    .filter(({ helpGroupHeading }) => isAll || helpGroupHeading !== ADVANCED);
}

/** Overrides the language, which otherwise is that of the tests. */
function languageOption(): Option {
  return new Option('--language <code>', 'language of the output').choices(['en', ...SPOKEN]);
}

/** Pages of commands and options. All others are about the gate. */
const GUIDES: Readonly<Record<string, string>> = {
  init: 'start',
  'init --own': 'your-documents',
  'init --preset': 'benchmarks',
  'init --session': 'agents',
  plan: 'cost',
  report: 'read-the-report',
  schema: 'reference/options',
  search: 'choose-a-model',
  show: 'start',
  stretch: 'stretch',
  try: 'start',
};

/** Returns the page on a command with its given options, as a path in this package. */
export function guideTo(command: Command): string {
  const name = command.name();
  const given = Object.keys(command.opts()).map((option) => GUIDES[`${name} --${option}`]);
  return `docs/${given.find((page) => page !== undefined) ?? GUIDES[name] ?? 'gate'}.md`;
}

/** Old names of commands and options, which are answered with the new one. */
const MOVED_COMMANDS: Readonly<Record<string, string>> = {
  board: 'report',
  'own-tests': 'gate',
  presets: 'init --preset list',
  recheck: 'gate --run',
  session: 'init --session FILE',
};

const MOVED_OPTIONS: Readonly<Record<string, string>> = {
  '--measure': '--metric',
  '--margin': '--prove',
  '--min-effective-length': '--min-length',
  '--shortest': '--from',
  '--longest': '--to',
  '--html': '--out FILE.html',
  '--markdown': '--out FILE.md',
  '--junit': '--out FILE.xml',
  '--format': '--out FILE',
  '--more': '--resume --seeds',
  '--suite': 'plan FILE',
};

/** Old options whose name another command still has, or that are gone. */
const SPECIAL: Readonly<Record<string, string>> = {
  'show --provider': '--provider is now --filter-providers.',
  'gate --floors-by': '--floors-by is gone: minimums are judged by the low end of the interval.',
  'try --flex': '--flex is gone: set `service_tier: flex` in the config of the provider.',
};

/**
 * @param args - of the command line, from the command's name on
 * @throws {UserError} for the old name of an option
 */
function refuseMoved([command = '', ...args]: readonly string[]): void {
  const end = args.indexOf('--');
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    const [name = ''] = arg.split('=');
    const special = SPECIAL[`${command} ${name}`];
    if (special !== undefined) throw new UserError(special);
    if (command in MOVED_COMMANDS || !Object.hasOwn(MOVED_OPTIONS, name)) continue;
    throw new UserError(`${name} is now ${MOVED_OPTIONS[name]}.`);
  }
}
