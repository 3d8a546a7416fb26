/** The ways in which a compaction is called: a function, a program. */

import { execFile } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFile } from '../../../base/files/files.js';
import { bytesText } from '../../../base/limits.js';
import { oneLine } from '../../../base/safe-output.js';
import { parseJson } from '../../../base/text/from-json.js';
import { UserError } from '../../../base/user-error.js';
import type { Turn } from '../../../haystack/messages/transcript.js';
import type { GivenCompaction } from '../../../options/compact-option.js';
import { FailedCompaction } from './failed-compaction.js';

/** What a compaction is called with; never the question, the facts or the labels. */
export interface CompactInput {
  version: 1;
  /** All turns before the question, or so far, system turns included. */
  turns: readonly Turn[];
  /** The same as messages in OpenAI's form. */
  messages: readonly object[];
  /** Which of several samples of this history it is, from 1. */
  sample: number;
  /** Which of several passes over a growing history it is, from 1. */
  pass: number;
  /** Tokens above which the history is shortened; of one that is shortened once, its length. */
  maxTokens: number;
  /** A seed for chance of its own, another one for each history and sample. */
  seed: number;
}

/** What a function is called with. */
export interface CompactorInput extends CompactInput {
  /** How many tokens a text has, in the tokenizer of the Case. */
  count(text: string): number;
}

/**
 * A compaction: what is kept of a history, as turns, as messages in OpenAI's or Anthropic's form, or as
 * one text, which the user then says; or an object with `turns`, `messages` or `text`.
 *
 * @example
 * export const withoutTools = ({ turns }) => turns.filter(({ role }) => role !== 'call' && role !== 'result')
 */
export type Compact = (history: CompactorInput) => unknown;

/**
 * What a compaction returns for an input.
 *
 * @throws {FailedCompaction} when it fails
 * @throws {UserError} when there is no such function
 */
export async function called(
  compaction: GivenCompaction,
  input: CompactInput,
  count: (text: string) => number,
): Promise<unknown> {
  const { command, timeout } = compaction;
  if (command) return parsed(await outputOf(command, JSON.stringify(input), timeout));
  const compact = await loadFunction(compaction.function!);
  // What it does with its copy changes nothing of ours.
  return inTime(timeout, async () => compact({ ...structuredClone(input), count }));
}

/** Where a file is: in the folder promptfoo is started in, or beside a config that its command line names. */
export function programPath(file: string): string {
  if (isFile(file)) return file;
  const given = process.argv.flatMap((one, i) => {
    const [, inOne] = /^--config=(.*)$/s.exec(one) ?? [];
    return inOne ?? (/^(?:-c|--config)$/.test(one) ? (process.argv[i + 1] ?? []) : []);
  });
  return given.map((config) => join(dirname(config), file)).find(isFile) ?? file;
}

/** @throws {UserError} when the file cannot be loaded or exports no such function */
export async function loadFunction(reference: string): Promise<Compact> {
  const colon = reference.lastIndexOf(':');
  const [file, name] = [reference.slice(0, colon), reference.slice(colon + 1)];
  let exported: Record<string, unknown>;
  try {
    exported = await import(pathToFileURL(resolve(programPath(file))).href);
  } catch (error) {
    throw new UserError(
      `compact: ${reference} cannot be loaded: ${(error as Error).message}. Give a JavaScript file relative to ` +
        'the folder promptfoo is started in or that of its config, and the name of a function that it exports.',
    );
  }
  const found = exported[name];
  if (typeof found === 'function') return found as Compact;
  throw new UserError(
    `compact: ${file} exports no function "${name}". It exports ${Object.keys(exported).sort().join(', ') || 'nothing'}.`,
  );
}

async function inTime(seconds: number, call: () => Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer(seconds)), seconds * 1000);
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    throw error instanceof FailedCompaction
      ? error
      : new FailedCompaction('throws', messageOf(error));
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer(seconds: number): FailedCompaction {
  return new FailedCompaction(`no answer in ${seconds} s`);
}

function messageOf(error: unknown): string {
  return shortLine(error instanceof Error ? error.message : String(error));
}

/** What reports show of a complaint. */
const LONGEST_DETAIL = 120;

function shortLine(text: string): string {
  return oneLine(text.trim()).slice(0, LONGEST_DETAIL);
}

/** The line that names the error: Python's last one, and in Node the one above the stack. */
function complaintIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return shortLine(
    lines.findLast((line) => /^[\w.]*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1)!,
  );
}

/** What is kept of a history is shorter than it; whatever its form, it needs no more room than this, in bytes. */
function mostFor(input: string): number {
  return Math.max(LEAST_ROOM, 4 * input.length);
}

const LEAST_ROOM = 16 * 1024 * 1024;

/** What a program writes to its standard output; no shell reads its arguments. */
function outputOf(
  [program, ...args]: readonly [string, ...string[]],
  input: string,
  seconds: number,
): Promise<string> {
  const maxBuffer = mostFor(input);
  const limits = { timeout: seconds * 1000, killSignal: 'SIGKILL', maxBuffer } as const;
  return new Promise((succeed, fail) => {
    const child = execFile(program, args.map(programPath), limits, (error, stdout, stderr) => {
      if (!error) return succeed(stdout);
      const { code, signal, killed } = error;
      if (String(code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
        fail(new FailedCompaction(`more than ${bytesText(maxBuffer)}`));
      else if (killed) fail(noAnswer(seconds));
      else if (typeof code === 'string')
        fail(new FailedCompaction('does not start', messageOf(error)));
      else {
        const how = signal ? `ended by ${signal}` : `exit ${code}`;
        fail(new FailedCompaction(how, complaintIn(stderr)));
      }
    });
    // A program that never reads its input breaks the pipe; what it returns counts.
    child.stdin!.on('error', () => {});
    child.stdin!.end(input);
  });
}

function parsed(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new FailedCompaction('no JSON', text.trim() === '' ? 'nothing' : shortLine(text));
}
