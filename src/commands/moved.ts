/** Answers old names of commands and options with their new name. */
import type { Command } from 'commander';
import { UserError } from '../base/user-error.js';

const COMMANDS: Readonly<Record<string, string>> = {
  board: 'report',
  'own-tests': 'gate',
  presets: 'init --preset list',
  recheck: 'gate --run',
  session: 'init --session FILE',
};

const OUT = '--out FILE';

const OPTIONS: Readonly<Record<string, string>> = {
  '--measure': '--metric',
  '--margin': '--prove',
  '--min-effective-length': '--min-length',
  '--shortest': '--from',
  '--longest': '--to',
  '--html': `${OUT}.html`,
  '--markdown': `${OUT}.md`,
  '--junit': `${OUT}.xml`,
  '--format': OUT,
  '--more': '--resume --seeds',
  '--suite': 'plan FILE',
};

/** Old options whose name another command still has, or that are gone. */
const SPECIAL: Readonly<Record<string, string>> = {
  'show --provider': '--provider is now --filter-providers.',
  'gate --floors-by': '--floors-by is gone: minimums are judged by the low end of the interval.',
  'try --flex': '--flex is gone: set `service_tier: flex` in the config of the provider.',
};

export function addMoved(program: Command): void {
  for (const [name, now] of Object.entries(COMMANDS)) {
    program
      .command(name, { hidden: true })
      .argument('[any...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(() => {
        throw new UserError(`${name} is now ${now}.`);
      });
  }
}

/**
 * @param args - of the command line, from the command's name on
 * @throws {UserError} for the old name of an option
 */
export function refuseMoved([command = '', ...args]: readonly string[]): void {
  const end = args.indexOf('--');
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    const [name = ''] = arg.split('=');
    const special = SPECIAL[`${command} ${name}`];
    if (special !== undefined) throw new UserError(special);
    if (command in COMMANDS || !Object.hasOwn(OPTIONS, name)) continue;
    throw new UserError(`${name} is now ${OPTIONS[name]}.`);
  }
}
