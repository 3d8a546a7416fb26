/** Arguments that a search refuses. */
import type { Command } from 'commander';
import { UserError } from '../base/user-error.js';
import { refuseWord } from './arguments.js';

/** Arguments of promptfoo stand behind `--`, and none of them may be our own. */
export function refuseArguments(args: readonly string[]): void {
  refuseWord('search', args, '--filter-providers gpt');
  const own = args.find((arg) =>
    /^(-c|--config|-o|--output|--repeat|--resume|--description)(=|$)/.test(arg),
  );
  if (own === undefined) return;
  throw new UserError(
    `search takes no ${own} behind --: it names configs with -c before it, writes its own results, and asks ` +
      'every prompt once. Leave it out.',
  );
}

/** What a search is about cannot change in its middle. */
const FIXED = [
  'config',
  'generator',
  'shortest',
  'longest',
  'measure',
  'threshold',
  'price',
  'batch',
  'seed',
];

export function refuseChanges(command: Command, args: readonly string[]): void {
  const given = FIXED.find((name) => command.getOptionValueSource(name) === 'cli');
  if (given === undefined && args.length === 0) return;
  throw new UserError(
    `--resume goes on with a search as it was started, so ${given === undefined ? args[0] : `--${given}`} ` +
      'cannot be given with it. Leave it out, or start another search with another --out.',
  );
}
