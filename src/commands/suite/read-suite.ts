import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder } from '../../base/files/temporary-folder.js';
import { languageAsked } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import type { PlannedSuite } from '../../measuring/plan/suite.js';
import { complaintOf } from '../../measuring/results/promptfoo-complaint.js';
import { runPromptfoo } from '../../measuring/results/promptfoo-process.js';
import { PLAN_VARIABLE, type PlanRequest } from './hook.js';
import { givenCount } from './repeat.js';

/** promptfoo names at most this many missing keys one after the other. */
const ATTEMPTS = 4;

/**
 * Let the user's promptfoo read a config and say what it would ask. No provider is called, and no
 * evaluation is stored.
 *
 * @param configs - as for `promptfoo eval -c`; none for the config of the working folder
 * @param args - more arguments of `promptfoo eval`, such as filters
 * @throws {UserError} when promptfoo cannot read the config, or a generator refuses its options
 */
export async function readSuite(
  configs: readonly string[],
  args: readonly string[] = [],
): Promise<PlannedSuite> {
  const repeat = givenCount(args, /^--repeat$/, /^--repeat=(.*)$/);
  const hook = fileURLToPath(new URL('./hook.js', import.meta.url));
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'suite.json');
    const language = languageAsked();
    const request: PlanRequest = {
      ...{ file, configs: [...configs] },
      ...(repeat && { repeat }),
      ...(language !== undefined && { language }),
    };
    await evaluateWithoutKeys(
      [
        ...['-x', `file://${hook}:beforeAll`],
        ...configs.flatMap((config) => ['-c', config]),
        ...args,
      ],
      { [PLAN_VARIABLE]: JSON.stringify(request) },
      () => existsSync(file),
    );
    return JSON.parse(readFileSync(file, 'utf8')) as PlannedSuite;
  });
}

/**
 * Let the user's promptfoo evaluate with a hook that keeps it from calling anybody. Nothing is stored, and no key is
 * needed.
 *
 * @param isDone - whether the hook did what it is for
 * @throws {UserError} with what promptfoo complains of, when it did not
 */
export async function evaluateWithoutKeys(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  isDone: () => boolean,
): Promise<void> {
  let output = '';
  const keys: Record<string, string> = {};
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    ({ output } = await runPromptfoo(['eval', '--no-write', '--no-share', ...args], {
      ...keys,
      ...variables,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
    }));
    if (isDone()) return;
    const missing = missingKeys(output).filter((name) => !Object.hasOwn(keys, name));
    if (missing.length === 0) break;
    // promptfoo asks for keys before it runs hooks. Nobody is called, so no key is needed.
    for (const name of missing) keys[name] = 'not-needed-for-a-plan';
  }
  throw new UserError(complaintOf(output));
}

/** Variables that promptfoo asks for: `✗ Missing OPENAI_API_KEY (openai:gpt-4.1)`. */
export function missingKeys(output: string): string[] {
  return [...output.matchAll(/✗ Missing ([A-Z][A-Z0-9_]*) \(/g)].map(([, name]) => name!);
}
