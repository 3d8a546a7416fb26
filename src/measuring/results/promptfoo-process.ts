import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isFile } from '../../base/files/files.js';
import { UserError } from '../../base/user-error.js';

/** Explains an error of promptfoo if another process was writing to its database. */
export function lockedDatabase(output: string): string | undefined {
  if (!/SQLITE_BUSY|database is locked/.test(output)) return undefined;
  return (
    "promptfoo's database is locked: another evaluation is writing to it. Try again when that is done, " +
    'or give evaluations that run at the same time a PROMPTFOO_CONFIG_DIR each.'
  );
}

/**
 * Finds the package.json of promptfoo in the user's project, or next to this package.
 *
 * @throws {UserError} when it is not installed
 */
export function promptfooManifest(): string {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return findManifest(createRequire(from).resolve('promptfoo'));
    } catch {
      // Not installed there.
    }
  }
  throw new UserError('promptfoo is not installed. Install it with: npm install promptfoo');
}

function findManifest(file: string): string {
  let folder = dirname(file);
  while (!isFile(join(folder, 'package.json')) || !isPromptfoo(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('no package.json of promptfoo');
    folder = parent;
  }
  return join(folder, 'package.json');
}

function isPromptfoo(manifest: string): boolean {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'promptfoo';
}

export interface PromptfooRun {
  exitCode: number | null;
  output: string;
}

/**
 * Runs a command of promptfoo and waits for its end.
 *
 * @param env - variables besides those of this process
 * @param onStart - is told the process at once; its hooks can exchange messages with this one
 * @throws {UserError} when promptfoo is not installed
 */
export async function runPromptfoo(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  onStart: (pid: number, child: ChildProcess) => void = () => {},
): Promise<PromptfooRun> {
  const output: string[] = [];
  const child = spawn(process.execPath, [promptfooEntry(), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, PROMPTFOO_DISABLE_UPDATE: '1', ...env },
  });
  const kill = () => child.kill('SIGKILL');
  // It would go on spending after the end of this process.
  process.prependOnceListener('exit', kill);
  if (child.pid !== undefined) onStart(child.pid, child);
  for (const stream of [child.stdout, child.stderr]) {
    stream!.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).finally(() => process.off('exit', kill));
  return { exitCode, output: output.join('') };
}

function promptfooEntry(): string {
  const manifest = promptfooManifest();
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  return join(dirname(manifest), bin.promptfoo!);
}

const OLD_NODE = /requires a supported Node\.js runtime\.?\s+Detected: (\S+)\s+Required: (\S+)/;

const THROWN = /^(\w*(Error|Exception)|error): /;

/** Extracts our generator's error unchanged, or else promptfoo's complaint. */
export function complaintOf(printed: string): string {
  const output = stripVTControlCharacters(printed);
  const [, detected, required] = OLD_NODE.exec(output) ?? [];
  if (detected) {
    return (
      `The installed promptfoo needs Node ${required}, but this is ${detected}. Install that Node, or an older ` +
      'promptfoo. See docs/start.md#node.'
    );
  }
  // `promptfoo eval` prints our sentence alone (base/promptfoo-cli.ts).
  const ours =
    /\[UserError: (.*)\]\s*$/m.exec(output) ?? /(?:UserError|^error): (.*)/m.exec(output);
  if (ours) return ours[1]!.trim();
  const locked = lockedDatabase(output);
  if (locked) return locked;
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\(node:|^\(Use `node|^Starting evaluation/.test(line));
  const found = lines.findIndex((line) => THROWN.test(line));
  const [first = 'no reason given', next = ''] = lines.slice(Math.max(0, found));
  // "Invalid configuration file x.yaml:", with the reason on the next line.
  const reason = (first.endsWith(':') ? `${first} ${next}` : first)
    .replace(THROWN, '')
    .replace(/[.:\s]+$/, '');
  const remedy = /identify provider|_API_KEY/.test(reason)
    ? 'Providers and the keys that they need: https://www.promptfoo.dev/docs/providers.'
    : 'See what `npx promptfoo validate` says of it, or name another with -c.';
  return `promptfoo could not read the config (${reason}). ${remedy}`;
}
