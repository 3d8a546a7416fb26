/**
 * Checks a result of promptfoo before anything is computed from it. A file may be damaged, edited by hand, or
 * made to show another number.
 */
import { z } from 'zod';
import { LONGEST_PROMPT } from '../../base/limits.js';
import { UserError } from '../../base/user-error.js';
import { TRANSFORM_EFFECTS, TRANSFORM_OWNERS } from '../../contract/transforms.js';
import { isScored, ownGrading } from './assertions.js';
import { scoreConflict } from './baseline/score-conflict.js';

const TEXT = 'must be a text';
const SHARE = 'must be a number from 0 to 1';
const COUNT = 'must be a whole number';
const AMOUNT = 'must be a number of at least 0';
const MAP = 'must be an object';
const LENGTH = `must be a whole number of tokens, from 1 to ${LONGEST_PROMPT}`;

/** Upper limit of counts and amounts: sums of a million of them stay exact enough. */
const MOST = 1e12;

const text = z.string(TEXT);
const share = z.number(SHARE).min(0, SHARE).max(1, SHARE);
const amount = z.number(AMOUNT).min(0, AMOUNT).max(MOST, `must be less than ${MOST}`);
const length = z.number(LENGTH).int(LENGTH).min(1, LENGTH).max(LONGEST_PROMPT, LENGTH);
const map = z.record(z.string(), z.unknown(), MAP);
const shares = z.array(share, 'must be a list of numbers from 0 to 1');

const flag = z.boolean('must be true or false').nullish();

const usage = z.looseObject(
  {
    prompt: amount.nullish(),
    completion: amount.nullish(),
    cached: amount.nullish(),
    total: amount.nullish(),
    completionDetails: z
      .looseObject({ reasoning: amount.nullish(), cacheReadInputTokens: amount.nullish() }, MAP)
      .nullish(),
  },
  MAP,
);

const composite = z.looseObject(
  {
    part: text,
    weight: amount,
    variant: text.optional(),
  },
  MAP,
);

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
    cluster: text.nullish(),
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

const isShareOrNone = (value: unknown) => value === undefined || share.safeParse(value).success;

/** Named scores that a report shows as shares. */
const SHARED_SCORES = ['precision', 'format'];

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
    .superRefine((scores, context) => {
      for (const name of SHARED_SCORES) {
        if (isShareOrNone(scores[name])) continue;
        context.addIssue({ code: 'custom', path: [name], message: SHARE });
      }
    })
    .nullish(),
  response: z
    .looseObject(
      {
        output: z.unknown().optional(),
        error: z.unknown().optional(),
        latencyMs: amount.nullish(),
        finishReason: text.nullish(),
        isRefusal: flag,
        guardrails: z.looseObject({ flagged: flag }, MAP).nullish(),
        tokenUsage: usage.nullish(),
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

const metadataSchema = z.object({
  benchmark: text,
  id: text.min(1, 'must be the identity of a Case'),
  shard: text.regex(/^\d+\/\d+$/, 'must be a part such as 2/4').nullish(),
  grid: text.nullish(),
  gridSize: z.number(COUNT).int(COUNT).positive(COUNT).nullish(),
  /** What the hook compares it with. See contract/requests.ts. */
  baseline: text.nullish(),
  maxDrop: share.nullish(),
  baselineProviders: z.array(text, 'must be a list of texts').nullish(),
  measures: z.array(text, 'must be a list of texts').nullish(),
  compactedBy: z.array(text, 'must be a list of texts').nullish(),
});

const partOfMetadata = metadataSchema.partial();

const kept = z.tuple([amount, amount], 'must be two numbers');
const keptOf = z.tuple([kept, kept, kept, kept], 'must be two numbers for each quarter');

/** What a compaction kept. See contract/compaction.ts. */
const compaction = z.object(
  {
    of: text,
    before: amount,
    after: amount,
    current: keptOf,
    superseded: keptOf,
    kinds: z.record(z.string(), kept).nullish(),
    most: shares.nullish(),
    markKinds: z.array(z.array(text)).nullish(),
    failed: text.nullish(),
    spent: z.object({ input: amount, output: amount, cost: amount.optional() }, MAP).nullish(),
  },
  MAP,
);

/** What changed an answer before it was scored. See assertions/transforms.ts. */
const transform = z.object(
  {
    by: z.enum(TRANSFORM_OWNERS),
    effect: z.enum(TRANSFORM_EFFECTS),
  },
  MAP,
);

/** What our assertion reports of an answer. */
const gradingSchema = z.object({
  pass: flag,
  score: share,
  reason: text.nullish(),
  metadata: z.looseObject({
    id: text,
    marks: shares.nullish(),
    positions: shares.nullish(),
    needed: shares.nullish(),
    diagnosis: text.nullish(),
    reading: text.nullish(),
    doubt: text.nullish(),
    compaction: compaction.nullish(),
    /** Length of what was sent, if longer than the Case. */
    sentTokens: length.nullish(),
    /** No number rests on it. Damaged ones are left out. */
    transforms: z.array(transform).nullish().catch(undefined),
    /** `false` for a test without a right answer of ours. */
    scored: flag,
  }),
});

export type Result = z.output<typeof resultSchema>;
type Metadata = z.output<typeof metadataSchema>;
export type ResultCase = z.output<typeof resultCase>;
export type Grading = z.output<typeof gradingSchema>;

/** promptfoo's number for an error, as opposed to a wrong answer. */
export const ERROR = 2;

/** Name of a result in an error, unless its number and file are known. */
export const A_RESULT = 'A result';

/** A wrong value that no score rests on. It counts as not reported. */
export interface Odd {
  /** Path in the result: `response.tokenUsage.prompt`. */
  field: string;
  value: string;
  must: string;
}

export class DamagedResult extends UserError {}

/**
 * Checks a result.
 *
 * @param where - its name in an error: `Result 17 of results.json`
 * @param odd - receives what is left out of it
 * @returns nothing for the result of a test that is not ours
 * @throws {DamagedResult} naming the field, its value and what to do, if a score rests on the field
 */
export function parseResult(value: unknown, where = A_RESULT, odd: Odd[] = []): Result | undefined {
  if (!isOurs(value)) return undefined;
  return checked(resultSchema, value, { where, odd, path: [], rests: restsOn });
}

/**
 * Keeps what is left of a damaged result, as a failed call.
 *
 * @param reason - what is wrong with it
 * @returns nothing if it does not say what was asked
 */
export function asFailedCall(value: unknown, reason: string): object | undefined {
  try {
    const result = checked(resultSchema, value, {
      where: A_RESULT,
      odd: [],
      path: [],
      rests: () => false,
    });
    return { ...result, gradingResult: null, response: null, failureReason: ERROR, error: reason };
  } catch (error) {
    if (error instanceof DamagedResult) return undefined;
    throw error;
  }
}

/** Tells whether a score rests on a path: the Case, the answer, the prompt and what was said of them. */
function restsOn([first, second, ...more]: readonly PropertyKey[]): boolean {
  if (first === 'vars') return true;
  if (first === 'prompt' || first === 'response') return second === undefined;
  if (first !== 'gradingResult' || more.length > 0) return false;
  return second === undefined || second === 'componentResults';
}

/**
 * Reads what a test says of itself, under what a provider's response overlays. Of two identities, the scored
 * one counts.
 *
 * @throws {DamagedResult} as `parseResult` does
 */
export function parseMetadata(
  { metadata, testCase, vars, gradingResult }: Result,
  where = A_RESULT,
  odd: Odd[] = [],
): Metadata {
  const test = told(testCase?.metadata, ['testCase', 'metadata'], { where, odd });
  const missing = Object.entries(metadata ?? {}).filter(([name]) => !(name in test));
  const laidOver = told(Object.fromEntries(missing), ['metadata'], { where, odd });
  const ids = [test.id, metadata?.id].filter((id) => typeof id === 'string');
  const scored = ids.find((id) => 'index' in ownGrading(gradingResult?.componentResults, id));
  const { benchmark } = vars.case;
  const all = {
    ...laidOver,
    ...test,
    ...(scored !== undefined && { id: scored }),
    ...(typeof benchmark === 'string' && { benchmark }),
  };
  return checked(metadataSchema, all, { where, odd, path: ['metadata'], rests: () => true });
}

/** Keeps valid fields of what a test says of itself. */
function told(
  metadata: Record<string, unknown> | null | undefined,
  path: PropertyKey[],
  { where, odd }: Pick<Checking, 'where' | 'odd'>,
): Partial<Record<keyof Metadata, unknown>> {
  return checked(partOfMetadata, metadata ?? {}, {
    where,
    odd,
    path,
    rests: () => false,
  });
}

/**
 * Checks what our assertion reported. Its score and marks count. Anything else may be missing.
 *
 * @param path - where it stands in the result, for the error
 * @throws {DamagedResult} as `parseResult` does
 */
export function parseGrading(
  value: unknown,
  where = A_RESULT,
  path: PropertyKey[] = [],
  odd: Odd[] = [],
): Grading {
  const rests = ([first, second]: readonly PropertyKey[]) =>
    first === 'score' ||
    (first === 'metadata' && [undefined, 'id', 'marks'].includes(second as string));
  const grading = checked(gradingSchema, value, { where, odd, path, rests });
  const { marks, positions, ...metadata } = grading.metadata;
  const conflict = scoreConflict({ score: grading.score, marks: marks ?? [] });
  if (conflict !== undefined) {
    throw new DamagedResult(`${where} contradicts itself: ${conflict}. ${REMEDY}`);
  }
  if (!marks || !positions?.length || positions.length === marks.length) return grading;
  odd.push({
    field: [...path, 'metadata', 'positions'].map(String).join('.'),
    value: `a list of ${positions.length}`,
    must: `must be as many as the marks, which are ${marks.length}`,
  });
  return { ...grading, metadata: { ...metadata, marks } };
}

/** Recognizes our results by Case, benchmark and `score`, one of which may be damaged. */
export function isOurs(value: unknown): value is object {
  if (!isMap(value)) return false;
  const { vars, testCase, metadata, gradingResult } = value;
  const theCase = isMap(vars) ? vars.case : undefined;
  const test = isMap(testCase) ? testCase : {};
  const hasCase = isMap(theCase) && ('tokens' in theCase || 'benchmark' in theCase);
  const saysBenchmark = [test.metadata, metadata].some(
    (entry) => isMap(entry) && typeof entry.benchmark === 'string',
  );
  if (hasCase && saysBenchmark) return true;
  const components = isMap(gradingResult) ? gradingResult.componentResults : undefined;
  return (hasCase || saysBenchmark) && isScored(test.assert, components);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Checking {
  where: string;
  path: readonly PropertyKey[];
  odd: Odd[];
  rests(path: readonly PropertyKey[]): boolean;
}

/** Drops invalid parts of a value that no score rests on. */
function checked<T extends z.ZodType>(schema: T, value: unknown, checking: Checking): z.output<T> {
  const { where, path: base, odd, rests } = checking;
  for (let left = value; ; ) {
    const parsed = schema.safeParse(left);
    if (parsed.success) return parsed.data;
    const { path, message } = parsed.error.issues[0]!;
    const field = [...base, ...path].map(String).join('.');
    const found = shortJson(at(left, path));
    const dropped = droppable(left, path);
    if (dropped.length === 0 || rests(dropped)) {
      throw new DamagedResult(
        `${where} is damaged: \`${field}\` is ${found}, but ${message}. ${REMEDY}`,
      );
    }
    odd.push({ field, value: found, must: message });
    left = without(left, dropped);
  }
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (entry, key) => (entry as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
}

/** Returns the path to drop for a value: of a list all, and for a missing field, the parent. */
function droppable(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  const index = path.findIndex((key) => typeof key === 'number');
  let dropped = index === -1 ? path : path.slice(0, index);
  while (dropped.length > 0 && at(value, dropped) === undefined) dropped = dropped.slice(0, -1);
  return dropped;
}

function without(value: unknown, [key, ...more]: readonly PropertyKey[]): unknown {
  const { [key!]: inner, ...rest } = value as Record<PropertyKey, unknown>;
  return more.length === 0 ? rest : { ...rest, [key!]: without(inner, more) };
}

const REMEDY =
  'Restore the file, or evaluate again and write it with `promptfoo eval -o results.json`.';

const LONGEST_VALUE = 60;

function shortJson(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'missing');
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
