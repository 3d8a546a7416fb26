/** What a search has asked: a file that is written whole before every evaluation, and says where to go on. */

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readKept, STATE_VERSION } from '../../base/files/kept-state.js';
import { notOurs, writeWhole } from '../../base/files/whole-files.js';
import { UserError } from '../../base/user-error.js';
import { promptSchema } from '../../contract/requests.js';

/** The state of a search, in its folder. */
const STATE_FILE = 'search.json';

/** What it found, once it is over. */
export const RESULT_FILE = 'result.json';

/** Its page. */
export const PAGE_FILE = 'index.html';

/** The folder of the evaluations' results, in it. */
const RESULTS = 'results';

const count = z.number().int().nonnegative();

/** A provider, as far as it is known without asking it. */
export const providerSchema = z.object({
  id: z.string(),
  label: z.string().exactOptional(),
  address: z.string().exactOptional(),
  isFlex: z.literal(true).exactOptional(),
  writesWhole: z.literal(true).exactOptional(),
  thinking: z.union([z.number(), z.literal('unknown')]).exactOptional(),
  /** Tokens that it counts for one of ours, at most, where that is more than one. */
  most: z.number().exactOptional(),
});

/** Prices that the user gives. */
export const pricesSchema = z.array(
  z.object({ provider: z.string().exactOptional(), input: z.number(), output: z.number() }),
);

const stateSchema = z.object({
  format: z.literal('counting-stars-search'),
  version: z.literal(STATE_VERSION),
  /** As for `promptfoo eval -c`, and more of its arguments. */
  configs: z.array(z.string()),
  args: z.array(z.string()),
  generator: z.string().exactOptional(),
  /** What the prompts have in common, in words. */
  series: z.string(),
  /** In which it is spoken of. */
  languages: z.array(z.string()),
  /** Tokens. */
  shortest: count,
  longest: count,
  /** Tokens of a prompt that are kept free for the answer, at the most. */
  reserve: count,
  /** Prompts that the generator makes of one length and seed: one for each cell. */
  cells: count.positive(),
  /** What is searched by, where it is not recall. */
  measure: z.string().exactOptional(),
  threshold: z.number(),
  seed: z.number().int(),
  batch: count.positive(),
  providers: z.array(providerSchema),
  prices: pricesSchema,
  rounds: z.array(
    z.object({
      prompts: z.array(promptSchema),
      /** Files of results, below the folder: one for each time the round was evaluated. */
      files: z.array(z.string()),
    }),
  ),
});

export type SearchState = z.output<typeof stateSchema>;
export type SearchRound = SearchState['rounds'][number];
export type SearchProvider = SearchState['providers'][number];

/** What a provider is called in results. */
export function resultName({ id, label }: SearchProvider): string {
  return label || id;
}

export function hasSearch(folder: string): boolean {
  return existsSync(join(folder, STATE_FILE));
}

/**
 * Read the state of a search.
 *
 * @throws {UserError} where there is none, or it is damaged
 */
export function readState(folder: string): SearchState {
  const file = join(folder, STATE_FILE);
  if (!hasSearch(folder)) {
    throw new UserError(
      `${folder} has no search to continue. Start one without --resume, or pass its folder with --out.`,
    );
  }
  return readKept(file, stateSchema, 'version', 'Start a new search with another --out.');
}

/**
 * Make sure that a folder has nothing of others in the places of a new search's files.
 *
 * @throws {UserError} naming what is there
 */
export function assertFree(folder: string): void {
  for (const name of [RESULT_FILE, PAGE_FILE]) {
    if (existsSync(join(folder, name))) throw notOurs(join(folder, name));
  }
}

/** Begin or go on with a search: what it found before is no longer so. */
export function begin(folder: string, state: SearchState): void {
  rmSync(join(folder, RESULT_FILE), { force: true });
  writeState(folder, state);
}

/** Take a search back that has asked nothing. */
export function forget(folder: string): void {
  rmSync(join(folder, STATE_FILE), { force: true });
}

export function writeState(folder: string, state: SearchState): void {
  writeWhole(join(folder, STATE_FILE), `${JSON.stringify(state, null, 2)}\n`);
}

/** A file for the results of one more evaluation of a round, which it is noted in. */
export function nextFile(folder: string, { rounds }: SearchState, round: SearchRound): string {
  const number = String(rounds.indexOf(round) + 1).padStart(2, '0');
  const times = round.files.length;
  const name = `round-${number}${times === 0 ? '' : `-again-${times}`}.jsonl`;
  mkdirSync(join(folder, RESULTS), { recursive: true });
  round.files.push(`${RESULTS}/${name}`);
  return join(folder, RESULTS, name);
}
