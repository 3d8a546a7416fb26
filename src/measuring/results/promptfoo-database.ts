/**
 * Reads promptfoo's database row by row with its own driver. Its exports make one text of a hundred tests or
 * all, which V8 refuses from 512 MB on: 125 prompts of a million tokens.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { isFile } from '../../base/files/files.js';
import { redactText } from '../../base/secrets.js';
import { fromJson } from '../../base/text/from-json.js';
import { UserError } from '../../base/user-error.js';
import type { Around } from './conditions.js';
import { lockedDatabase, promptfooManifest } from './promptfoo-process.js';

/** The part of `@libsql/client` that is used. */
interface Client {
  execute(statement: {
    sql: string;
    args: (string | number)[];
  }): Promise<{ rows: Record<string, unknown>[] }>;
  close(): void;
}

/** An evaluation, with its results one at a time, as promptfoo's files have them. */
interface StoredEvaluation extends Around {
  evalId: string;
  results: AsyncIterable<unknown>;
}

/**
 * Reads an evaluation.
 *
 * @param evalId - its id, or `latest`
 * @param read - takes the evaluation while the database is open
 * @throws {UserError} when there is no such evaluation, or the database cannot be read
 */
export async function withEvaluation<T>(
  evalId: string,
  read: (stored: StoredEvaluation) => Promise<T>,
): Promise<T> {
  return withDatabase(async (ask) => {
    const columns = 'SELECT id, config, prompts FROM evals';
    const rows =
      evalId === 'latest'
        ? await ask(`${columns} ORDER BY created_at DESC LIMIT 1`)
        : await ask(`${columns} WHERE id = ?`, evalId);
    const [found] = rows;
    if (!found) {
      throw new UserError(
        `promptfoo's database ${databaseFile()} has no evaluation "${evalId}". \`npx promptfoo list evals\` shows ` +
          'their ids.',
      );
    }
    const id = String(found.id);
    const [config, prompts] = [fromJson(found.config), fromJson(found.prompts)];
    return read({ evalId: id, config, prompts, results: resultsOf(ask, id) });
  });
}

/** `search` and `gate --run` send what they need of a config: nobody means that by the latest evaluation. */
const NO_PART =
  "(description IS NULL OR description NOT IN ('promptfoo-counting-stars search', 'promptfoo-counting-stars gate'))";

/**
 * Returns the latest evaluation, and when it was created, in milliseconds since 1970.
 *
 * @throws {UserError} when there is none, or the database cannot be read
 */
export async function latestEvaluation(): Promise<{ id: string; createdAt: number }> {
  return withDatabase(async (ask) => {
    const [found] = await ask(
      `SELECT id, created_at FROM evals WHERE ${NO_PART} ORDER BY created_at DESC LIMIT 1`,
    );
    if (!found) throw noEvaluation();
    return { id: String(found.id), createdAt: Number(found.created_at) };
  });
}

function noEvaluation(): UserError {
  return new UserError(
    `promptfoo's database ${databaseFile()} has no evaluation. Run \`npx promptfoo eval\` first, or pass ` +
      'results.json.',
  );
}

/**
 * Returns the ids of the last evaluations, oldest first.
 *
 * @throws {UserError} when there is none, or the database cannot be read
 */
export async function lastEvaluationIds(count: number): Promise<string[]> {
  return withDatabase(async (ask) => {
    const rows = await ask(
      `SELECT id FROM evals WHERE ${NO_PART} ORDER BY created_at DESC LIMIT ?`,
      count,
    );
    if (rows.length > 0) return rows.map(({ id }) => String(id)).reverse();
    throw noEvaluation();
  });
}

const COLUMNS =
  'id, prompt_idx, test_idx, test_case, prompt, provider, latency_ms, cost, response, error, ' +
  'failure_reason, success, score, grading_result, named_scores, metadata';

/** Yields one row at a time, since each may have many megabytes. */
async function* resultsOf(ask: Ask, evalId: string): AsyncGenerator<unknown> {
  const all = 'SELECT rowid AS number FROM eval_results WHERE eval_id = ?';
  for (const { number } of await ask(`${all} ORDER BY test_idx, prompt_idx, rowid`, evalId)) {
    const name = `SELECT ${COLUMNS} FROM eval_results WHERE rowid = ?`;
    yield* (await ask(name, Number(number))).map(asResult);
  }
}

function asResult(row: Record<string, unknown>): object {
  const response = fromJson(row.response) as { incurredCost?: unknown } | null;
  return {
    id: row.id,
    promptIdx: row.prompt_idx,
    testIdx: row.test_idx,
    testCase: fromJson(row.test_case),
    prompt: fromJson(row.prompt),
    provider: fromJson(row.provider),
    latencyMs: row.latency_ms,
    cost: row.cost,
    ...(response?.incurredCost !== undefined && { incurredCost: response.incurredCost }),
    response,
    error: row.error,
    failureReason: row.failure_reason,
    success: Boolean(row.success),
    score: row.score,
    gradingResult: fromJson(row.grading_result),
    namedScores: fromJson(row.named_scores),
    metadata: fromJson(row.metadata),
  };
}

type Ask = (sql: string, ...args: (string | number)[]) => Promise<Record<string, unknown>[]>;

async function withDatabase<T>(read: (ask: Ask) => Promise<T>): Promise<T> {
  const file = databaseFile();
  if (!isFile(file)) {
    throw new UserError(
      `promptfoo has no database ${file}. Run \`npx promptfoo eval\` first, in the same project and with promptfoo's ` +
        'own folder (PROMPTFOO_CONFIG_DIR), or name files of results.',
    );
  }
  const client = connected(file);
  const ask: Ask = async (sql, ...args) => {
    try {
      return (await client.execute({ sql, args })).rows;
    } catch (error) {
      throw unreadable(file, error);
    }
  };
  try {
    await ask('PRAGMA busy_timeout = 5000');
    return await read(ask);
  } finally {
    client.close();
  }
}

function unreadable(file: string, error: unknown): UserError {
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(
    lockedDatabase(reason) ??
      `promptfoo's database ${file} cannot be read (${redactText(reason)}). Write its results with ` +
        '`npx promptfoo export eval ID -o results.jsonl`, and name that file.',
  );
}

function connected(file: string): Client {
  const require = createRequire(promptfooManifest());
  try {
    return isInstalled(require, LIBSQL) ? libsql(require, file) : betterSqlite(require, file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Driver of promptfoo from 0.121.13 on. Before, it was `better-sqlite3`. */
const LIBSQL = '@libsql/client';

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    return require.resolve(name) !== '';
  } catch {
    return false;
  }
}

function libsql(require: NodeJS.Require, file: string): Client {
  const { createClient } = require(LIBSQL) as { createClient(options: { url: string }): Client };
  return createClient({ url: pathToFileURL(file).href });
}

/** The part of `better-sqlite3` that is used. */
interface BetterSqlite {
  prepare(sql: string): { all(...args: (string | number)[]): Record<string, unknown>[] };
  close(): void;
}

function betterSqlite(require: NodeJS.Require, file: string): Client {
  const Database = require('better-sqlite3') as new (file: string) => BetterSqlite;
  const database = new Database(file);
  return {
    execute: async ({ sql, args }) => ({ rows: database.prepare(sql).all(...args) }),
    close: () => database.close(),
  };
}

/** Finds promptfoo's database. promptfoo reads `.env` too. */
function databaseFile(): string {
  const inFile = isFile('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  const folder = process.env.PROMPTFOO_CONFIG_DIR ?? inFile.PROMPTFOO_CONFIG_DIR;
  return resolve(folder || join(homedir(), '.promptfoo'), 'promptfoo.db');
}
