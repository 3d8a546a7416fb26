/** Commands that are part of another one now: their old names say so, and do nothing. */
import type { Command } from 'commander';
import { UserError } from '../base/user-error.js';

const MOVED: Readonly<Record<string, string>> = {
  board: 'board is now report.',
  'own-tests': 'own-tests is now gate, which judges failing tests that the baseline lacks.',
  recheck: 'recheck is now gate --run.',
};

export function addMoved(program: Command): void {
  for (const [name, said] of Object.entries(MOVED)) {
    program
      .command(name, { hidden: true })
      .argument('[any...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(() => {
        throw new UserError(said);
      });
  }
}
