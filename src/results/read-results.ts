import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { UserError } from '../case.js';
import { isFile } from '../files.js';
import { runPromptfoo } from './promptfoo-process.js';
import { type Placed, placedRow, type Row, toldApart } from './rows.js';

/** Standard input as the name of a file. */
const STDIN = '-';

/** Where each result of promptfoo was read, by its identity. */
export type ReadFrom = Map<string, string>;

/**
 * Read rows from files of results, one result at a time, so that memory does not grow with the size
 * of the prompts in them.
 *
 * @param files - promptfoo's `.json` or `.jsonl`; `-` is standard input, either of them
 * @param readFrom - what has been read before; what is read is added
 * @returns the rows of all files together; results of tests that are not ours are left out
 * @throws {UserError} when a file is missing, broken, holds no result of ours, or one that was read
 *   already
 */
export async function readRows(
  files: readonly string[],
  readFrom: ReadFrom = new Map(),
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const file of files) {
    if (file !== STDIN && !isFile(file)) {
      throw new UserError(
        `There is no file "${file}" in ${process.cwd()}. Name a file that promptfoo wrote with ` +
          '`promptfoo eval -o results.json`.',
      );
    }
    const own: Placed[] = [];
    const name = file === STDIN ? 'Standard input' : file;
    try {
      for await (const result of readResults(file)) {
        const placed = placedRow(result);
        if (!placed) continue;
        refuseSecond(result, name, readFrom);
        own.push(placed);
      }
    } catch (error) {
      if (error instanceof UserError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new UserError(
        `${name} cannot be read as results of promptfoo (${reason}). Write it again with ` +
          '`promptfoo eval -o results.json`.',
      );
    }
    if (own.length === 0) {
      throw new UserError(
        `${name} holds no result of a test that promptfoo-counting-stars made. Its tests come from ` +
          'a generator such as countingStars.',
      );
    }
    for (const row of toldApart(own)) rows.push(row);
  }
  return rows;
}

/** promptfoo gives every result an identity; the same one twice would count twice. */
function refuseSecond(result: unknown, file: string, readFrom: ReadFrom): void {
  const { id } = result as { id?: unknown };
  if (typeof id !== 'string') return;
  const first = readFrom.get(id);
  if (first !== undefined) {
    throw new UserError(
      first === file
        ? `${file} is given twice, or holds a result twice. Give every result once.`
        : `${file} holds results that ${first} has too. Give every result once.`,
    );
  }
  readFrom.set(id, file);
}

async function* readResults(file: string): AsyncGenerator<unknown> {
  if (file === STDIN) yield* readStdin();
  else if (file.endsWith('.jsonl')) yield* readLines(createReadStream(file));
  else yield* readArray(createReadStream(file));
}

/** A first line longer than this, in UTF-16 units, is not one result but a whole file on one line. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Standard input has no name, so its first line tells whether it is `.json` or `.jsonl`. */
async function* readStdin(): AsyncGenerator<unknown> {
  const input = process.stdin.setEncoding('utf8')[Symbol.asyncIterator]();
  let start = '';
  while (!start.includes('\n') && start.length < LONGEST_LINE) {
    const { value, done } = await input.next();
    if (done) break;
    start += value as string;
  }
  const whole = Readable.from(
    (async function* () {
      yield start;
      yield* { [Symbol.asyncIterator]: () => input };
    })(),
  );
  try {
    yield* isResult(start.split('\n', 1)[0]!) ? readLines(whole) : readArray(whole);
  } finally {
    // After an error, the rest is not waited for. A file as standard input has no `unref`.
    process.stdin.unref?.();
  }
}

/** Whether a line is one whole result of promptfoo. */
function isResult(line: string): boolean {
  try {
    return !('results' in (JSON.parse(line) as object));
  } catch {
    return false;
  }
}

async function* readLines(input: Readable): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') yield JSON.parse(line);
  }
}

/** The results inside of promptfoo's file: `{ results: { results: [ … ] } }`. */
async function* readArray(input: Readable): AsyncGenerator<unknown> {
  const [{ default: chain }, { parser }, { pick }, { streamArray }] = await Promise.all([
    import('stream-chain'),
    import('stream-json'),
    import('stream-json/filters/pick.js'),
    import('stream-json/streamers/stream-array.js'),
  ]);
  const results = chain([
    input,
    parser({ packValues: true, streamValues: false }),
    pick({ filter: 'results.results' }),
    streamArray(),
  ]);
  for await (const { value } of results as AsyncIterable<{ value: unknown }>) yield value;
}

/**
 * The config that a file of results was made with.
 *
 * @returns nothing for standard input, which has been read, and for `.jsonl`, which has no config
 */
export async function readConfig(file: string): Promise<unknown> {
  if (file === STDIN || file.endsWith('.jsonl')) return undefined;
  const [{ default: chain }, { parser }, { pick }, { streamValues }] = await Promise.all([
    import('stream-chain'),
    import('stream-json'),
    import('stream-json/filters/pick.js'),
    import('stream-json/streamers/stream-values.js'),
  ]);
  const values = chain([
    createReadStream(file),
    parser({ packValues: true, streamValues: false }),
    pick({ filter: 'config' }),
    streamValues(),
  ]);
  for await (const { value } of values as AsyncIterable<{ value: unknown }>) return value;
  return undefined;
}

/**
 * Read the rows of an evaluation in promptfoo's database, through promptfoo's own export.
 *
 * @param evalId - its id, or `latest`
 * @param readFrom - as for `readRows`
 * @throws {UserError} when promptfoo cannot export it, or a result was read already
 */
export async function readEvaluation(
  evalId: string,
  readFrom?: ReadFrom,
): Promise<{ rows: Row[]; config: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
  try {
    const file = join(folder, 'results.json');
    const { exitCode, output } = await runPromptfoo(['export', 'eval', evalId, '-o', file]);
    if (exitCode !== 0) {
      const last = output.trim().split('\n').pop() ?? '';
      throw new UserError(
        `promptfoo could not export the evaluation "${evalId}" (${last}). \`promptfoo list evals\` ` +
          'shows their ids.',
      );
    }
    const rows = await readRows([file], readFrom).catch((error: Error) => {
      throw new UserError(error.message.replace(file, `The evaluation "${evalId}"`));
    });
    return { rows, config: await readConfig(file) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
