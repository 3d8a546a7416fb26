/** Arguments of the search command, and those of promptfoo behind them. */
import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../case.js';

/** A ratio of two bounds. */
export function ratioArgument(text: string): number {
  const value = Number(text);
  if (!(value > 1 && Number.isFinite(value))) {
    throw new InvalidArgumentError('It must be a number above 1, for example 2 for an octave.');
  }
  return value;
}

/** An amount of money. */
export function amountArgument(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) {
    throw new InvalidArgumentError('It must be a number above 0, for example 2.50.');
  }
  return value;
}

/** How often something is tried again. */
export function retriesArgument(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 100) {
    throw new InvalidArgumentError('It must be a whole number from 0 to 100.');
  }
  return value;
}

/** Arguments of promptfoo stand behind `--`, and none of them may be our own. */
export function refuseArguments(args: readonly string[]): void {
  const [first] = args;
  if (first !== undefined && !first.startsWith('-')) {
    throw new UserError(
      `search takes no "${first}". Name a config with -c, and give options of promptfoo behind --, for ` +
        'example `search -- --filter-providers gpt`.',
    );
  }
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
const FIXED = ['config', 'generator', 'shortest', 'longest', 'threshold', 'price', 'batch', 'seed'];

export function refuseChanges(command: Command, args: readonly string[]): void {
  const given = FIXED.find((name) => command.getOptionValueSource(name) === 'cli');
  if (given === undefined && args.length === 0) return;
  throw new UserError(
    `--resume goes on with a search as it was started, so ${given === undefined ? args[0] : `--${given}`} ` +
      'cannot be given with it. Leave it out, or start another search with another --out.',
  );
}
