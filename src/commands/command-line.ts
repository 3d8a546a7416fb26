import { Command, Help, Option } from 'commander';
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { SPOKEN, speakAlways } from '../base/text/speaking.js';
import { packageVersion } from '../base/version.js';
import { ADVANCED } from './arguments.js';
import { addBaseline } from './baseline.js';
import { addGate } from './gate.js';
import { addHistory } from './history.js';
import { addInit } from './init.js';
import { addMoved, refuseMoved } from './moved.js';
import { addPlan } from './plan.js';
import { addReport } from './report.js';
import { addSchema } from './schema.js';
import { addSearch } from './search.js';
import { addShow } from './show.js';
import { addStretch } from './stretch.js';
import { addTry } from './try.js';

/** Examples and exit codes below the options of each command. */
const HELP = z.record(z.string(), z.string());

/** The order of commands in the help. */
const GROUPS: Readonly<Record<string, readonly ((program: Command) => void)[]>> = {
  Start: [addTry, addInit, addPlan],
  Measure: [addReport, addSearch, addStretch, addShow],
  Protect: [addBaseline, addGate, addHistory],
};

/** Builds the command line with all commands and options. */
export function commandLine(): Command {
  const program = new Command('promptfoo-counting-stars')
    .usage('<command>')
    .version(packageVersion())
    .addOption(languageOption())
    .helpOption('-h, --help', 'show this help, or all options with --help --all')
    .showHelpAfterError('Run with --help for all options and examples.')
    .configureHelp(HELP_LOOK)
    .exitOverride();
  for (const [group, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(group);
    for (const add of commands) add(program);
  }
  addSchema(program);
  program.hook('preSubcommand', () => refuseMoved(program.args));
  program.hook('preAction', () => speakAlways(program.opts<{ language?: string }>().language));
  for (const command of [program, ...program.commands]) {
    const guide = command === program ? '' : `\nGuide: ${guideTo(command)}`;
    command.addHelpText('after', () => {
      const text = readDataset('help.yaml', HELP)[command.name()];
      return `\n${text}${guide}`.trimEnd();
    });
  }
  addMoved(program);
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
