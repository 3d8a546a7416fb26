/** What compactions kept before, one file for each pass: what a model made once is neither paid nor drawn again. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isTruthy } from '../../../base/environment.js';
import { digestOf, isFile } from '../../../base/files/files.js';
import { writeWhole } from '../../../base/files/whole-files.js';
import { kept } from '../../../base/kept.js';
import { canonicalJson } from '../../../base/text/canonical-json.js';
import type { GivenCompaction } from '../../../options/compact-option.js';
import { type CompactInput, programPath } from './compactor.js';
import type { Kept } from './kept-turns.js';

/** Passes of this process: what was sent to a model is what its answer is scored by, whatever the cache is told. */
const passes = new Map<string, Promise<Kept>>();

/** By the state of a file: a runtime that a command names has a hundred megabytes, and is asked for at every pass. */
const digests = new Map<string, string>();

/** What a compaction kept of an input; called where it was not called yet. */
export function keptBefore(
  compaction: GivenCompaction,
  input: CompactInput,
  call: () => Promise<Kept>,
): Promise<Kept> {
  const key = keyOf(compaction, input);
  const known = passes.get(key);
  if (known) return known;
  const pass = storedOr(join(folder(), `${key}.json`), call);
  passes.set(key, pass);
  return pass;
}

/** Forget what this process knows, so that another evaluation asks the cache. */
export function forgetPasses(): void {
  passes.clear();
  digests.clear();
}

async function storedOr(file: string, call: () => Promise<Kept>): Promise<Kept> {
  if (isCacheUsed() && isFile(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = await call();
  writeWhole(file, JSON.stringify(made));
  return made;
}

/** Beside promptfoo's own cache. */
function folder(): string {
  const { PROMPTFOO_CACHE_PATH, PROMPTFOO_CONFIG_DIR = join(homedir(), '.promptfoo') } =
    process.env;
  return join(PROMPTFOO_CACHE_PATH ?? join(PROMPTFOO_CONFIG_DIR, 'cache'), 'compactions');
}

/** As promptfoo says whether its cache is used. */
function isCacheUsed(): boolean {
  const { PROMPTFOO_CACHE_ENABLED: enabled } = process.env;
  return !process.argv.includes('--no-cache') && (enabled === undefined || isTruthy(enabled));
}

/** What a compaction is, and what it is given: a change of a file that the command names is another compaction. */
function keyOf(
  { name, timeout, samples, rolling, ...called }: GivenCompaction,
  input: CompactInput,
): string {
  const file = called.function?.replace(/:[^:]*$/, '');
  const named = [...(called.command ?? []), ...(file === undefined ? [] : [file])];
  const files = named.map(programPath).filter(isFile).map(digestOfFile);
  return createHash('sha256')
    .update(canonicalJson({ kept: ['turns', 'spent'], called, digests: files, input }))
    .digest('hex');
}

/** Digests a file, and reads it again only after it was written. */
function digestOfFile(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  const state = [path, ino, size, mtimeNs, ctimeNs].join(' ');
  return kept(digests, state, () => digestOf(readFileSync(path)));
}
