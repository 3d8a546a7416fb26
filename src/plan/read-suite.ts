import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { UserError } from '../case.js';
import { inTemporaryFolder } from '../files/temporary-folder.js';
import { lockedDatabase, runPromptfoo } from '../results/promptfoo-process.js';
import { PLAN_VARIABLE, type PlanRequest } from './hook.js';
import { givenCount } from './repeat.js';
import type { PlannedSuite } from './suite.js';

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
    const request: PlanRequest = { file, configs: [...configs], ...(repeat && { repeat }) };
    let output = '';
    const keys: Record<string, string> = {};
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      ({ output } = await runPromptfoo(
        [
          ...['eval', '--no-write', '--no-share', '-x', `file://${hook}:beforeAll`],
          ...configs.flatMap((config) => ['-c', config]),
          ...args,
        ],
        {
          ...keys,
          [PLAN_VARIABLE]: JSON.stringify(request),
          PROMPTFOO_DISABLE_TELEMETRY: '1',
          NO_COLOR: '1',
          FORCE_COLOR: '0',
        },
      ));
      if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as PlannedSuite;
      const missing = missingKeys(output).filter((name) => !Object.hasOwn(keys, name));
      if (missing.length === 0) break;
      // promptfoo asks for keys before it runs hooks. Nobody is called, so no key is needed.
      for (const name of missing) keys[name] = 'not-needed-for-a-plan';
    }
    throw new UserError(complaintOf(output));
  });
}

/** What some releases of promptfoo say, in colour, when Node is too old for them. */
const OLD_NODE = /requires a supported Node\.js runtime\.?\s+Detected: (\S+)\s+Required: (\S+)/;

/** Variables that promptfoo asks for: `✗ Missing OPENAI_API_KEY (openai:gpt-4.1)`. */
export function missingKeys(output: string): string[] {
  return [...output.matchAll(/✗ Missing ([A-Z][A-Z0-9_]*) \(/g)].map(([, name]) => name!);
}

/** How a line with an error begins. */
const THROWN = /^(\w*(Error|Exception)|error): /;

/**
 * One sentence out of promptfoo's output: that of a generator of ours unchanged, otherwise what
 * promptfoo complains of.
 */
export function complaintOf(printed: string): string {
  const output = stripVTControlCharacters(printed);
  const [, detected, required] = OLD_NODE.exec(output) ?? [];
  if (detected) {
    return `The installed promptfoo needs Node ${required}, but this is ${detected}. Use another Node.`;
  }
  const own = /\[UserError: (.*)\]\s*$/m.exec(output) ?? /UserError: (.*)/.exec(output);
  if (own) return own[1]!.trim();
  const locked = lockedDatabase(output);
  if (locked) return locked;
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\(node:|^\(Use `node|^Starting evaluation/.test(line));
  const found = lines.findIndex((line) => THROWN.test(line));
  const [first = 'no reason given', next = ''] = lines.slice(Math.max(0, found));
  // "Invalid configuration file x.yaml:", and what is invalid on the next line.
  const reason = (first.endsWith(':') ? `${first} ${next}` : first)
    .replace(THROWN, '')
    .replace(/[.:\s]+$/, '');
  const remedy = /identify provider|_API_KEY/.test(reason)
    ? 'Providers and the keys that they need: https://www.promptfoo.dev/docs/providers.'
    : 'See what `npx promptfoo validate` says of it, or name another with -c.';
  return `promptfoo could not read the config (${reason}). ${remedy}`;
}
