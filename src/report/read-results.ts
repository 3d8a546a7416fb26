import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { UserError } from '../case.js';
import { isFile } from '../files.js';
import { type Row, toRow } from './rows.js';

/** Standard input as the name of a file. */
const STDIN = '-';

/**
 * Read rows from files of results, one result at a time, so that memory does not grow with the size
 * of the prompts in them.
 *
 * @param files - promptfoo's `.json` or `.jsonl`; `-` is standard input (JSON)
 * @returns the rows of all files together; results of tests that are not ours are left out
 * @throws {UserError} when a file is missing, broken, or holds no result of ours
 */
export async function readRows(files: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const file of files) {
    if (file !== STDIN && !isFile(file)) {
      throw new UserError(
        `There is no file "${file}" in ${process.cwd()}. Name a file that promptfoo wrote with ` +
          '`promptfoo eval -o results.json`.',
      );
    }
    const before = rows.length;
    try {
      for await (const result of readResults(file)) {
        const row = toRow(result);
        if (row) rows.push(row);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UserError(
        `${file} cannot be read as results of promptfoo (${reason}). Write it again with ` +
          '`promptfoo eval -o results.json`.',
      );
    }
    if (rows.length === before) {
      throw new UserError(
        `${file} holds no result of a test that promptfoo-counting-stars made. Its tests come from ` +
          'a generator such as countingStars.',
      );
    }
  }
  return rows;
}

async function* readResults(file: string): AsyncGenerator<unknown> {
  const input = file === STDIN ? process.stdin : createReadStream(file);
  if (file.endsWith('.jsonl')) yield* readLines(input);
  else yield* readArray(input);
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
 * @throws {UserError} when promptfoo cannot export it
 */
export async function readEvaluation(evalId: string): Promise<{ rows: Row[]; config: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
  try {
    const file = join(folder, 'results.json');
    await runPromptfoo(['export', 'eval', evalId, '-o', file], evalId);
    const rows = await readRows([file]).catch((error: Error) => {
      throw new UserError(error.message.replace(file, `The evaluation "${evalId}"`));
    });
    return { rows, config: await readConfig(file) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runPromptfoo(args: readonly string[], evalId: string): Promise<void> {
  const output: string[] = [];
  const child = spawn(process.execPath, [promptfooEntry(), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PROMPTFOO_DISABLE_UPDATE: '1' },
  });
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  const last = output.join('').trim().split('\n').pop() ?? '';
  throw new UserError(
    `promptfoo could not export the evaluation "${evalId}" (${last}). \`promptfoo list evals\` shows ` +
      'their ids.',
  );
}

/** promptfoo's command as it is installed in the user's project, or else beside this package. */
function promptfooEntry(): string {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      const manifest = findManifest(createRequire(from).resolve('promptfoo'));
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as {
        bin: Record<string, string>;
      };
      return join(dirname(manifest), bin.promptfoo!);
    } catch {
      // Not installed there.
    }
  }
  throw new UserError('promptfoo is not installed. Install it with: npm install promptfoo');
}

function findManifest(file: string): string {
  let folder = dirname(file);
  while (!isFile(join(folder, 'package.json')) || !isPromptfoo(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('no package.json of promptfoo');
    folder = parent;
  }
  return join(folder, 'package.json');
}

function isPromptfoo(manifest: string): boolean {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'promptfoo';
}
