/** What `stretch` would ask, found out by letting promptfoo render every prompt without asking anybody. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../base/files/temporary-folder.js';
import { UserError } from '../../../base/user-error.js';
import type { Rehearsal, StretchOptions } from './hook.js';

/**
 * @param args - of `promptfoo eval`: configs, repeats and filters
 * @param evaluate - runs promptfoo until something is there, with no keys in its environment
 * @throws {UserError} where the config cannot be read or stretched
 */
export function rehearse(
  options: StretchOptions,
  args: readonly string[],
  evaluate: (
    args: readonly string[],
    environment: Record<string, string>,
    isDone: () => boolean,
  ) => Promise<unknown>,
): Promise<Rehearsal> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'rehearsed.json');
    const module = join(folder, 'rehearse.mjs');
    writeFileSync(module, hookModule('rehearsing', [options, file]));
    // A file of our own: promptfoo would else write answers that nobody gave into the one that the config names.
    const output = ['-o', join(folder, 'rehearsal.json'), '--no-table', '--no-progress-bar'];
    await evaluate(
      ['-x', `file://${module}:beforeAll`, ...output, '-j', '32', ...args],
      { COUNTING_STARS_REPORT: 'off' },
      () => existsSync(file),
    );
    const found = JSON.parse(readFileSync(file, 'utf8')) as Rehearsal;
    if (found.error !== undefined) throw new UserError(found.error);
    if (found.prompts.flat().length > 0) return found;
    throw new UserError(
      'The config asks nothing: no test is left for any provider. See what `npx promptfoo eval` does with it.',
    );
  });
}

/** A module that promptfoo runs as a hook, with what it is told: promptfoo stores where it is, and nothing else. */
export function hookModule(name: 'rehearsing' | 'stretching', given: readonly unknown[]): string {
  const hook = JSON.stringify(new URL('./hook.js', import.meta.url).href);
  const told = given.map((one) => JSON.stringify(one, null, 2)).join(', ');
  return `// ${HOOK_MARK}\nimport { ${name} } from ${hook};\n\nexport const beforeAll = ${name}(${told});\n`;
}

/** The first line of such a module. */
export const HOOK_MARK = 'Written by `promptfoo-counting-stars stretch`.';
