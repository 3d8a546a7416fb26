import { defined, picked } from '../../base/fields.js';
import { type LanguageReference, languageName } from '../../base/references.js';
import { redactedStart, redactText, withoutKeys } from '../../base/secrets.js';
import type { CaseFacts, StoredCase } from '../../contract/asking-half.js';
import type { Case } from '../../contract/case.js';
import { haystackTitle, variantOf } from '../../contract/case-identity.js';
import type { Reading } from '../../contract/reading.js';
import { factsOf, isCached, isRecorded, outcomeOf, usageOf } from '../../contract/response.js';
import type { Row } from '../../contract/row.js';
import { handRating, measuresOf, ownGrading } from './assertions.js';
import { type Asked, askedOf } from './conditions.js';
import {
  A_RESULT,
  ERROR,
  type Grading,
  type Odd,
  parseGrading,
  parseMetadata,
  parseResult,
  type Result,
} from './result.js';

const LONGEST_ANSWER = 1500;

/** A row with its column, test, promptfoo's name of its model (secrets included), and what is not reported. */
export interface Placed {
  row: Row;
  column: unknown;
  test: unknown;
  model: string;
  asked: Asked;
  odd: readonly Odd[];
  /** What is damaged, which makes it a failed call. */
  damaged?: string;
}

/**
 * Turns a result into a row in its column. Nothing for a test of the user.
 *
 * @throws {DamagedResult} as `toRow` does
 */
export function placedRow(result: unknown, asking: CaseFacts, where?: string): Placed | undefined {
  const odd: Odd[] = [];
  const row = toRow(result, asking, where, odd);
  if (!row) return undefined;
  const { promptIdx: column, testIdx: test, provider } = result as Stored;
  return { row, column, test, model: providerOf({ provider }), asked: askedOf(result), odd };
}

/**
 * Turns a result of promptfoo into a row, without secrets.
 *
 * @param asking - says what published scores are of, and whether the prompt was the Case's
 * @param where - its name in an error
 * @param odd - receives what is left out, since no score rests on it
 * @returns nothing for the result of a test that is not ours
 * @throws {DamagedResult} if what a score rests on is damaged
 */
export function toRow(
  value: unknown,
  asking: CaseFacts,
  where = A_RESULT,
  odd: Odd[] = [],
): Row | undefined {
  const result = parseResult(value, where, odd);
  if (!result) return undefined;
  const at = placeOf(value as Stored);
  const provider = providerOf(result);
  const theCase = result.vars.case;
  const metadata = parseMetadata(result, where, odd);
  const requests = requestsOf(metadata);
  const graded = gradingOf(result, metadata.id, asking, where, odd);
  const grading = 'grading' in graded ? graded.grading : undefined;
  const { marks, positions, needed, reading, doubt, scored, compaction, transforms, sentTokens } =
    grading?.metadata ?? {};
  const isPassed = grading?.pass === true;
  const rating = grading && handRating(result.gradingResult?.componentResults);
  const measures = 'grading' in graded ? measuresOf(result, graded.index) : {};
  const answer = textOf(result.response?.output);
  const outcome = outcomeOf(factsOf(result.response), answer);
  const unfinished = grading && outcome !== 'finished' ? outcome : undefined;
  const said = grading?.metadata.diagnosis ?? undefined;
  const diagnosis = unfinished && grading!.score < 1 && said !== 'transformed' ? unfinished : said;
  const cached = isCached(result.response);
  const usage = usageOf(result.response);
  // The time of promptfoo's cache is not the provider's.
  const isTimed = !cached || result.response?.latencyMs != null;
  const { composite, compact } = theCase;
  const failed = compaction?.failed;
  const sample = theCase.cell?.sample;
  const conditions = asking.conditionsOf(metadata.benchmark, theCase as StoredCase);
  const haystack = haystackTitle(theCase as Pick<Case, 'haystack' | 'shuffle'>);
  const variant = variantOf(theCase as Partial<Case>);
  const language = theCase.language ? languageName(theCase.language as LanguageReference) : '';
  const row = defined({
    ...{ id: metadata.id, at, benchmark: metadata.benchmark, task: theCase.task ?? '' },
    ...{ haystack, variant: redactText(variant), language, conditions },
    case: (value as { vars: { case: StoredCase } }).vars.case,
    ...picked(theCase, ['tokens', 'version', 'unit', 'cluster', 'size', 'given']),
    seed: theCase.seed ?? 0,
    reserve: theCase.reserve ?? 0,
    control: theCase.control || undefined,
    composite: composite && picked(composite, ['part', 'weight', 'variant']),
    compaction:
      compaction && compact
        ? defined({
            ...{ ...compaction, failed: failed && redactedStart(failed, LONGEST_ANSWER) },
            ...{
              way: redactText(compact),
              sample: typeof sample === 'number' ? sample : undefined,
            },
          })
        : undefined,
    compactedBy: metadata.compactedBy && {
      ...{ labels: metadata.compactedBy, id: result.provider?.id ?? '' },
    },
    provider: redactText(provider),
    prompt: redactText(result.prompt?.label ?? ''),
    shard: metadata.shard,
    ...requests,
    description: redactText(result.testCase?.description ?? result.description ?? ''),
    score: grading?.score ?? 0,
    ...{ marks: marks ?? [], positions: positions ?? [], needed, sent: sentTokens, transforms },
    passed: isPassed,
    rated: rating === undefined || rating === isPassed ? undefined : (true as const),
    error: 'error' in graded ? redactedStart(graded.error, LONGEST_ANSWER) : undefined,
    reason: redactedStart(grading?.reason ?? '', LONGEST_ANSWER, withoutKeys),
    ...{ diagnosis, unfinished },
    reading: isUnread(reading) ? reading : undefined,
    doubt: reading === 'doubtful' ? doubt : undefined,
    namedScores: result.namedScores ?? {},
    measures: Object.keys(measures).length > 0 ? measures : undefined,
    follow: metadata.measures,
    unscored: scored === false ? (true as const) : undefined,
    answer: redactedStart(answer, LONGEST_ANSWER, withoutKeys),
    ...usage,
    latencyMs: isTimed ? result.latencyMs : undefined,
    cost: (!cached && (result.incurredCost ?? result.cost)) || undefined,
    cached: cached && !isRecorded(result.response) ? (true as const) : undefined,
  });
  // Parts of a long text would keep all of it in memory.
  return JSON.parse(JSON.stringify(row)) as typeof row;
}

/** Returns the grid that a test is of, and what its hook is to compare it with. */
function requestsOf(metadata: ReturnType<typeof parseMetadata>): Pick<Row, 'grid' | 'gate'> {
  const { grid, gridSize, baseline, maxDrop, baselineProviders } = metadata;
  const models = baselineProviders ? { baselineProviders } : {};
  return {
    ...(grid && gridSize && { grid: { id: grid, size: gridSize } }),
    ...(baseline && maxDrop != null && { gate: { baseline, maxDrop, ...models } }),
  };
}

interface Stored extends Partial<Record<'testIdx' | 'promptIdx', unknown>> {
  provider?: { id?: unknown; label?: unknown } | null;
}

function placeOf({ testIdx, promptIdx, provider }: Stored): Row['at'] {
  if (!Number.isSafeInteger(testIdx) || !Number.isSafeInteger(promptIdx)) return undefined;
  const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const names = defined({ id: textIn(provider?.id), label: textIn(provider?.label) });
  return { test: Number(testIdx), column: Number(promptIdx), provider: names };
}

export const NO_NAME = 'provider';

/** Returns promptfoo's name of a result's model, which may hold secrets. */
export function providerOf({ provider }: { provider?: unknown }): string {
  const { label, id } = (provider ?? {}) as { label?: unknown; id?: unknown };
  return (
    [label, id].find((name): name is string => typeof name === 'string' && name !== '') ?? NO_NAME
  );
}

/** Returns what `score` reported, or why there is no score of the Case's own prompt. */
function gradingOf(
  result: Result,
  id: string,
  asking: CaseFacts,
  where: string,
  odd: Odd[],
): { grading: Grading; index: number } | { error: string } {
  const told = [result.error, result.response?.error].find(Boolean);
  if (result.failureReason === ERROR && told) return { error: textOf(told) };
  const foreign = asking.foreignPrompt(result.prompt?.raw, result.vars.case);
  if (foreign !== undefined) return { error: foreign };
  const components = result.gradingResult?.componentResults;
  const found = ownGrading(components, id);
  if ('problem' in found) return { error: told ? textOf(told) : found.problem };
  if (result.failureReason === ERROR) return { error: 'no answer' };
  const path = ['gradingResult', 'componentResults', found.index];
  return { grading: parseGrading(components![found.index], where, path, odd), index: found.index };
}

function isUnread(reading: unknown): reading is Exclude<Reading, 'read'> {
  return reading === 'doubtful' || reading === 'unreadable';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
