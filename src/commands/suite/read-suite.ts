import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder } from '../../base/files/temporary-folder.js';
import { redactText } from '../../base/secrets.js';
import { languageAsked } from '../../base/text/speaking.js';
import { UserError } from '../../base/user-error.js';
import type { PlannedSuite } from '../../measuring/planning/suite.js';
import { complaintOf, runPromptfoo } from '../../measuring/results/promptfoo-process.js';
import { givenCount } from './repeat.js';

/** The variable that holds what `hook.ts` is to plan, as JSON. */
export const PLAN_VARIABLE = 'COUNTING_STARS_PLAN';

export interface PlanRequest {
  /** The file that the planned suite is written to. */
  file: string;
  /** Configs of the command line. None means the one that promptfoo finds by itself. */
  configs: string[];
  /** `--repeat` of the command line. */
  repeat?: number;
  /** The language that the user asked for. */
  language?: string;
}

/** promptfoo names at most this many missing keys one after the other. */
const ATTEMPTS = 4;

/**
 * Let the user's promptfoo read a config and say what it would ask. No provider is called, and no
 * evaluation is stored.
 *
 * @param configs - as for `promptfoo eval -c`; none for the config of the working folder
 * @param args - more arguments of `promptfoo eval`, such as filters
 * @throws {UserError} when promptfoo cannot read the config, a generator refuses its options, or nobody would be asked
 */
export async function readSuite(
  configs: readonly string[],
  args: readonly string[] = [],
): Promise<PlannedSuite> {
  const suite = await suiteOf(configs, args);
  if (suite.providers.length > 0) return suite;
  const { filters, others } = providerFilters(args);
  const all = filters.length > 0 ? (await suiteOf(configs, others)).providers : [];
  throw new UserError(
    all.length === 0
      ? 'The config has no provider. Add one to `providers`, such as openai:chat:gpt-5.6-terra.'
      : `${filters.join(' ')}: no provider of the config matches. Providers: ` +
          `${all.map(({ id, label }) => redactText(label ?? id)).join(', ')}.`,
  );
}

async function suiteOf(configs: readonly string[], args: readonly string[]): Promise<PlannedSuite> {
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

/** Arguments of promptfoo that choose providers, with their values, and all others. */
export function providerFilters(
  args: readonly string[],
): Record<'filters' | 'others', readonly string[]> {
  const isFilter = (arg?: string) => /^--filter-(providers|targets)(=|$)/.test(arg ?? '');
  const isPart = (arg: string, i: number) =>
    isFilter(arg) || (isFilter(args[i - 1]) && !args[i - 1]!.includes('='));
  return { filters: args.filter(isPart), others: args.filter((arg, i) => !isPart(arg, i)) };
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

/** Variables that promptfoo asks for: `✗ Missing OPENAI_API_KEY (openai:gpt-5.6-terra)`. */
export function missingKeys(output: string): string[] {
  return [...output.matchAll(/✗ Missing ([A-Z][A-Z0-9_]*) \(/g)].map(([, name]) => name!);
}
