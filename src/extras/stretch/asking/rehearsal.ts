/** What `stretch` would ask, found out by letting promptfoo render every prompt without asking anybody. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../base/files/temporary-folder.js';
import { UserError } from '../../../base/user-error.js';
import type { PlannedProvider } from '../../../measuring/planning/suite.js';
import type { Rehearsed, StretchOptions } from './hook.js';

export interface Rehearsal {
  providers: PlannedProvider[];
  /** For each provider: tokens of each prompt as it is, once for each repeat. */
  prompts: number[][];
  /** What assertions look for and the text around prompts has all the same. */
  unavoidable: string[];
  /** How many tests of our generators are not asked. */
  leftOut: number;
  /** The language of the text around prompts: that of the tests. */
  language: string;
}

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
    const file = join(folder, 'rehearsed.jsonl');
    const module = join(folder, 'rehearse.mjs');
    writeFileSync(module, hookModule('rehearsing', [options, file]));
    // A file of our own: promptfoo would else write answers that nobody gave into the one that the config names.
    const output = ['-o', join(folder, 'rehearsal.json'), '--no-table', '--no-progress-bar'];
    await evaluate(
      ['-x', `file://${module}:beforeAll`, ...output, '-j', '32', ...args],
      { COUNTING_STARS_REPORT: 'off' },
      () => existsSync(file),
    );
    return rehearsalOf(readFileSync(file, 'utf8'));
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

function rehearsalOf(lines: string): Rehearsal {
  const all = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Rehearsed);
  const found: Rehearsal = {
    providers: [],
    prompts: [],
    unavoidable: [],
    leftOut: 0,
    language: 'en',
  };
  for (const line of all) {
    if ('error' in line) throw new UserError(line.error);
    if ('providers' in line) {
      found.providers = line.providers;
      found.prompts = line.providers.map(() => []);
    } else if ('tokens' in line) found.prompts[line.provider]!.push(line.tokens);
    else Object.assign(found, line);
  }
  if (found.prompts.every((prompts) => prompts.length === 0)) {
    throw new UserError(
      'The config asks nothing: no test is left for any provider. See what `npx promptfoo eval` does with it.',
    );
  }
  return found;
}
