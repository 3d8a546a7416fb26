/** Runs the user's promptfoo as a process, for what only promptfoo does exactly as promptfoo. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promptfooManifest } from './promptfoo-process.js';

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
