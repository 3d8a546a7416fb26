/** What a recheck has asked: a file that is written whole before every evaluation, so that nothing that was paid is forgotten. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readKept, STATE_VERSION } from '../../../base/files/kept-state.js';
import { writeWhole } from '../../../base/files/whole-files.js';
import { UserError } from '../../../base/user-error.js';
import { pricesSchema, providerSchema } from '../search-state.js';

/** The state of a recheck, in its folder. */
const STATE_FILE = 'recheck.json';

/** The folder of the evaluations' results, in it. */
const RESULTS = 'results';

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

/** Ids of Cases, by the name of the provider that is asked them. */
const askedSchema = z.record(z.string(), z.array(z.string()));

const stateSchema = z.object({
  format: z.literal('counting-stars-recheck'),
  version: z.literal(STATE_VERSION),
  /** As for `promptfoo eval -c`, and more of its arguments. */
  configs: z.array(z.string()),
  args: z.array(z.string()),
  /** The baseline's file, and the digest of what stood in it. */
  baseline: z.object({ file: z.string(), digest: z.string() }),
  providers: z.array(
    providerSchema.extend({
      /** The Cases that it may be asked, and how many calls each takes. */
      calls: z.record(z.string(), count),
    }),
  ),
  prices: pricesSchema,
  /** What is known of the Cases, by id. */
  cases: z.record(
    z.string(),
    z.object({
      tokens: count,
      seed: z.number().int(),
      reserve: count,
      place: z.string(),
      draw: z.string(),
      size: z.string().exactOptional(),
    }),
  ),
  /** What all may take together: US dollars, or tokens of prompts. */
  budget: z.object({ dollars: z.number().exactOptional(), tokens: z.number().exactOptional() }),
  retries: count,
  /** What the gate is asked, as `GateOptions` have it. */
  limits: z.object({
    alpha: share,
    maxDrop: share,
    margin: share.exactOptional(),
    detect: share,
    allow: z.object({
      errors: z.boolean(),
      missing: z.boolean(),
      extra: z.boolean(),
      cached: z.boolean(),
      changed: z.boolean().default(false),
      new: z.boolean().default(false),
    }),
    providers: z.array(z.string()),
  }),
  measures: z.array(z.string()).exactOptional(),
  looks: z.array(
    z.object({
      /** What is to be known at this look, besides what was asked before. */
      wanted: askedSchema,
      /** What was sent while its last answers were out: it counts from the next look on. */
      ahead: askedSchema.default({}),
      /** Each evaluation for it: what it asked, and its file of results below the folder. */
      evaluations: z.array(z.object({ asked: askedSchema, file: z.string() })),
    }),
  ),
});

export type RecheckState = z.output<typeof stateSchema>;
export type RecheckProvider = RecheckState['providers'][number];
export type AskedRound = RecheckState['looks'][number]['wanted'];

export function hasRecheck(folder: string): boolean {
  return existsSync(join(folder, STATE_FILE));
}

/**
 * Read the state of a recheck.
 *
 * @throws {UserError} where there is none, or it is damaged
 */
export function readRecheck(folder: string): RecheckState {
  if (!hasRecheck(folder)) {
    throw new UserError(
      `${folder} has no run to continue. Start one without --resume, or pass its folder with --out.`,
    );
  }
  const file = join(folder, STATE_FILE);
  return readKept(file, stateSchema, 'version', 'Start a new recheck with another --out.');
}

/** Take a recheck back that has asked nothing. */
export function forgetRecheck(folder: string): void {
  rmSync(join(folder, STATE_FILE), { force: true });
}

/**
 * Note one more evaluation with what it asks, and write the state.
 *
 * @param open - the file that a promptfoo writes to which runs already
 */
export function noteEvaluation(
  folder: string,
  state: RecheckState,
  asked: AskedRound,
  open: string | undefined,
): void {
  const { length } = state.looks;
  const { evaluations } = state.looks[length - 1]!;
  const again = evaluations.length === 0 ? '' : `-again-${evaluations.length}`;
  const file = open ?? `${RESULTS}/look-${String(length).padStart(2, '0')}${again}.jsonl`;
  mkdirSync(join(folder, RESULTS), { recursive: true });
  evaluations.push({ asked, file });
  writeWhole(join(folder, STATE_FILE), `${JSON.stringify(state, null, 2)}\n`);
}
