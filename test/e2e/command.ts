/** Our own commands, as they are built, in the process of the test: a Node of their own is most of what they take. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { environment, type ProcessResult, ROOT } from './promptfoo.js';

async function built<Exports>(file: string): Promise<Exports> {
  return (await import(pathToFileURL(join(ROOT, 'dist', 'commands', file)).href)) as Exports;
}

/** How a command would end as a process, and what it wrote: on both streams as it came, and on each. */
export interface Ended extends ProcessResult {
  stdout: string;
  stderr: string;
}

/** Run a command in a project's folder; what a person reads, and how it would end. */
export async function ours(
  project: { path: string; state: string },
  args: readonly string[],
): Promise<ProcessResult> {
  const { exitCode, output } = await ended(project, args);
  return { exitCode, output };
}

/** The same, with what it wrote on each stream. */
export async function ended(
  project: { path: string; state: string },
  args: readonly string[],
): Promise<Ended> {
  const { commandLine } = await built<{ commandLine: () => Promise<Command> }>('command-line.js');
  const { complain } = await built<{ complain: (error: unknown) => number }>('complaints.js');
  const written = { output: '', stdout: '', stderr: '' };
  const writer = (stream: 'stdout' | 'stderr') =>
    ((data: string | Uint8Array, ...rest: unknown[]): boolean => {
      const text = typeof data === 'string' ? data : Buffer.from(data).toString('utf8');
      written.output += text;
      written[stream] += text;
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }) as typeof process.stdout.write;
  const { stdout, stderr, env, exitCode } = process;
  const [toStdout, toStderr, folder] = [stdout.write, stderr.write, process.cwd()];
  process.chdir(project.path);
  process.env = environment(project.state);
  stdout.write = writer('stdout');
  stderr.write = writer('stderr');
  process.exitCode = undefined;
  try {
    await (await commandLine()).parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode = complain(error);
  } finally {
    stdout.write = toStdout;
    stderr.write = toStderr;
    process.env = env;
    process.chdir(folder);
  }
  const code = Number(process.exitCode ?? 0);
  process.exitCode = exitCode;
  return { exitCode: code, ...written };
}
