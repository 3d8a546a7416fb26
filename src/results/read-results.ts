import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { UserError } from '../case.js';
import { troubleText } from '../files/file-trouble.js';
import { isFile, isFolder } from '../files/files.js';
import { logText } from '../text/log-text.js';
import { otherKind } from './file-kind.js';
import { rowSharer } from './intern.js';
import { EACH, jsonValues } from './json-values.js';
import { runPromptfoo } from './promptfoo-process.js';
import { redactText } from './redact.js';
import { type Placed, placedRow, type Row, toldApart } from './rows.js';
import { ofOurPrompts } from './stray-prompts.js';

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
  const share = rowSharer();
  for (const file of files) {
    if (file !== STDIN) assertResults(file);
    const own: Placed[] = [];
    const name = file === STDIN ? 'Standard input' : file;
    try {
      let number = 0;
      for await (const result of readResults(file)) {
        number++;
        const placed = placedRow(result, `Result ${number} of ${name}`);
        if (!placed) continue;
        refuseSecond(result, name, readFrom);
        own.push({ ...placed, row: share(placed.row) });
      }
    } catch (error) {
      if (error instanceof UserError) throw error;
      const reason = troubleText(error) ?? (error instanceof Error ? error.message : String(error));
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
    const { rows: left, warning } = ofOurPrompts(toldApart(own));
    if (warning) process.stderr.write(logText(`${name}: ${warning}\n`));
    for (const row of left) rows.push(row);
  }
  return rows;
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
  let kind: string | undefined;
  try {
    kind = otherKind(file);
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${troubleText(error) ?? String(error)}. Name a file that you may read.`,
    );
  }
  if (kind === undefined) return;
  throw new UserError(
    `${file} is ${kind}, where JSON is needed with results of promptfoo. Write them with ` +
      '`promptfoo eval -o results.json`, or of an evaluation in its database with ' +
      '`promptfoo export eval ID -o results.json`.',
  );
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
  else if (file.endsWith('.jsonl')) yield* readLines(withoutMark(createReadStream(file)));
  else yield* readArray(withoutMark(createReadStream(file)));
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

/** The results inside of promptfoo's file: `{ results: { results: [ … ] } }`. */
function readArray(input: Readable): AsyncGenerator<unknown> {
  return jsonValues(input, ['results', 'results', EACH]);
}

/**
 * The config that a file of results was made with.
 *
 * @returns nothing for standard input, which has been read, and for `.jsonl`, which has no config
 */
export async function readConfig(file: string): Promise<unknown> {
  if (file === STDIN || file.endsWith('.jsonl')) return undefined;
  try {
    for await (const value of jsonValues(withoutMark(createReadStream(file)), ['config']))
      return value;
  } catch {
    // The results have been read; what stands behind them in a damaged file is not needed.
  }
  return undefined;
}

/**
 * Read the rows of an evaluation in promptfoo's database, through promptfoo's own export.
 *
 * @param evalId - its id, or `latest`
 * @param readFrom - as for `readRows`
 * @throws {UserError} when promptfoo cannot export it, or has none of that id, or a result was read
 *   already
 */
export async function readEvaluation(
  evalId: string,
  readFrom?: ReadFrom,
): Promise<{ rows: Row[]; config: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
  try {
    const file = join(folder, 'results.json');
    const { exitCode, output } = await runPromptfoo(['export', 'eval', evalId, '-o', file]);
    if (exitCode !== 0 || !isFile(file)) {
      throw new UserError(
        `promptfoo could not export the evaluation "${evalId}" (${tellingLine(output)}). \`promptfoo list ` +
          'evals` shows their ids.',
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
    "promptfoo lists no evaluation. Run `npx promptfoo eval` first, in the same project and with promptfoo's " +
      'own folder (PROMPTFOO_CONFIG_DIR), or name files of results.',
  );
}
