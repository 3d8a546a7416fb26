/**
 * One result of promptfoo as it stands in its files, checked before anything is computed from it. A
 * file may be damaged, edited by hand, or made by somebody who wants another number to come out.
 */
import { z } from 'zod';
import { scoreConflict } from '../baseline/score-conflict.js';
import { UserError } from '../case.js';
import { LONGEST_PROMPT } from '../limits.js';

const TEXT = 'must be a text';
const SHARE = 'must be a number from 0 to 1';
const COUNT = 'must be a whole number';
const AMOUNT = 'must be a number of at least 0';
const MAP = 'must be an object';
const LENGTH = `must be a whole number of tokens, from 1 to ${LONGEST_PROMPT}`;

/** Whatever is counted or measured is less than this: sums of a million of them stay exact enough. */
const MOST = 1e12;

const text = z.string(TEXT);
const share = z.number(SHARE).min(0, SHARE).max(1, SHARE);
const amount = z.number(AMOUNT).min(0, AMOUNT).max(MOST, `must be less than ${MOST}`);
const length = z.number(LENGTH).int(LENGTH).min(1, LENGTH).max(LONGEST_PROMPT, LENGTH);
const map = z.record(z.string(), z.unknown(), MAP);
const shares = z.array(share, 'must be a list of numbers from 0 to 1');

const composite = z.looseObject(
  {
    part: text,
    weight: amount,
    variant: text.optional(),
  },
  MAP,
);

/** The Case of a result, as far as a row needs it. */
const resultCase = z.looseObject(
  {
    tokens: length,
    task: text.nullish(),
    language: z.union([text, z.looseObject({ file: text })], 'must be a name or a file').nullish(),
    haystack: z
      .union([text, z.looseObject({ files: z.array(text) })], 'must be a name or files')
      .nullish(),
    version: text.nullish(),
    size: text.nullish(),
    unit: text.nullish(),
    control: z.boolean('must be true or false').nullish(),
    compact: text.nullish(),
    given: text.nullish(),
    composite: composite.nullish(),
    seed: z.number(COUNT).int(COUNT).nullish(),
    reserve: amount.nullish(),
    cell: map.nullish(),
  },
  MAP,
);

const resultSchema = z.object({
  provider: z.object({ id: text.nullish(), label: text.nullish() }, MAP).nullish(),
  prompt: z.object({ label: text.nullish(), raw: z.unknown().optional() }, MAP).nullish(),
  vars: z.object({ case: resultCase }),
  metadata: map.nullish(),
  testCase: z.object({ description: text.nullish(), metadata: map.nullish() }, MAP).nullish(),
  description: text.nullish(),
  gradingResult: z
    .object(
      {
        componentResults: z.array(z.unknown(), 'must be a list').nullish(),
        namedScoreWeights: map.nullish(),
      },
      MAP,
    )
    .nullish(),
  namedScores: z
    .record(z.string(), z.number('must be a number'), 'must be an object of numbers')
    .nullish(),
  response: z
    .looseObject(
      {
        output: z.unknown().optional(),
        error: z.unknown().optional(),
        tokenUsage: z.looseObject({ prompt: amount.nullish() }, MAP).nullish(),
      },
      MAP,
    )
    .nullish(),
  error: z.unknown().optional(),
  failureReason: z.number('must be a number').nullish(),
  latencyMs: amount.nullish(),
  cost: amount.nullish(),
  incurredCost: amount.nullish(),
});

/** What the test of a result says of itself. */
const metadataSchema = z.object({
  benchmark: text,
  id: text.min(1, 'must be the identity of a Case'),
  shard: text.nullish(),
  grid: text.nullish(),
  gridSize: z.number(COUNT).int(COUNT).positive(COUNT).nullish(),
  /** What the hook compares it with; see contract/requests.ts. */
  baseline: text.nullish(),
  maxDrop: share.nullish(),
  baselineProviders: z.array(text, 'must be a list of texts').nullish(),
  measures: z.array(text, 'must be a list of texts').nullish(),
});

/** Scores by name that a report shows as shares, where a scoring rule has them. */
const SHARED_SCORES = ['precision', 'format'];

const kept = z.tuple([amount, amount], 'must be two numbers');
const keptOf = z.tuple([kept, kept, kept, kept], 'must be two numbers for each quarter');

/** What a compaction kept; see contract/compaction.ts. */
const compaction = z.object(
  { of: text, before: amount, after: amount, current: keptOf, superseded: keptOf },
  MAP,
);

/** What our own assertion says of an answer. */
const gradingSchema = z.object({
  pass: z.boolean('must be true or false').nullish(),
  score: share,
  reason: text.nullish(),
  metadata: z.looseObject({
    id: text,
    marks: shares.nullish(),
    positions: shares.nullish(),
    needed: shares.nullish(),
    diagnosis: text.nullish(),
    reading: text.nullish(),
    compaction: compaction.nullish(),
    /** `false` where a test has no right answer of ours. */
    scored: z.boolean('must be true or false').nullish(),
  }),
});

export type Result = z.output<typeof resultSchema>;
export type Metadata = z.output<typeof metadataSchema>;
export type ResultCase = z.output<typeof resultCase>;
export type Grading = z.output<typeof gradingSchema>;

/** What a result is called in an error, unless its reader knows its number and its file. */
export const A_RESULT = 'A result';

/**
 * Check a result.
 *
 * @param where - what to call it in an error: `Result 17 of results.json`
 * @returns nothing for the result of a test that is not ours
 * @throws {UserError} naming the field, its value and what to do
 */
export function parseResult(value: unknown, where = A_RESULT): Result | undefined {
  if (!isOurs(value)) return undefined;
  const result = checked(resultSchema, value, where, []);
  for (const name of SHARED_SCORES) {
    const score = result.namedScores?.[name];
    if (score !== undefined) checked(share, score, where, ['namedScores', name]);
  }
  return result;
}

/**
 * What the test says of itself; what a provider says of its response, promptfoo lays over it.
 *
 * @throws {UserError} as `parseResult` does
 */
export function parseMetadata({ metadata, testCase }: Result, where = A_RESULT): Metadata {
  return checked(metadataSchema, { ...metadata, ...testCase?.metadata }, where, ['metadata']);
}

/**
 * Check what our assertion said.
 *
 * @param path - where it stands in the result, for the error
 * @throws {UserError} as `parseResult` does
 */
export function parseGrading(value: unknown, where = A_RESULT, path: PropertyKey[] = []): Grading {
  const grading = checked(gradingSchema, value, where, path);
  const { marks, positions } = grading.metadata;
  const conflict = scoreConflict({ score: grading.score, marks: marks ?? [] });
  if (conflict !== undefined) {
    throw new UserError(`${where} contradicts itself: ${conflict}. ${REMEDY}`);
  }
  if (marks && positions && positions.length > 0 && positions.length !== marks.length) {
    throw damaged(
      where,
      [...path, 'metadata', 'positions'],
      `a list of ${positions.length}`,
      `must be as many as the marks, which are ${marks.length}`,
    );
  }
  return grading;
}

/** Our tests have a Case, and say its benchmark besides. */
function isOurs(value: unknown): value is object {
  if (!isMap(value)) return false;
  const theCase = isMap(value.vars) ? value.vars.case : undefined;
  if (!isMap(theCase) || !('tokens' in theCase || 'benchmark' in theCase)) return false;
  const test = isMap(value.testCase) ? value.testCase.metadata : undefined;
  return [test, value.metadata].some(
    (metadata) => isMap(metadata) && typeof metadata.benchmark === 'string',
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checked<T extends z.ZodType>(
  schema: T,
  value: unknown,
  where: string,
  base: PropertyKey[],
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  let found = value;
  for (const key of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[key];
  throw damaged(where, [...base, ...path], JSON.stringify(found) ?? 'missing', message);
}

const REMEDY =
  'Restore the file, or evaluate again and write it with `promptfoo eval -o results.json`.';

/** Longer values are cut in an error. */
const LONGEST_VALUE = 60;

function damaged(where: string, path: readonly PropertyKey[], value: string, must: string) {
  const short = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
  return new UserError(
    `${where} is damaged: \`${path.map(String).join('.')}\` is ${short}, but ${must}. ${REMEDY}`,
  );
}
