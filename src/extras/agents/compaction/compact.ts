/** Shortens a transcript before the question, in one pass or as the history grows. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isTruthy } from '../../../base/environment.js';
import { digestOf, isFile } from '../../../base/files/files.js';
import { writeWhole } from '../../../base/files/whole-files.js';
import { kept } from '../../../base/kept.js';
import { canonicalJson } from '../../../base/text/canonical-json.js';
import { UserError } from '../../../base/user-error.js';
import { transcriptIn } from '../../../haystack/messages/forms.js';
import { type Turn, turnTokens } from '../../../haystack/messages/transcript.js';
import { type GivenCompaction, givenCompaction } from '../../../options/compact-option.js';
import {
  type CompactInput,
  called,
  FailedCompaction,
  loadFunction,
  programPath,
} from './compactor.js';
import { type CompactionSpent, type Kept, keptOf, spentTogether } from './kept-turns.js';

/** Samples of a compaction that keeps something else each time. */
const SAMPLES = 3;

/**
 * The compactions of the configs of this process, by name. A Case has the name alone, so no program, server or file
 * is called that only a file of results names.
 */
const configured = new Map<string, GivenCompaction>();

/** Make compactions of a config known, and forget passes, so that another evaluation asks the cache. */
export function configure(compactions: readonly GivenCompaction[]): void {
  passes.clear();
  digests.clear();
  for (const compaction of compactions) configured.set(compaction.name, compaction);
}

/** @throws {UserError} for one that no config of this process has, unless it is a function */
function compactionNamed(name: string): GivenCompaction {
  const found = configured.get(name);
  if (found) return found;
  if (/\.[cm]?js:[\w$]+$/.test(name)) return givenCompaction(name);
  throw new UserError(
    `compact: no config of this process has the compaction "${name}". Programs and servers are called only ` +
      'where the config that is evaluated names them: evaluate it again with `npx promptfoo eval`.',
  );
}

/** How tokens are counted, and which of several draws is meant. */
interface Draw {
  count(text: string): number;
  /** From 1. */
  sample: number;
  /** The length of the history. */
  tokens: number;
  /** The identity of the Case without its compaction. */
  of: string;
}

/**
 * How often a compaction shortens each history: as its config says, or once if two calls keep the same.
 *
 * @param history - one to try it with
 * @throws {UserError} for a function that is not there, and where the config says once and two calls differ
 */
export async function samplesOf(
  name: string,
  history: readonly Turn[],
  draw: Omit<Draw, 'sample'>,
): Promise<number> {
  const compaction = compactionNamed(name);
  const { samples } = compaction;
  const isFunction = compaction.function !== undefined;
  if (isFunction) await loadFunction(compaction.function!);
  if (samples === undefined && !isFunction) return drawn(compaction, SAMPLES);
  if (samples !== undefined && samples > 1) return samples;
  const differs = await keepsOthers(compaction, history, { ...draw, sample: 1 });
  if (!differs) return drawn(compaction, 1);
  if (samples === undefined) return drawn(compaction, SAMPLES);
  throw new UserError(
    `compact: ${name} keeps something else each time it is called, and \`samples\` is 1. Use \`samples: ${SAMPLES}\` ` +
      'or more, so that the report can tell chance from loss.',
  );
}

function drawn(compaction: GivenCompaction, samples: number): number {
  configured.set(compaction.name, { ...compaction, samples });
  return samples;
}

async function keepsOthers(
  compaction: GivenCompaction,
  history: readonly Turn[],
  draw: Draw,
): Promise<boolean> {
  // Of a program or server, what the first try keeps is what a model is sent, and the second is no other call later.
  const again = { ...compaction, version: `${compaction.version}, again` };
  const tried = (called: GivenCompaction) =>
    shortened(compaction, history, draw, keptAs(called, draw, compaction.function === undefined));
  try {
    const first = await tried(compaction);
    return !isDeepStrictEqual(first.turns, (await tried(again)).turns);
  } catch (error) {
    // A failure is counted where a model would be asked.
    if (error instanceof FailedCompaction) return false;
    throw error;
  }
}

/**
 * What a compaction keeps of the turns before a question.
 *
 * @param name - as a config calls it, or `file.mjs:name`
 * @throws {FailedCompaction} when it fails
 */
export function compacted(name: string, history: readonly Turn[], draw: Draw): Promise<Kept> {
  const compaction = compactionNamed(name);
  // What a function always keeps is quickly kept again.
  const isPure = compaction.function !== undefined && (compaction.samples ?? 1) === 1;
  return shortened(compaction, history, draw, keptAs(compaction, draw, !isPure));
}

type Keep = (input: CompactInput) => Promise<Kept>;

function keptAs(
  compaction: GivenCompaction,
  { count }: Pick<Draw, 'count'>,
  isStored: boolean,
): Keep {
  const call = (input: CompactInput) => passOf(compaction, input, count);
  return isStored ? (input) => keptBefore(compaction, input, () => call(input)) : call;
}

async function passOf(
  compaction: GivenCompaction,
  input: CompactInput,
  count: (text: string) => number,
): Promise<Kept> {
  const made = keptOf(await called(compaction, input, count), input.turns);
  const before = turnTokens(input.turns, count);
  const after = turnTokens(made.turns, count);
  // Where nothing is left to shorten, as many are right.
  if (after > before) {
    throw new FailedCompaction('longer than before', `${after} of ${before} tokens`);
  }
  return made;
}

/** Passes that may fail in a row before the history is given up. */
const MOST_FAILED = 1;

async function shortened(
  { rolling }: GivenCompaction,
  history: readonly Turn[],
  { count, sample, tokens, of }: Draw,
  keep: Keep,
): Promise<Kept> {
  const at = rolling && 'at' in rolling ? rolling.at : undefined;
  const inputOf = (turns: readonly Turn[], pass: number): CompactInput => ({
    version: 1,
    turns,
    messages: JSON.parse(transcriptIn('openai', turns)),
    sample,
    pass,
    maxTokens: at ?? tokens,
    seed: seedOf(of, sample),
  });
  if (!rolling) return keep(inputOf(history, 1));
  let [turns, length, pass, failed]: [Turn[], number, number, number] = [[], 0, 0, 0];
  let spent: CompactionSpent | undefined = { input: 0, output: 0 };
  const open = new Set<string>();
  for (const turn of history) {
    turns = [...turns, turn];
    if (at !== undefined) length += turnTokens([turn], count);
    if (turn.role === 'call') open.add(turn.id);
    else if (turn.role === 'result') open.delete(turn.id);
    // Between a call and its result no agent shortens anything.
    if (open.size > 0 || (at !== undefined && length <= at)) continue;
    pass++;
    try {
      const made = await keep(inputOf(turns, pass));
      turns = made.turns;
      length = turnTokens(turns, count);
      spent = spentTogether(spent, made.spent);
      failed = 0;
    } catch (error) {
      failed++;
      if (!(error instanceof FailedCompaction) || failed > MOST_FAILED) throw error;
    }
  }
  return { turns, ...(spent && { spent }) };
}

/** Makes a seed for each history and sample. */
function seedOf(of: string, sample: number): number {
  return createHash('sha256').update(`compaction/${of}/${sample}`).digest().readUInt32BE() >>> 1;
}

/** Passes of this process, so that an answer is scored by what its model was sent even without a cache. */
const passes = new Map<string, Promise<Kept>>();

/** Digests by state of a file, since a runtime of a hundred megabytes is looked up at every pass. */
const digests = new Map<string, string>();

/**
 * What a compaction kept of an input, one file for each pass: what a model made once is neither paid nor drawn again.
 */
function keptBefore(
  compaction: GivenCompaction,
  input: CompactInput,
  call: () => Promise<Kept>,
): Promise<Kept> {
  const key = keyOf(compaction, input);
  return kept(passes, key, () => storedOr(join(folder(), `${key}.json`), call));
}

async function storedOr(file: string, call: () => Promise<Kept>): Promise<Kept> {
  if (isCacheUsed() && isFile(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = await call();
  writeWhole(file, JSON.stringify(made));
  return made;
}

/** Returns a folder next to promptfoo's cache. */
function folder(): string {
  const { PROMPTFOO_CACHE_PATH, PROMPTFOO_CONFIG_DIR = join(homedir(), '.promptfoo') } =
    process.env;
  return join(PROMPTFOO_CACHE_PATH ?? join(PROMPTFOO_CONFIG_DIR, 'cache'), 'compactions');
}

/** Reads whether promptfoo uses its cache. */
function isCacheUsed(): boolean {
  const { PROMPTFOO_CACHE_ENABLED: enabled } = process.env;
  return !process.argv.includes('--no-cache') && (enabled === undefined || isTruthy(enabled));
}

/** Identifies a compaction and its input. A changed file of its command makes another compaction. */
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
