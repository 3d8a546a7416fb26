/** Rejects arguments of `search` and `gate --run`, which send prompts in rounds. */
import type { Command } from 'commander';
import { UserError } from '../base/user-error.js';
import { refuseWord } from './arguments.js';

type Asking = 'search' | 'gate --run';

/** Options of promptfoo that these commands set themselves. */
const OWN = /^(-c|--config|-o|--output|--resume|--description)(=|$)/;

/** Rejects words before `--`, and options that the command sets itself. */
export function refuseArguments(asking: Asking, args: readonly string[]): void {
  refuseWord(asking, args, '--filter-providers gpt');
  const own = args.find((arg) => OWN.test(arg) || (asking === 'search' && /^--repeat\b/.test(arg)));
  if (own === undefined) return;
  throw new UserError(
    `${asking} can't pass ${own} to promptfoo. It takes configs with -c before --, and writes its own results.`,
  );
}

/** Options that can't change on `--resume`. */
const FIXED: Readonly<Record<Asking, readonly string[]>> = {
  search: ['config', 'generator', 'from', 'to', 'metric', 'threshold', 'price', 'thinking', 'seed'],
  'gate --run': [
    'config',
    'baseline',
    'budget',
    'price',
    'thinking',
    'metric',
    'maxDrop',
    'prove',
    'alpha',
    'detect',
    'compare',
    'allow',
  ],
};

export function refuseChanges(asking: Asking, command: Command, args: readonly string[]): void {
  const given = FIXED[asking].find((name) => command.getOptionValueSource(name) === 'cli');
  if (given === undefined && args.length === 0) return;
  const flag = command.options.find((option) => option.attributeName() === given)?.long;
  throw new UserError(
    `--resume continues ${asking} as it was started. Leave out ${flag ?? args[0]}, or choose another --out.`,
  );
}
