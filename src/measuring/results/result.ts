/**
 * One result of promptfoo as it stands in its files, checked before anything is computed from it. A
 * file may be damaged, edited by hand, or made by somebody who wants another number to come out.
 */
import { z } from 'zod';
import { LONGEST_PROMPT } from '../../base/limits.js';
import { UserError } from '../../base/user-error.js';
import { TRANSFORM_EFFECTS, TRANSFORM_OWNERS } from '../../contract/transforms.js';
import { scoreConflict } from './baseline/score-conflict.js';
import { isScored, ownGrading } from './own-grading.js';

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

/** Scores by name that a report shows as shares, where a scoring rule has them. */
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

/** What the test of a result says of itself. */
const metadataSchema = z.object({
  benchmark: text,
  id: text.min(1, 'must be the identity of a Case'),
  shard: text.regex(/^\d+\/\d+$/, 'must be a part such as 2/4').nullish(),
  grid: text.nullish(),
  gridSize: z.number(COUNT).int(COUNT).positive(COUNT).nullish(),
  /** What the hook compares it with; see contract/requests.ts. */
  baseline: text.nullish(),
  maxDrop: share.nullish(),
  baselineProviders: z.array(text, 'must be a list of texts').nullish(),
  measures: z.array(text, 'must be a list of texts').nullish(),
  compactedBy: z.array(text, 'must be a list of texts').nullish(),
});

const partOfMetadata = metadataSchema.partial();

const kept = z.tuple([amount, amount], 'must be two numbers');
const keptOf = z.tuple([kept, kept, kept, kept], 'must be two numbers for each quarter');

/** What a compaction kept; see contract/compaction.ts. */
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

/** What changed an answer before it was scored; see assertions/transforms.ts. */
const transform = z.object(
  {
    by: z.enum(TRANSFORM_OWNERS),
    effect: z.enum(TRANSFORM_EFFECTS),
  },
  MAP,
);

/** What our own assertion says of an answer. */
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
    /** Of what was sent, where that is longer than the Case. */
    sentTokens: length.nullish(),
    /** No number rests on it: where it is damaged, it is left out. */
    transforms: z.array(transform).nullish().catch(undefined),
    /** `false` where a test has no right answer of ours. */
    scored: flag,
  }),
});

export type Result = z.output<typeof resultSchema>;
type Metadata = z.output<typeof metadataSchema>;
export type ResultCase = z.output<typeof resultCase>;
export type Grading = z.output<typeof gradingSchema>;

/** promptfoo's number for a result that is an error and not a wrong answer. */
export const ERROR = 2;

/** What a result is called in an error, unless its reader knows its number and its file. */
export const A_RESULT = 'A result';

/** A value that no score rests on and that is not what it must be: it counts as not reported. */
export interface Odd {
  /** Where it stands in the result, for example `response.tokenUsage.prompt`. */
  field: string;
  value: string;
  must: string;
}

/** A result that cannot be counted for what it is. */
export class DamagedResult extends UserError {}

/**
 * Check a result.
 *
 * @param where - what to call it in an error: `Result 17 of results.json`
 * @param odd - takes what is left out of it
 * @returns nothing for the result of a test that is not ours
 * @throws {DamagedResult} naming the field, its value and what to do, where a score rests on the field
 */
export function parseResult(value: unknown, where = A_RESULT, odd: Odd[] = []): Result | undefined {
  if (!isOurs(value)) return undefined;
  return checked(resultSchema, value, { where, odd, path: [], rests: restsOn });
}

/**
 * What is left of a damaged result, as that of a failed call.
 *
 * @param reason - what is wrong with it
 * @returns nothing where it does not say what was asked
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

/** The Case, the answer, the prompt and what was said of them. */
function restsOn([first, second, ...more]: readonly PropertyKey[]): boolean {
  if (first === 'vars') return true;
  if (first === 'prompt' || first === 'response') return second === undefined;
  if (first !== 'gradingResult' || more.length > 0) return false;
  return second === undefined || second === 'componentResults';
}

/**
 * What the test says of itself; what a provider says of its response, promptfoo lays over it. Of two
 * identities, the one that was scored counts.
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

/** What is as it must be of what a test says of itself. */
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
 * Check what our assertion said. Its score and marks count; without anything else, less is said of them.
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

/** Our tests have a Case, say its benchmark besides, and are scored by `score`; one of these may be damaged. */
export function isOurs(value: unknown): value is object {
  if (!isMap(value)) return false;
  const { vars, testCase, metadata, gradingResult } = value;
  const theCase = isMap(vars) ? vars.case : undefined;
  const test = isMap(testCase) ? testCase : {};
  const hasCase = isMap(theCase) && ('tokens' in theCase || 'benchmark' in theCase);
  const saysBenchmark = [test.metadata, metadata].some(
    (one) => isMap(one) && typeof one.benchmark === 'string',
  );
  if (hasCase && saysBenchmark) return true;
  const components = isMap(gradingResult) ? gradingResult.componentResults : undefined;
  return (hasCase || saysBenchmark) && isScored(test.assert, components);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a value is checked. */
interface Checking {
  where: string;
  /** Where the value stands in its result. */
  path: readonly PropertyKey[];
  /** Takes what is left out. */
  odd: Odd[];
  /** Whether a score rests on what stands at a path of the value. */
  rests(path: readonly PropertyKey[]): boolean;
}

/** A value without what is not as it must be and no score rests on. */
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
  return path.reduce((one, key) => (one as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

/** What is left out for the sake of a value: of a list all, and of what lacks a field, what lacks it. */
function droppable(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  const index = path.findIndex((key) => typeof key === 'number');
  let dropped = index === -1 ? path : path.slice(0, index);
  while (dropped.length > 0 && at(value, dropped) === undefined) dropped = dropped.slice(0, -1);
  return dropped;
}

/** A copy of a value without what is at a path. */
function without(value: unknown, [key, ...more]: readonly PropertyKey[]): unknown {
  const { [key!]: inner, ...rest } = value as Record<PropertyKey, unknown>;
  return more.length === 0 ? rest : { ...rest, [key!]: without(inner, more) };
}

const REMEDY =
  'Restore the file, or evaluate again and write it with `promptfoo eval -o results.json`.';

/** Longer values are cut in an error. */
const LONGEST_VALUE = 60;

function shortJson(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'missing');
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
