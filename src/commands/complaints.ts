import { CommanderError } from 'commander';
import { problemText } from '../base/files/file-problem.js';
import { oneLine, print } from '../base/safe-output.js';
import { redactText } from '../base/secrets.js';
import { UserError } from '../base/user-error.js';
import { EXIT_ERROR } from '../measuring/verdicts/gate/exit-codes.js';

/** Ends a command that failed. Exit codes 1 and 2 are verdicts of commands that judge results. */

/**
 * Prints an error in one line. DEBUG adds the stack.
 * @param guide - the command's page, for mistakes of users whose message names no other
 * @returns the exit code: 0 after help and version, else 3
 */
export function complain(error: unknown, guide?: string): number {
  // commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_ERROR;
  const isMistake = error instanceof UserError && !/\bSee docs\//.test(error.message);
  const more = guide && isMistake ? ` See ${guide}.` : '';
  print(process.stderr, redactText(`error: ${complaint(error)}${more}\n`));
  return EXIT_ERROR;
}

function complaint(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UserError) return oneLine(error.message);
  if (process.env.DEBUG) return error.stack ?? error.message;
  const problem = problemText(error);
  if (problem !== undefined)
    return `${oneLine(pathOf(error))}: ${problem}. Give another path, or put this one right.`;
  return `${error.message}\nRun it again with DEBUG=1 to see where that happened.`;
}

function pathOf(error: NodeJS.ErrnoException): string {
  return error.path ?? (error.syscall === 'write' ? 'Standard output' : 'A file');
}

/** Continues when the reader of our output stops (`head`): files are still written, and the exit code is still right. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
