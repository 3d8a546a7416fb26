import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { UserError } from '../case.js';
import type { AskingHalf } from '../contract/asking-half.js';
import { troubleText } from '../files/file-trouble.js';
import { isFile, isFolder, startOf } from '../files/files.js';
import { inTemporaryFolder } from '../files/temporary-folder.js';
import { redactText, secretNamer } from '../secrets.js';
import {
  type Column,
  columnsOf,
  type Placed,
  placedRow,
  toldApart,
  withColumnNames,
  withReaderNames,
} from './columns.js';
import { rowSharer } from './intern.js';
import { lockedDatabase, runPromptfoo } from './promptfoo-process.js';
import type { Row } from './rows.js';
import { ofOurPrompts } from './stray-prompts.js';

/** Standard input as the name of a file. */
const STDIN = '-';

/** Is told every result of ours, as a row and as it stands in the file. */
type OnResult = (row: Row, result: unknown) => void;

/** What is known of files that were read together. */
export class ReadFrom {
  /** Where each result of promptfoo was read, by its identity. */
  readonly files = new Map<string, string>();
  /** Readers are the same in all of them. */
  readonly nameOf = secretNamer();

  /** @param asking - the half that made their prompts */
  constructor(readonly asking: AskingHalf) {}
}

/** What was read of one evaluation. */
export interface ReadResults {
  /** The file, or the evaluation's id. */
  name: string;
  /** Results of tests that are ours. */
  rows: Row[];
  /** What was left out; nothing where nothing was. */
  warning?: string;
  /** What promptfoo calls the evaluation, which providers it asks with which prompts, and its config. */
  evalId?: string;
  columns: Column[];
  config?: unknown;
}

/**
 * Read a file of results, one result at a time where it is large, so that memory does not grow with the
 * size of the prompts in it.
 *
 * @param file - promptfoo's `.json` or `.jsonl`; `-` is standard input, either of them
 * @param readFrom - what has been read before; what is read is added
 * @throws {UserError} when the file is missing, broken, holds no result of ours, or one that was read
 *   already
 */
export async function readFile(
  file: string,
  readFrom: ReadFrom,
  onResult?: OnResult,
): Promise<ReadResults> {
  if (file !== STDIN) assertResults(file);
  const name = file === STDIN ? 'Standard input' : file;
  const share = rowSharer();
  const placed: Placed[] = [];
  let around: Around;
  try {
    const { results, around: readAround } = await opened(file);
    let number = 0;
    for await (const result of results) {
      number++;
      const own = placedRow(result, readFrom.asking, `Result ${number} of ${name}`);
      if (!own) continue;
      refuseSecond(result, name, readFrom);
      onResult?.(own.row, result);
      placed.push({ ...own, row: share(own.row) });
    }
    around = await readAround();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = troubleText(error) ?? (error instanceof Error ? error.message : String(error));
    throw new UserError(
      `${name} cannot be read as results of promptfoo (${reason}). Write it again with ` +
        '`promptfoo eval -o results.json`.',
    );
  } finally {
    // After an error, the rest of a pipe is not waited for. A file as standard input has no `unref`.
    if (file === STDIN) process.stdin.unref?.();
  }
  if (placed.length === 0) {
    throw new UserError(
      `${name} holds no result of a test that promptfoo-counting-stars made. Its tests come from ` +
        'a generator such as countingStars.',
    );
  }
  return { name: file, ...ownResults(placed, around, readFrom.nameOf) };
}

/** What stands around the results of an evaluation. */
export interface Around {
  evalId?: unknown;
  /** promptfoo's list of prompts, each with a provider. */
  prompts?: unknown;
  config?: unknown;
}

/** Rows under the names of their readers, without those of prompts that ask something else. */
export function ownResults(
  placed: readonly Placed[],
  { evalId, prompts, config }: Around,
  nameOf = secretNamer(),
): Omit<ReadResults, 'name'> {
  const columns = columnsOf(prompts, nameOf);
  return {
    ...ofOurPrompts(withColumnNames(withReaderNames(placed, nameOf), columns)),
    ...(typeof evalId === 'string' && { evalId }),
    columns: toldApart(columns),
    ...(config !== undefined && { config }),
  };
}

/**
 * Make sure that there is a file, and that it may hold results.
 *
 * @throws {UserError} that says what is there instead
 */
function assertResults(file: string): void {
  if (isFolder(file)) {
    throw new UserError(
      `"${file}" is a folder. Name the files of results in it, for example ${join(file, '*.json')}.`,
    );
  }
  if (!isFile(file)) {
    throw new UserError(
      `There is no file "${file}" in ${process.cwd()}. Name a file that promptfoo wrote with ` +
        '`promptfoo eval -o results.json`.',
    );
  }
  let start: string;
  try {
    start = startOf(file);
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${troubleText(error) ?? String(error)}. Name a file that you may read.`,
    );
  }
  if (/^\ufeff?\s*(?:[{[]|$)/.test(start)) return;
  throw new UserError(
    `${file} is not JSON, which results of promptfoo are. Write them with ` +
      '`promptfoo eval -o results.json`, or of an evaluation in its database with ' +
      '`promptfoo export eval ID -o results.json`.',
  );
}

/** promptfoo gives every result an identity; the same one twice would count twice. */
function refuseSecond(result: unknown, file: string, { files }: ReadFrom): void {
  const { id } = result as { id?: unknown };
  if (typeof id !== 'string') return;
  const first = files.get(id);
  if (first !== undefined) {
    throw new UserError(
      first === file
        ? `${file} is given twice, or holds a result twice. Give every result once.`
        : `${file} holds results that ${first} has too. Give every result once.`,
    );
  }
  files.set(id, file);
}

/** The results of a file, and a function that gives what stands around them, once they are read. */
interface Opened {
  results: Iterable<unknown> | AsyncIterable<unknown>;
  around(): Promise<Around>;
}

async function opened(file: string): Promise<Opened> {
  if (file === STDIN) return openedStdin();
  const stream = () => withoutMark(createReadStream(file));
  if (file.endsWith('.jsonl')) return { results: readLines(stream()), around: nothing };
  if (isParsedWhole(file)) return parsed(readFileSync(file, 'utf8'));
  return {
    results: readArray(stream()),
    around: async () => {
      const first = async (path: string) => (await valuesAt(stream(), path).next()).value;
      return {
        evalId: await first('evalId'),
        prompts: await first('results.prompts'),
        config: await first('config'),
      };
    },
  };
}

/** Lines of results have nothing around them. */
async function nothing(): Promise<Around> {
  return {};
}

/**
 * Up to this size in bytes, a file is parsed by JSON.parse, which is many times faster than a parser
 * of streams; what it makes of a larger one would not fit beside the rows.
 */
const PARSED_WHOLE = 128 * 1024 * 1024;

function isParsedWhole(file: string): boolean {
  const { size } = statSync(file);
  // A pipe has no size.
  return size > 0 && size <= PARSED_WHOLE;
}

/** promptfoo's file: `{ evalId, results: { prompts: [ … ], results: [ … ] }, config }`. */
function parsed(text: string): Opened {
  const whole = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  const { evalId, results, config } = (whole ?? {}) as Record<string, unknown>;
  const { results: list, prompts } = (results ?? {}) as Record<string, unknown>;
  return {
    results: Array.isArray(list) ? list : [],
    around: async () => ({ evalId, prompts, config }),
  };
}

/** Standard input has no name, so its first line tells whether it is `.json` or `.jsonl`. */
async function openedStdin(): Promise<Opened> {
  const input = process.stdin.setEncoding('utf8')[Symbol.asyncIterator]();
  const chunks: string[] = [];
  let length = 0;
  let ended = false;
  while (!ended && length <= PARSED_WHOLE) {
    const { value, done } = await input.next();
    if (done) ended = true;
    else {
      chunks.push(value as string);
      length += (value as string).length;
    }
  }
  const start = chunks.join('');
  const [first = ''] = start.split('\n', 1);
  if (ended && !isResult(first)) return parsed(start);
  const whole = Readable.from(
    (async function* () {
      yield start;
      yield* { [Symbol.asyncIterator]: () => input };
    })(),
  );
  return { results: isResult(first) ? readLines(whole) : readArray(whole), around: nothing };
}

function isResult(line: string): boolean {
  try {
    return !('results' in (JSON.parse(line) as object));
  } catch {
    return false;
  }
}

/** The bytes of a stream without the byte order mark that some programs write in front of UTF-8. */
function withoutMark(input: Readable): Readable {
  return Readable.from(
    (async function* () {
      let isFirst = true;
      for await (const chunk of input as AsyncIterable<Buffer>) {
        const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
        yield hasMark ? chunk.subarray(3) : chunk;
        isFirst = false;
      }
    })(),
  );
}

async function* readLines(input: Readable): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') yield JSON.parse(line);
  }
}

/** What is at a path of a JSON stream: a list's items one by one, or the value. */
async function* valuesAt(input: Readable, filter: string, isList = false): AsyncGenerator<unknown> {
  const [{ default: chain }, { parser }, { pick }, { streamArray }, { streamValues }] =
    await Promise.all([
      import('stream-chain'),
      import('stream-json'),
      import('stream-json/filters/pick.js'),
      import('stream-json/streamers/stream-array.js'),
      import('stream-json/streamers/stream-values.js'),
    ]);
  const values = chain([
    input,
    parser({ packValues: true, streamValues: false }),
    pick({ filter }),
    isList ? (streamArray() as ReturnType<typeof streamValues>) : streamValues(),
  ]);
  for await (const { value } of values as AsyncIterable<{ value: unknown }>) yield value;
}

/** Results out of promptfoo's file, one at a time. */
function readArray(input: Readable): AsyncGenerator<unknown> {
  return valuesAt(input, 'results.results', true);
}

/**
 * Read an evaluation of promptfoo's database, through promptfoo's own export.
 *
 * @param evalId - its id, or `latest`
 * @param readFrom, onResult - as for `readFile`
 * @throws {UserError} when promptfoo cannot export it, or has none of that id, or a result was read
 *   already
 */
export async function readEvaluation(
  evalId: string,
  readFrom: ReadFrom,
  onResult?: OnResult,
): Promise<ReadResults> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'results.json');
    const { exitCode, output } = await runPromptfoo(['export', 'eval', evalId, '-o', file]);
    if (exitCode !== 0 || !isFile(file)) {
      throw new UserError(
        lockedDatabase(output) ??
          `promptfoo could not export the evaluation "${evalId}" (${tellingLine(output)}). \`promptfoo list ` +
            'evals` shows their ids.',
      );
    }
    const read = await readFile(file, readFrom, onResult).catch((error: Error) => {
      throw new UserError(error.message.replace(file, `The evaluation "${evalId}"`));
    });
    return { ...read, name: evalId };
  });
}

/** Of what promptfoo prints, the line that says why; around it are logs, warnings and hints. */
function tellingLine(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const telling = lines.find((line) =>
    /^no eval|not found|error:|unsupported|could not/i.test(line),
  );
  return redactText(telling ?? lines[lines.length - 1] ?? 'it said nothing').slice(0, 200);
}

/**
 * The ids of the last evaluations in promptfoo's database, oldest first.
 *
 * @throws {UserError} when promptfoo cannot list them, or there is none
 */
export async function lastEvaluationIds(count: number): Promise<string[]> {
  const { exitCode, output } = await runPromptfoo(
    ['list', 'evals', '--ids-only', '-n', String(count)],
    { NO_COLOR: '1' },
  );
  const ids = output.match(/^eval-\S+$/gm) ?? [];
  if (exitCode === 0 && ids.length > 0) return ids.slice(0, count).reverse();
  throw new UserError(
    lockedDatabase(output) ??
      "promptfoo lists no evaluation. Run `npx promptfoo eval` first, in the same project and with promptfoo's " +
        'own folder (PROMPTFOO_CONFIG_DIR), or name files of results.',
  );
}
