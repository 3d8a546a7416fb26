import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { problemText } from '../../base/files/file-problem.js';
import { isFile, isFolder, noJson, startOf } from '../../base/files/files.js';
import { kept } from '../../base/kept.js';
import { secretNamer } from '../../base/secrets.js';
import { parseJson } from '../../base/text/from-json.js';
import { UserError } from '../../base/user-error.js';
import type { AskingHalf } from '../../contract/asking-half.js';
import type { AnswerConditions } from '../../contract/conditions.js';
import type { Row } from '../../contract/row.js';
import { columnsOf, joinedColumns } from './columns.js';
import { type Around, type Asked, askedOf, conditionsIn } from './conditions.js';
import { type Own, OwnResults } from './own-results.js';
import { withEvaluation } from './promptfoo-database.js';
import { testsOnce } from './resumed.js';
import { type TestRow, testRow } from './test-row.js';

/** Name of standard input as a file. */
const STDIN = '-';

/** Receives every result of ours, as a row and as stored. */
type OnResult = (row: Row, result: unknown) => void;

/** Remembers what was read from several files. */
export class ReadFrom {
  /** File of each result, by promptfoo's id. */
  readonly files = new Map<string, string>();
  /** Models are the same in all of them. */
  readonly nameOf = secretNamer();

  constructor(readonly asking: AskingHalf) {}
}

export interface ReadResults extends Own {
  name: string;
  tests: TestRow[];
}

/**
 * Reads a file of results. Large ones are read result by result, so that memory does not grow with them.
 *
 * @param file - promptfoo's `.json` or `.jsonl`. `-` is standard input, either of them
 * @param readFrom - what has been read before, which is updated
 * @throws {UserError} when the file is missing, broken, holds no result, or one that was read already
 */
export async function readFile(
  file: string,
  readFrom: ReadFrom,
  onResult?: OnResult,
): Promise<ReadResults> {
  if (file !== STDIN) assertResults(file);
  const name = file === STDIN ? 'Standard input' : file;
  try {
    return { name: file, ...(await ownOf(await opened(file), name, readFrom, onResult)) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = problemText(error) ?? (error instanceof Error ? error.message : String(error));
    throw new UserError(
      `${name} cannot be read as results of promptfoo (${reason}). Write it again with ` +
        '`promptfoo eval -o results.json`.',
    );
  }
}

async function ownOf(
  { results, around }: Opened,
  name: string,
  readFrom: ReadFrom,
  onResult?: OnResult,
): Promise<Omit<ReadResults, 'name'>> {
  const generated = new OwnResults(readFrom.asking, readFrom.nameOf);
  const found: { row: TestRow; column: number; test: unknown }[] = [];
  const asked: Asked[] = [];
  let number = 0;
  for await (const stored of results) {
    number++;
    const ours = await generated.add(stored, `Result ${number} of ${name}`);
    if (ours === 'damaged') continue;
    if (ours === undefined) {
      const test = testRow(stored);
      if (test) {
        const { testIdx } = stored as { testIdx?: unknown };
        found.push({ row: test, column: test.column, test: testIdx });
        asked.push({ ...askedOf(stored), variables: {}, standing: [] });
        refuseSecond(stored, name, readFrom);
      }
      continue;
    }
    refuseSecond(stored, name, readFrom);
    onResult?.(ours.row, ours.result);
  }
  if (!generated.isEmpty || found.length > 0) {
    const known = await around();
    const underOf = conditionsIn(known);
    const conditions = new Map<string, AnswerConditions>();
    const { columns, numberOf } = joinedColumns(columnsOf(known.prompts), known.config);
    const { evalId } = known;
    found.forEach(({ row: test, test: number }, i) => {
      if (typeof evalId === 'string' && Number.isSafeInteger(number))
        test.at = { evalId, test: Number(number), column: test.column };
      test.column = numberOf(test.column);
      test.under = kept(conditions, JSON.stringify(asked[i]), () => underOf(asked[i]!));
    });
    const ours = generated.of(known);
    const { tests, warnings } = testsOnce(found, columns, known.config);
    return { ...ours, tests, warnings: [...ours.warnings, ...warnings] };
  }
  throw new UserError(
    number === 0
      ? `${name} holds no results of promptfoo. Name a file that promptfoo wrote with \`promptfoo eval -o results.json\`.`
      : `${name} holds no result of a test, among ${number}. Name a file that promptfoo wrote with ` +
          '`promptfoo eval -o results.json`.',
  );
}

/**
 * Refuses results without tests that are ours.
 *
 * @throws {UserError} that says whose they are
 */
export function assertOurs({
  name,
  rows,
  tests,
}: Pick<ReadResults, 'name' | 'rows' | 'tests'>): void {
  if (rows.length > 0 || tests.length === 0) return;
  throw new UserError(
    `${name} holds no result of a test that promptfoo-counting-stars made, among ${tests.length}. Its tests come ` +
      'from a generator such as countingStars.',
  );
}

/**
 * Refuses what cannot hold results.
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
  let other: string | undefined;
  try {
    start = startOf(file);
    other = noJson(file);
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${problemText(error) ?? String(error)}. Name a file that you may read.`,
    );
  }
  if (other !== undefined) throw new UserError(`${other}.`);
  if (/^\ufeff?\s*(?:[{[]|$)/.test(start)) return;
  throw new UserError(
    `${file} is not JSON, which results of promptfoo are. Write them with ` +
      '`promptfoo eval -o results.json`, or of an evaluation in its database with ' +
      '`promptfoo export eval ID -o results.json`.',
  );
}

/** Refuses a result with the same id as another, which would count twice. */
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

/** Results of a file, and a function that reads its other fields afterwards. */
interface Opened {
  results: Iterable<unknown> | AsyncIterable<unknown>;
  around(): Promise<Around>;
}

async function opened(file: string): Promise<Opened> {
  if (file === STDIN) return openedStdin();
  const stream = () => createReadStream(file);
  if (file.endsWith('.jsonl')) return { results: readLines(stream()), around: nothing };
  if (isParsedWhole(file)) return parsed(readFileSync(file, 'utf8'));
  return {
    results: readArray(stream()),
    around: async () => {
      const first = async (path: string) => (await valuesAt(stream(), path).next()).value;
      return {
        evalId: (await first('evalId')) ?? (await first('id')),
        prompts: (await first('results.prompts')) ?? (await first('prompts')),
        config: await first('config'),
        metadata: await first('metadata'),
      };
    },
  };
}

async function nothing(): Promise<Around> {
  return {};
}

/**
 * Largest file in bytes for JSON.parse, which is many times faster than a parser of streams. What it makes of a
 * larger one would not fit into memory.
 */
const PARSED_WHOLE = 128 * 1024 * 1024;

function isParsedWhole(file: string): boolean {
  const { size } = statSync(file);
  // A pipe has no size.
  return size > 0 && size <= PARSED_WHOLE;
}

function parsed(text: string): Opened {
  return openedValue(JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text));
}

/** Opens promptfoo's file, what its `evaluate` returns, its record with an `id` and a `config`, or a plain list. */
function openedValue(value: unknown): Opened {
  const whole = (Array.isArray(value) ? { results: value } : (value ?? {})) as Record<
    string,
    unknown
  >;
  const { id, evalId = id, results, config, metadata } = whole;
  const inner = (Array.isArray(results) ? whole : (results ?? {})) as Record<string, unknown>;
  return {
    results: Array.isArray(inner.results) ? inner.results : [],
    around: async () => ({ evalId, prompts: inner.prompts, config, metadata }),
  };
}

/** Opens standard input, whose first line tells `.json` from `.jsonl`. Results too large for a text need a file. */
async function openedStdin(): Promise<Opened> {
  const whole = await text(process.stdin);
  const lines = whole.split('\n').filter((line) => line.trim() !== '');
  return isResult(lines[0] ?? '')
    ? { results: lines.map((line) => JSON.parse(line)), around: nothing }
    : parsed(whole);
}

function isResult(line: string): boolean {
  const value = parseJson(line);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !('results' in value);
}

async function* readLines(input: Readable): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    // Some editors write a byte order mark in front.
    if (line.trim() !== '') yield JSON.parse(line.replace(/^\ufeff/, ''));
  }
}

/** A path, or a test of where a value begins. */
type Filter =
  | string
  | ((keys: readonly (string | number | null)[], token: { name: string }) => boolean);

/** Yields what is at a path of a JSON stream: a list's items one by one, or the value. */
async function* valuesAt(input: Readable, filter: Filter, isList = false): AsyncGenerator<unknown> {
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

function readArray(input: Readable): AsyncGenerator<unknown> {
  const isList: Filter = (keys, { name }) =>
    name === 'startArray' && ['', 'results', 'results.results'].includes(keys.join('.'));
  return valuesAt(input, isList, true);
}

/**
 * Reads what a program has of an evaluation, without a file.
 *
 * @param value - what promptfoo's `evaluate` returned, its summary, or what its files hold
 * @throws {UserError} when it holds no result of ours, or one that was read already
 */
export async function readValue(value: object, readFrom: ReadFrom): Promise<ReadResults> {
  const { toEvaluateSummary: summarise } = value as { toEvaluateSummary?: () => Promise<object> };
  // promptfoo's record keeps its results in the database until asked for them.
  const whole = summarise ? { ...value, ...(await summarise.call(value)) } : value;
  const name = 'The evaluation';
  return { name: 'the evaluation', ...(await ownOf(openedValue(whole), name, readFrom)) };
}

/**
 * Reads an evaluation of promptfoo's database.
 *
 * @param evalId - its id, or `latest`
 * @throws {UserError} when there is none of that id, it has no result of ours, or one was read already
 */
export async function readEvaluation(
  evalId: string,
  readFrom: ReadFrom,
  onResult?: OnResult,
): Promise<ReadResults> {
  const read = await withEvaluation(evalId, ({ results, ...around }) =>
    ownOf(
      { results, around: async () => around },
      `The evaluation "${evalId}"`,
      readFrom,
      onResult,
    ),
  );
  return { name: evalId, ...read };
}
