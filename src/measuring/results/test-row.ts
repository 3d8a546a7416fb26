/** A result of a test that is not ours, as small as a gate needs it. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { oneLine } from '../../base/safe-output.js';
import { redactText } from '../../base/secrets.js';
import { canonicalJson } from '../../base/text/canonical-json.js';
import type { AnswerConditions } from '../../contract/conditions.js';
import { isCached, isRecorded, type Usage, usageOf } from '../../contract/response.js';
import { type Component, judgedAnswer } from './judged-answer.js';
import { measuresOf } from './measures.js';
import { ERROR } from './result.js';
import { placeText, type Stretched, stretchedAnswer, stretchedId } from './stretched.js';

/** One answer to one test. */
export interface TestRow {
  /** What is asked and how it is judged: equal for repeats and in every run. */
  test: TestIdentity;
  /** Its description, or else its variables. */
  name: string;
  /** Its variables, for tests of one description. */
  vars: string;
  /** Label or id of the provider, and label of the prompt. */
  provider: string;
  prompt: string;
  /** The column of promptfoo's table: which provider is asked with which prompt. */
  column: number;
  pass: boolean;
  /** From 0 to 1. */
  score: number;
  /** What named assertions report, from 0 to 1. */
  metrics: Readonly<Record<string, number>>;
  /** Whether it passes or fails by a person's rating alone. */
  rated?: true;
  /** Whether nothing is asserted, so that every answer passes. */
  unasserted?: true;
  /** Why there is no answer. */
  error?: string;
  /** Whether promptfoo took the answer from its cache. */
  cached?: true;
  /** Equal for equal answers. */
  answer: string;
  /** How the answer begins, and what it was to be where it failed, without secrets. */
  said?: string;
  expected?: string;
  /** Tokens of prompt and answer, and what they cost in US dollars, where the provider was asked and told it. */
  tokens?: number;
  cost?: number;
  /** How long its prompt is. */
  size?: PromptSize;
  /** The conditions that it was asked under; its variables are what it asks. */
  under?: AnswerConditions;
  /** How unrelated text stood around it; then `provider` names that too, so that it is never taken for an ordinary test. */
  stretch?: Stretched;
}

/** Tokens as the provider counted them, where it told, and characters; and the tokens of the answer, about. */
export interface PromptSize {
  tokens?: number;
  characters: number;
  answer: number;
}

/** Digests of what a test asks, and of how it is judged. */
interface TestIdentity {
  asked: string;
  judged: string;
}

const text = z.string().min(1).optional().catch(undefined);
const map = z.record(z.string(), z.unknown());

/** Nothing of a result is needed but that it is one: who was asked, and whether it passed. */
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

/** Variables that promptfoo fills in while it runs. */
const FILLED_IN = new Set(['_conversation', 'sessionId']);

/** What promptfoo calls tests of a file that have no description; a row's number changes with the file. */
const ROW = /^Row #\d+$/;

/** Longer names are cut, in UTF-16 units; and what is kept of a prompt, whose label may be all of its text. */
const LONGEST_NAME = 100;
const LONGEST_PROMPT = 60;
const LONGEST_ERROR = 200;
const LONGEST_ANSWER = 160;

/**
 * A result of promptfoo, without its secrets.
 *
 * @returns nothing for what is no result
 */
export function testRow(value: unknown): TestRow | undefined {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return undefined;
  const result = parsed.data;
  const { testCase = {}, provider, prompt, gradingResult, response } = result;
  const given = testCase.vars ?? result.vars ?? {};
  const vars = Object.fromEntries(Object.entries(given).filter(([name]) => !FILLED_IN.has(name)));
  const components = gradingResult?.componentResults ?? [];
  const assertions =
    testCase.assert ?? components.map((one) => (one as { assertion?: unknown } | null)?.assertion);
  const asked = digest(vars);
  const varsShown = varsText(vars);
  const usage = usageOf(response);
  const name = [testCase.description, result.description].find((one) => one && !ROW.test(one));
  const place = provider && stretchedId(provider);
  const graded = { pass: result.success, score: result.score ?? Number(result.success) };
  const judged = judgedAnswer(graded, components, testCase.threshold);
  const error = result.failureReason === ERROR ? String(result.error ?? 'no answer') : undefined;
  const failure = error ?? graderFailure(judged.components);
  const metrics = measuresOf(
    {
      namedScores: result.namedScores,
      gradingResult,
      latencyMs: result.latencyMs,
      cost: result.cost,
    },
    undefined,
  );
  const { pass, score } = place ? judged : graded;
  const stretch = place && stretchedAnswer(place, { ...result, error: failure }, judged);
  return {
    test: { asked, judged: digest([assertions, testCase.threshold]) },
    name: shown(name ?? varsShown, LONGEST_NAME),
    vars: shown(varsShown, LONGEST_NAME),
    provider: shown(
      place ? stretchedName(place) : (provider?.label ?? provider?.id ?? 'provider'),
      LONGEST_NAME,
    ),
    prompt: shown(prompt?.label ?? '', LONGEST_PROMPT),
    column: result.promptIdx ?? 0,
    pass,
    score: Math.min(1, Math.max(0, score)),
    metrics: Object.fromEntries(
      Object.entries(metrics).filter(([, share]) => share >= 0 && share <= 1),
    ),
    ...(judged.rated && { rated: true }),
    ...(assertions.length === 0 && { unasserted: true }),
    ...(failure !== undefined && { error: shown(failure, LONGEST_ERROR) }),
    ...(stretch?.missing === 'room' && { error: NO_ROOM }),
    ...(isCached(response) && !isRecorded(response) && { cached: true }),
    answer: digest(response?.output ?? ''),
    ...saidOf(response?.output),
    ...expectedOf(judged.components),
    ...(!isCached(response) && paidFor(usage, result.cost)),
    ...(typeof prompt?.raw === 'string' && { size: sizeOf(prompt.raw, response?.output, usage) }),
    ...(stretch && { stretch }),
  };
}

function saidOf(output: unknown): Pick<TestRow, 'said'> {
  if (output === undefined || output === null || output === '') return {};
  const text = typeof output === 'string' ? output : canonicalJson(output);
  return { said: shown(text, LONGEST_ANSWER) };
}

/** The first assertion that failed: `contains 19`. */
function expectedOf(components: readonly Component[]): Pick<TestRow, 'expected'> {
  const failed = components.find((one) => one.pass === false && one.assertion);
  const { type, value } = (failed?.assertion ?? {}) as { type?: unknown; value?: unknown };
  if (typeof type !== 'string') return {};
  const given = value === undefined ? '' : typeof value === 'string' ? value : canonicalJson(value);
  const text = type === 'javascript' ? given : `${type} ${given}`.trim();
  return { expected: shown(text, LONGEST_NAME) };
}

/** What a call took, as far as it is known; promptfoo keeps 0 for what it was not told. */
function paidFor({ promptTokens = 0, outputTokens = 0 }: Usage, cost: number | null | undefined) {
  const tokens = promptTokens + outputTokens;
  return { ...(tokens > 0 && { tokens }), ...(cost && { cost }) };
}

/** Of a text, about, where its tokens are not counted. */
export const CHARACTERS_A_TOKEN = 4;

function sizeOf(
  raw: string,
  output: unknown = '',
  { promptTokens, outputTokens }: Usage,
): PromptSize {
  const text = typeof output === 'string' ? output : canonicalJson(output);
  return {
    ...(promptTokens !== undefined && { tokens: promptTokens }),
    characters: raw.length,
    answer: outputTokens ?? Math.ceil(text.length / CHARACTERS_A_TOKEN),
  };
}

/** Why a stretched prompt was not sent. */
const NO_ROOM = 'not sent: the prompt itself is as long';

/** The reader last, since a long name is cut. */
function stretchedName(place: Parameters<typeof stretchedAnswer>[0]): string {
  return `stretch, ${placeText(place)}: ${place.reader}`;
}

/** Why a grader gave no grade: that says nothing of the answer. */
function graderFailure(components: readonly Component[]): string | undefined {
  const failed = components.find(({ metadata }) => metadata?.graderError === true);
  return failed && `the grader failed: ${String(failed.reason ?? 'no reason')}`;
}

/** The value of a single variable; names and values of several. */
function varsText(vars: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(vars);
  const valueText = (value: unknown) => (typeof value === 'string' ? value : canonicalJson(value));
  if (entries.length === 1) return valueText(entries[0]![1]);
  return entries
    .map(([name, value]) => `${name}: ${valueText(value).slice(0, LONGEST_NAME)}`)
    .join(', ');
}

function digest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 10);
}

/** On one line; redacted before it is cut, so that no secret is cut in two and missed. */
function shown(whole: string, longest: number): string {
  const line = oneLine(redactText(whole.slice(0, 10 * longest))).trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
