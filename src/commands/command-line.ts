import { Command, Help, Option } from 'commander';
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { SPOKEN, speakAlways } from '../base/text/speaking.js';
import { packageVersion } from '../base/version.js';
import { addBaseline } from './baseline.js';
import { addGate } from './gate.js';
import { addHistory } from './history.js';
import { addInit } from './init.js';
import { addMoved } from './moved.js';
import { addPlan } from './plan.js';
import { addPresets } from './presets.js';
import { addReport } from './report.js';
import { addSchema } from './schema.js';
import { addSearch } from './search.js';
import { addSession } from './session.js';
import { addShow } from './show.js';
import { addStretch } from './stretch.js';
import { addTry } from './try.js';

/** What stands below the options of each command. */
const HELP = z.record(z.string(), z.string());

/** The command line: all commands with their options. It does nothing until it parses arguments. */
export function commandLine(): Command {
  const program = new Command('promptfoo-counting-stars')
    .description('Long-context benchmarks for promptfoo: reports and regression gates.')
    .version(packageVersion())
    .showHelpAfterError('Run with --help for all options and examples.')
    .configureHelp({
      helpWidth: 80,
      optionDescription: (option) =>
        new Help().optionDescription(option).replace(/ \(default: (\[]|""|false)\)$/, ''),
    })
    .exitOverride();

  addReport(program);
  addPresets(program);
  addBaseline(program);
  addGate(program);
  addHistory(program);
  addInit(program);
  addPlan(program);
  addSchema(program);
  addSearch(program);
  addSession(program);
  addShow(program);
  addStretch(program);
  addTry(program);
  for (const command of program.commands) {
    // A schema is for programs.
    if (command.name() !== 'schema') command.addOption(languageOption());
    command.hook('preAction', () => {
      speakAlways(command.opts<{ language?: string }>().language);
    });
  }
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

/** A command speaks the language of the tests, unless it is asked for another. */
function languageOption(): Option {
  return new Option(
    '--language <code>',
    'language of what is printed and written (default: that of the tests if it is one of these, else English)',
  ).choices(['en', ...SPOKEN]);
}

/** Guides that have another name than their command, or are of one of its options. */
const GUIDES: Readonly<Record<string, string>> = {
  baseline: 'gate',
  history: 'gate',
  init: 'start',
  'init --own': 'own-pipeline',
  'own-tests': 'gate',
  'plan --suite': 'gate-your-tests',
  presets: 'which-benchmark',
  recheck: 'gate',
  report: 'how-to-read-the-report',
  schema: 'options',
  session: 'own-history',
  show: 'start',
  try: 'start',
};

/** The page that explains a command with the options that it was given, as a path in this package. */
export function guideTo(command: Command): string {
  const name = command.name();
  const given = Object.keys(command.opts()).map((option) => GUIDES[`${name} --${option}`]);
  return `docs/${given.find((page) => page !== undefined) ?? GUIDES[name] ?? name}.md`;
}
