/** The ways in which a compaction is called: a function, a program, a server. */

import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFile } from '../../../base/files/files.js';
import { once } from '../../../base/kept.js';
import { bytesText } from '../../../base/limits.js';
import { oneLine } from '../../../base/safe-output.js';
import { parseJson } from '../../../base/text/from-json.js';
import { UserError } from '../../../base/user-error.js';
import type { Turn } from '../../../haystack/messages/transcript.js';
import type { GivenCompaction } from '../../../options/compact-option.js';

/** Reports a failed compaction, which is no mistake of the config and nothing that a model did. */
export class FailedCompaction extends Error {
  /**
   * @param kind - as reports count it: `exit 3`, `no answer in 60 s`
   * @param detail - what the program, the server or the function says of it
   */
  constructor(kind: string, detail = '') {
    super(detail === '' ? kind : `${kind}: ${detail}`);
  }
}

/** The input of a compaction. It never has the question, facts or labels. */
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
  const { command, url, timeout } = compaction;
  if (command) return parsed(await outputOf(command, JSON.stringify(input), timeout));
  if (url !== undefined) return parsed(await posted(url, JSON.stringify(input), timeout));
  const compact = await loadFunction(compaction.function!);
  // What it does with its copy changes nothing of ours.
  return inTime(timeout, async () => compact({ ...structuredClone(input), count }));
}

/** Finds a file in the working folder, or next to a config that the command line names. */
export function programPath(file: string): string {
  if (isFile(file)) return file;
  const given = process.argv.flatMap((argument, i) => {
    const [, inOne] = /^--config=(.*)$/s.exec(argument) ?? [];
    return inOne ?? (/^(?:-c|--config)$/.test(argument) ? (process.argv[i + 1] ?? []) : []);
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

/** Characters of a complaint that reports show. */
const LONGEST_DETAIL = 120;

function shortLine(text: string): string {
  return oneLine(text.trim()).slice(0, LONGEST_DETAIL);
}

/** Finds the line that names the error: the last one in Python, the one above the stack in Node. */
function complaintIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return shortLine(
    lines.findLast((line) => /^[\w.]*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1)!,
  );
}

/** Limits the output, in bytes. What is kept is shorter than the history, whatever its form. */
function mostFor(input: string): number {
  return Math.max(LEAST_ROOM, 4 * input.length);
}

const LEAST_ROOM = 16 * 1024 * 1024;

/** Kills running programs, whose process groups would outlive this process. */
const running = new Set<() => void>();
const watched = once(() =>
  process.on('exit', () => {
    for (const kill of running) kill();
  }),
);

/** Runs a program without a shell and returns its standard output. */
function outputOf(
  [program, ...args]: readonly [string, ...string[]],
  input: string,
  seconds: number,
): Promise<string> {
  return new Promise((succeed, fail) => {
    // In a group of its own, so that what it starts ends with it. Windows has no such groups.
    const detached = process.platform !== 'win32';
    const child = spawn(program, args.map(programPath), { stdio: 'pipe', detached });
    const kill = () => {
      try {
        if (detached && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // All of it has ended.
      }
    };
    watched();
    running.add(kill);
    const most = mostFor(input);
    const written = { stdout: '', stderr: '' };
    const end = (failure: FailedCompaction) => {
      kill();
      // A program that it started may hold these open.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      fail(failure);
    };
    const timer = setTimeout(() => end(noAnswer(seconds)), seconds * 1000);
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (part: string) => {
        written[name] += part;
        if (written[name].length > most) end(new FailedCompaction(`more than ${bytesText(most)}`));
      });
    }
    child.on('error', (error) => {
      clearTimeout(timer);
      running.delete(kill);
      fail(new FailedCompaction('does not start', messageOf(error)));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(kill);
      if (code === 0) return succeed(written.stdout);
      const said = complaintIn(written.stderr);
      fail(new FailedCompaction(signal ? `ended by ${signal}` : `exit ${code}`, said));
    });
    // A program that never reads its input breaks the pipe; what it returns counts.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

async function posted(url: string, body: string, seconds: number): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    // Another host that a server names is none that the config names: the history is not sent on to it.
    const redirect = 'manual';
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      const target = response.headers.get('location') ?? '';
      throw new FailedCompaction('redirects', `to ${shortLine(target)}; give that address`);
    }
    const text = await textWithin(response, response.ok ? mostFor(body) : LONGEST_COMPLAINT);
    if (response.ok) return text;
    throw new FailedCompaction(`HTTP ${response.status}`, shortLine(text));
  } catch (error) {
    if (error instanceof FailedCompaction) throw error;
    if (signal.aborted) throw noAnswer(seconds);
    const { cause } = error as Error;
    throw new FailedCompaction('no connection', messageOf(cause ?? error));
  }
}

/** Bytes that are read of an error response. */
const LONGEST_COMPLAINT = 100_000;

/** Reads a response up to a limit. */
async function textWithin({ body, ok }: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const part of body ?? []) {
    size += part.length;
    if (size > most) {
      if (!ok) break;
      throw new FailedCompaction(`more than ${bytesText(most)}`);
    }
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new FailedCompaction('no JSON', text.trim() === '' ? 'nothing' : shortLine(text));
}
