import { defined, picked } from '../../base/fields.js';
import { type LanguageReference, languageName } from '../../base/references.js';
import { redactText, withoutKeys } from '../../base/secrets.js';
import type { CaseFacts, StoredCase } from '../../contract/asking-half.js';
import type { Case, CompositePart } from '../../contract/case.js';
import { haystackTitle, variantOf } from '../../contract/case-identity.js';
import type { Reading } from '../../contract/reading.js';
import { factsOf, isCached, isRecorded, outcomeOf, usageOf } from '../../contract/response.js';
import type { Row } from '../../contract/row.js';
import { handRating, measuresOf, ownGrading } from './assertions.js';
import {
  A_RESULT,
  ERROR,
  type Grading,
  type Odd,
  parseGrading,
  parseMetadata,
  parseResult,
  type Result,
  type ResultCase,
} from './result.js';

const LONGEST_ANSWER = 1500;

/** What a row has of its Case under the same name. */
const FIELDS_OF_CASE = ['version', 'unit', 'cluster', 'size', 'given'] as const;

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
  const theCase = result.vars.case;
  const metadata = parseMetadata(result, where, odd);
  const graded = gradingOf(result, metadata.id, asking, where, odd);
  const grading = 'grading' in graded ? graded.grading : undefined;
  const { marks, positions, needed, reading, doubt, scored, compaction, transforms, sentTokens } =
    grading?.metadata ?? {};
  const rating = grading && handRating(result.gradingResult?.componentResults);
  const measures = 'grading' in graded ? measuresOf(result, graded.index) : {};
  const answer = textOf(result.response?.output);
  const outcome = outcomeOf(factsOf(result.response), answer);
  const unfinished = grading && outcome !== 'finished' ? outcome : undefined;
  const said = grading?.metadata.diagnosis ?? undefined;
  const diagnosis = unfinished && grading!.score < 1 && said !== 'transformed' ? unfinished : said;
  const cached = isCached(result.response);
  const cost = result.incurredCost ?? result.cost;
  // The time of promptfoo's cache is not the provider's.
  const isTimed = !cached || result.response?.latencyMs != null;
  const conditions = asking.conditionsOf(metadata.benchmark, theCase as StoredCase);
  return redacted({
    id: metadata.id,
    case: (value as { vars: { case: StoredCase } }).vars.case,
    ...placeOf(value as Placed),
    benchmark: metadata.benchmark,
    task: theCase.task ?? '',
    haystack: haystackTitle(theCase as Pick<Case, 'haystack' | 'shuffle'>),
    variant: variantOf(theCase as Partial<Case>),
    language: theCase.language ? languageName(theCase.language as LanguageReference) : '',
    ...defined({ conditions, ...picked(theCase, FIELDS_OF_CASE) }),
    ...(theCase.control && { control: true }),
    ...(theCase.composite && { composite: compositeOf(theCase.composite) }),
    ...(compaction &&
      theCase.compact && {
        compaction: { ...compactionOf(compaction, theCase), way: theCase.compact },
      }),
    ...(metadata.compactedBy && {
      compactedBy: { labels: metadata.compactedBy, id: result.provider?.id ?? '' },
    }),
    provider: providerOf(result),
    prompt: result.prompt?.label ?? '',
    tokens: theCase.tokens,
    ...defined({ sent: sentTokens }),
    seed: theCase.seed ?? 0,
    ...defined({ shard: metadata.shard }),
    ...(metadata.grid &&
      metadata.gridSize && { grid: { id: metadata.grid, size: metadata.gridSize } }),
    ...(metadata.baseline &&
      metadata.maxDrop != null && {
        gate: {
          ...{ baseline: metadata.baseline, maxDrop: metadata.maxDrop },
          ...defined({ baselineProviders: metadata.baselineProviders }),
        },
      }),
    description: result.testCase?.description ?? result.description ?? '',
    score: grading?.score ?? 0,
    marks: marks ?? [],
    positions: positions ?? [],
    ...defined({ needed }),
    passed: grading?.pass === true,
    ...(rating !== undefined && rating !== (grading?.pass === true) && { rated: true as const }),
    ...('error' in graded && { error: graded.error }),
    reason: grading?.reason ?? '',
    ...defined({ diagnosis, unfinished, transforms }),
    ...(isUnread(reading) && { reading }),
    ...(reading === 'doubtful' && defined({ doubt })),
    namedScores: result.namedScores ?? {},
    ...(Object.keys(measures).length > 0 && { measures }),
    ...defined({ follow: metadata.measures }),
    ...(scored === false && { unscored: true as const }),
    answer,
    reserve: theCase.reserve ?? 0,
    ...usageOf(result.response),
    ...(typeof result.latencyMs === 'number' && isTimed && { latencyMs: result.latencyMs }),
    ...(cost && !cached && { cost }),
    ...(cached && !isRecorded(result.response) && { cached: true as const }),
  });
}

interface Placed extends Partial<Record<'testIdx' | 'promptIdx', unknown>> {
  provider?: { id?: unknown; label?: unknown } | null;
}

function placeOf({ testIdx, promptIdx, provider }: Placed): Pick<Row, 'at'> {
  if (!Number.isSafeInteger(testIdx) || !Number.isSafeInteger(promptIdx)) return {};
  const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const names = defined({ id: textIn(provider?.id), label: textIn(provider?.label) });
  return { at: { test: Number(testIdx), column: Number(promptIdx), provider: names } };
}

/** Returns what a compaction kept, with the number of its sample. */
function compactionOf(
  compaction: NonNullable<Grading['metadata']['compaction']>,
  { cell }: ResultCase,
) {
  const { kinds, most, markKinds, failed, spent, ...kept } = compaction;
  const sample = cell?.sample;
  return {
    ...kept,
    ...defined({ kinds, most, markKinds, failed, spent }),
    ...(typeof sample === 'number' && { sample }),
  };
}

export const NO_NAME = 'provider';

/** Returns promptfoo's name of a result's model, which may hold secrets. */
export function providerOf({ provider }: { provider?: unknown }): string {
  const { label, id } = (provider ?? {}) as { label?: unknown; id?: unknown };
  return (
    [label, id].find((name): name is string => typeof name === 'string' && name !== '') ?? NO_NAME
  );
}

/** Leaves out secrets, and copies strings, since parts of a long text would keep all of it in memory. */
function redacted(row: Row): Row {
  const { compaction, error } = row;
  for (const name of ['variant', 'provider', 'prompt', 'description'] as const) {
    row[name] = redactText(row[name]);
  }
  for (const name of ['reason', 'answer'] as const) row[name] = shortened(row[name], withoutKeys);
  if (error !== undefined) row.error = shortened(error, redactText);
  if (compaction) {
    compaction.way = redactText(compaction.way);
    if (compaction.failed !== undefined) {
      compaction.failed = shortened(compaction.failed, redactText);
    }
  }
  return JSON.parse(JSON.stringify(row)) as Row;
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
  const own = ownGrading(components, id);
  if ('problem' in own) return { error: told ? textOf(told) : own.problem };
  if (result.failureReason === ERROR) return { error: 'no answer' };
  const path = ['gradingResult', 'componentResults', own.index];
  return { grading: parseGrading(components![own.index], where, path, odd), index: own.index };
}

function isUnread(reading: unknown): reading is Exclude<Reading, 'read'> {
  return reading === 'doubtful' || reading === 'unreadable';
}

function compositeOf({
  part,
  weight,
  variant,
}: NonNullable<ResultCase['composite']>): CompositePart {
  return { part, weight, ...(variant !== undefined && { variant }) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Reads more of a long text than is kept, so that no secret is cut in two and missed. */
const READ = 3 * LONGEST_ANSWER;

function shortened(text: string, redact: (text: string) => string): string {
  const plain = redact(text.slice(0, READ));
  if (plain.length <= LONGEST_ANSWER && text.length <= READ) return plain;
  return `${plain.slice(0, LONGEST_ANSWER)}…`;
}
