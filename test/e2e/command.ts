/** Our own commands, as they are built, in the process of the test: a Node of their own is most of what they take. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { environment, type ProcessResult, type Project, ROOT } from './promptfoo.js';

async function built<Exports>(file: string): Promise<Exports> {
  return (await import(pathToFileURL(join(ROOT, 'dist', 'commands', file)).href)) as Exports;
}

/** Run a command in a project's folder; what a person reads on both streams, and how it would end. */
export async function ours(project: Project, args: readonly string[]): Promise<ProcessResult> {
  const { commandLine } = await built<{ commandLine: () => Command }>('command-line.js');
  const { complain } = await built<{ complain: (error: unknown) => number }>('complaints.js');
  let output = '';
  const write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    output += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
  const { stdout, stderr, env, exitCode } = process;
  const [toStdout, toStderr, folder] = [stdout.write, stderr.write, process.cwd()];
  process.chdir(project.path);
  process.env = environment(project.state);
  stdout.write = write as typeof stdout.write;
  stderr.write = write as typeof stderr.write;
  process.exitCode = undefined;
  try {
    await commandLine().parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode = complain(error);
  } finally {
    stdout.write = toStdout;
    stderr.write = toStderr;
    process.env = env;
    process.chdir(folder);
  }
  const ended = { exitCode: Number(process.exitCode ?? 0), output };
  process.exitCode = exitCode;
  return ended;
}
