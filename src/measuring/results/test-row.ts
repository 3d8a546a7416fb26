/** Reduces a result of a user's test to what a gate needs. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../../base/fields.js';
import { oneLine } from '../../base/safe-output.js';
import { redactText } from '../../base/secrets.js';
import { canonicalJson } from '../../base/text/canonical-json.js';
import type { AnswerConditions } from '../../contract/conditions.js';
import { factsOf, isCached, isRecorded, type Usage, usageOf } from '../../contract/response.js';
import type { Row } from '../../contract/row.js';
import { type Component, judgedAnswer, measuresOf } from './assertions.js';
import type { Blank } from './baseline/kept-runs.js';
import { ERROR } from './result.js';
import { type Stretched, stretchedAnswer, stretchedId, stretchPlaceName } from './stretched.js';

export interface TestRow {
  /** Digests of what is asked and how it is judged. */
  test: { asked: string; judged: string };
  /** Its description, or else its variables. */
  name: string;
  /** Its variables, for tests that share a description. */
  vars: string;
  provider: string;
  prompt: string;
  column: number;
  at?: Omit<NonNullable<Row['at']>, 'provider'>;
  pass: boolean;
  score: number;
  /** Named assertions' metrics, from 0 to 1. */
  metrics: Readonly<Record<string, number>>;
  /** Whether it passes or fails only by a person's rating. */
  rated?: true;
  /** Whether nothing is asserted, so that every answer passes. */
  unasserted?: true;
  error?: string;
  cached?: true;
  /** Digest: equal for equal answers. */
  answer: string;
  /** How the answer begins and, if it failed, what it should be, without secrets. */
  said?: string;
  expected?: string;
  /** Single values of its `metadata`, as `key=value`. */
  tags?: readonly string[];
  blank?: Blank;
  /** Tokens of prompt and answer, and their cost in US dollars, as reported. */
  tokens?: number;
  cost?: number;
  size?: PromptSize;
  /** Conditions. Its variables are part of what it asks. */
  under?: AnswerConditions;
  /** How it was padded. `provider` then says so too, so that it is never taken for an ordinary test. */
  stretch?: Stretched;
}

/** Tokens of prompt and answer as the provider counted them, or about. */
interface PromptSize {
  prompt: number;
  answer: number;
}

const text = z.string().min(1).optional().catch(undefined);
const map = z.record(z.string(), z.unknown());

/** Requires only that it is a result: who was asked, and whether it passed. */
const schema = z.object({
  success: z.boolean(),
  score: z.number().optional().catch(undefined),
  promptIdx: z.number().int().min(0).optional().catch(undefined),
  testCase: z
    .object({
      description: text,
      vars: map.optional().catch(undefined),
      assert: z.array(z.unknown()).optional().catch(undefined),
      threshold: z.unknown().optional(),
      metadata: map.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  vars: map.optional().catch(undefined),
  description: text,
  provider: z
    .union([
      z.string().transform((id) => ({ id, label: undefined })),
      z.object({ id: text, label: text }),
    ])
    .optional()
    .catch(undefined),
  prompt: z.object({ label: text, raw: z.unknown().optional() }).optional().catch(undefined),
  namedScores: z.record(z.string(), z.number()).nullish().catch(undefined),
  gradingResult: z
    .looseObject({
      componentResults: z.array(z.unknown()).nullish().catch(undefined),
      namedScoreWeights: map.nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
  response: z.looseObject({ output: z.unknown().optional() }).nullish().catch(undefined),
  error: z.unknown().optional(),
  failureReason: z.number().nullish().catch(undefined),
  latencyMs: z.number().nullish().catch(undefined),
  cost: z.number().nullish().catch(undefined),
});

/** Provider that `promptfoo import` names for a run of OpenAI's hosted Evals, whose graders are unknown. */
export const IMPORTED_FROM = /^OpenAI Evals run /;

const IMPORTED = 'imported';

const FILLED_IN = new Set(['_conversation', 'sessionId']);

/** promptfoo's name of a test without a description. A row's number changes with the file. */
const ROW = /^Row #\d+$/;

/** Longest texts kept, in UTF-16 units. A prompt's label may be all of its text. */
const LONGEST_NAME = 100;
const LONGEST_PROMPT = 60;
const LONGEST_ERROR = 200;
const LONGEST_ANSWER = 160;

/** Reads a result of promptfoo, without secrets, if it is one. */
export function testRow(value: unknown): TestRow | undefined {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return undefined;
  const result = parsed.data;
  const { testCase = {}, provider, prompt, gradingResult, response } = result;
  const given = testCase.vars ?? result.vars ?? {};
  const vars = Object.fromEntries(Object.entries(given).filter(([name]) => !FILLED_IN.has(name)));
  const components = gradingResult?.componentResults ?? [];
  const assertions =
    testCase.assert ??
    components.map((component) => (component as { assertion?: unknown } | null)?.assertion);
  const asked = digest(vars);
  const isImported = IMPORTED_FROM.test(provider?.label ?? '');
  const varsShown = varsText(vars);
  const usage = usageOf(response);
  const name = [testCase.description, result.description].find((text) => text && !ROW.test(text));
  const place = provider && stretchedId(provider);
  const graded = { pass: result.success, score: result.score ?? Number(result.success) };
  const judged = judgedAnswer(graded, components, testCase.threshold);
  const error = result.failureReason === ERROR ? String(result.error ?? 'no answer') : undefined;
  const failure = error ?? graderFailure(judged.components);
  const metrics = measuresOf({ ...result, gradingResult }, undefined);
  const { pass, score } = place ? judged : graded;
  const stretch = place && stretchedAnswer(place, { ...result, error: failure }, judged);
  return {
    test: { asked, judged: isImported ? IMPORTED : digest([assertions, testCase.threshold]) },
    name: shown(name ?? varsShown, LONGEST_NAME),
    vars: shown(varsShown, LONGEST_NAME),
    provider: shown(
      // The model is last, since a long name is cut.
      place
        ? `stretch, ${stretchPlaceName(place)}: ${place.model}`
        : (provider?.label ?? provider?.id ?? 'provider'),
      LONGEST_NAME,
    ),
    prompt: shown(prompt?.label ?? '', LONGEST_PROMPT),
    column: result.promptIdx ?? 0,
    pass,
    score: Math.min(1, Math.max(0, score)),
    metrics: Object.fromEntries(
      Object.entries(metrics).filter(([, share]) => share >= 0 && share <= 1),
    ),
    ...(assertions.length === 0 && { unasserted: true }),
    ...(failure !== undefined && { error: shown(failure, LONGEST_ERROR) }),
    ...(stretch?.missing === 'room' && { error: NO_ROOM }),
    ...(isCached(response) && !isRecorded(response) && { cached: true }),
    answer: digest(response?.output ?? ''),
    ...defined({
      rated: judged.rated,
      said: saidOf(response?.output),
      blank: blankOf(response),
      tags: tagsOf(testCase.metadata),
      expected: expectedOf(judged.components),
      stretch,
    }),
    ...(!isCached(response) && paidFor(usage, result.cost)),
    ...(typeof prompt?.raw === 'string' && {
      size: sizeOf(prompt.raw, response?.output ?? '', usage),
    }),
  };
}

function saidOf(output: unknown): string | undefined {
  if (output === undefined || output === null || output === '') return undefined;
  return shown(writtenOut(output), LONGEST_ANSWER);
}

function writtenOut(value: unknown): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

function tagsOf(metadata: Readonly<Record<string, unknown>> = {}): TestRow['tags'] {
  const tags = Object.entries(metadata).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((entry) => ['string', 'number', 'boolean'].includes(typeof entry))
      .map((entry) => shown(`${key}=${String(entry)}`, LONGEST_NAME)),
  );
  return tags.length > 0 ? tags : undefined;
}

function blankOf(response: unknown): Blank | undefined {
  const { refusal, filtered } = factsOf(response);
  if (refusal || filtered) return 'refused';
  const output = (response as { output?: unknown } | null | undefined)?.output ?? '';
  return typeof output === 'string' && output.trim() === '' ? 'empty' : undefined;
}

/** Describes the first assertion that failed: `contains 19`. */
function expectedOf(components: readonly Component[]): string | undefined {
  const failed = components.find((component) => component.pass === false && component.assertion);
  const { type, value } = (failed?.assertion ?? {}) as { type?: unknown; value?: unknown };
  if (typeof type !== 'string') return undefined;
  const given = value === undefined ? '' : writtenOut(value);
  return shown(type === 'javascript' ? given : `${type} ${given}`.trim(), LONGEST_NAME);
}

/** Returns what a call took. promptfoo keeps 0 for what it was not told. */
function paidFor({ promptTokens = 0, outputTokens = 0 }: Usage, cost: number | null | undefined) {
  const tokens = promptTokens + outputTokens;
  return { ...(tokens > 0 && { tokens }), ...(cost && { cost }) };
}

/** Estimate for texts whose tokens are not counted. */
const CHARACTERS_A_TOKEN = 4;

function sizeOf(raw: string, output: unknown, { promptTokens, outputTokens }: Usage): PromptSize {
  const about = (text: string) => Math.ceil(text.length / CHARACTERS_A_TOKEN);
  return { prompt: promptTokens ?? about(raw), answer: outputTokens ?? about(writtenOut(output)) };
}

const NO_ROOM = 'not sent: the prompt itself is as long';

/** Returns why a grader gave no grade, which says nothing of the answer. */
function graderFailure(components: readonly Component[]): string | undefined {
  const failed = components.find(({ metadata }) => metadata?.graderError === true);
  return failed && `the grader failed: ${String(failed.reason ?? 'no reason')}`;
}

/** Shows the value of a single variable, or names and values of several. */
function varsText(vars: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(vars);
  if (entries.length === 1) return writtenOut(entries[0]![1]);
  return entries
    .map(([name, value]) => `${name}: ${writtenOut(value).slice(0, LONGEST_NAME)}`)
    .join(', ');
}

function digest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 10);
}

/** Writes a text on one line, redacted before it is cut, so that no secret is cut in two and missed. */
function shown(whole: string, longest: number): string {
  const line = oneLine(redactText(whole.slice(0, 10 * longest))).trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
