/** Rejects arguments of commands that send prompts through promptfoo. */
import type { Command } from 'commander';
import { UserError } from '../base/user-error.js';

type Asking = 'search' | 'gate --run' | 'stretch';

/** Options of promptfoo that these commands set themselves, and an example of others. */
const SET: Readonly<Record<Asking, readonly [set: RegExp, example: string]>> = {
  search: [
    /^(-c|--config|-o|--output|--repeat|--resume|--description)(=|$)/,
    '--filter-providers gpt',
  ],
  'gate --run': [
    /^(-c|--config|-o|--output|--resume|--description)(=|$)/,
    '--filter-providers gpt',
  ],
  stretch: [
    /^(-c|--config|-o|--output|--repeat|--resume|--retry-errors|-w|--watch)(=|$)/,
    '--filter-first-n 20',
  ],
};

/** Rejects words before `--`, since options of promptfoo come after it, and options that the command sets itself. */
export function refuseArguments(asking: Asking, args: readonly string[]): void {
  const [set, example] = SET[asking];
  const [first] = args;
  if (first !== undefined && !/^-./.test(first)) {
    throw new UserError(
      `${asking} takes no "${first}". Pass a config with -c, and options of promptfoo after --, such as ` +
        `\`${asking} -- ${example}\`.`,
    );
  }
  const given = args.find((arg) => set.test(arg));
  if (given === undefined) return;
  throw new UserError(
    `${asking} can't pass ${given} to promptfoo. Use the option of ${asking} before --, or leave it out.`,
  );
}

/** Options that can't change on `--resume`. */
const FIXED: Readonly<Record<'search' | 'gate --run', readonly string[]>> = {
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

export function refuseChanges(
  asking: keyof typeof FIXED,
  command: Command,
  args: readonly string[],
): void {
  const given = FIXED[asking].find((name) => command.getOptionValueSource(name) === 'cli');
  if (given === undefined && args.length === 0) return;
  const flag = command.options.find((option) => option.attributeName() === given)?.long;
  throw new UserError(
    `--resume continues ${asking} as it was started. Leave out ${flag ?? args[0]}, or choose another --out.`,
  );
}
