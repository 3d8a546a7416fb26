import { type Case, type CompositePart, haystackName, languageName, variantOf } from '../case.js';

/** One test of ours with what a provider made of it, as small as a report needs it. */
export interface Row {
  /** Identity of the Case. */
  id: string;
  benchmark: string;
  task: string;
  language: string;
  haystack: string;
  /** Name of the grid, where it has one, for example `32-32`. */
  version?: string;
  /** Everything else of the Case that is the same for a whole grid, as text. */
  variant: string;
  /** What prompts that count as equally long have in common, where their length came out. */
  size?: string;
  /** Whether it is a control, which cannot fail. */
  control?: boolean;
  /** Of which part of a composite score it is. */
  composite?: CompositePart;
  provider: string;
  /** Label of the prompt. */
  prompt: string;
  /** Length that the prompt was built to, in tokens. */
  tokens: number;
  seed: number;
  /** Which part of the grid it was evaluated in, for example `2/4`. */
  shard?: string;
  description: string;
  /** Share of the evidence found, from 0 to 1. */
  score: number;
  /** One mark for each piece of evidence, in order of position; empty for benchmarks without. */
  marks: number[];
  /** Where each piece of evidence stands, from 0 to 1. */
  positions: number[];
  passed: boolean;
  /** Why the provider gave no answer; such a row has no score. */
  error?: string;
  reason: string;
  diagnosis?: string;
  namedScores: Record<string, number>;
  /** The start of the answer. */
  answer: string;
  /** Prompt tokens as we counted them on building, and as the provider did. */
  reserve: number;
  promptTokens?: number;
  latencyMs?: number;
  cost?: number;
}

/** Longer answers are shortened in a report, in UTF-16 units. */
const LONGEST_ANSWER = 1500;

/** A result of promptfoo, as far as it is read; every field may be missing in a foreign file. */
interface Result {
  provider?: { id?: string; label?: string };
  prompt?: { label?: string };
  vars?: { case?: Partial<Case> };
  metadata?: Record<string, unknown>;
  testCase?: { description?: string; metadata?: Record<string, unknown> };
  description?: string;
  gradingResult?: {
    componentResults?: Grading[];
    reason?: string;
  } | null;
  namedScores?: Record<string, number>;
  response?: {
    output?: unknown;
    error?: string;
    tokenUsage?: { prompt?: number };
  } | null;
  error?: string | null;
  failureReason?: number;
  success?: boolean;
  score?: number;
  latencyMs?: number;
  cost?: number;
}

interface Grading {
  pass?: boolean;
  score?: number;
  reason?: string;
  assertion?: { value?: unknown } | null;
  metadata?: { id?: unknown; marks?: unknown; positions?: unknown; diagnosis?: unknown };
}

/** promptfoo's number for a result that is an error and not a wrong answer. */
const ERROR = 2;

/**
 * Turn one result of promptfoo into a row.
 *
 * @returns nothing for the result of a test that is not ours
 */
export function toRow(value: unknown): Row | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const result = value as Result;
  const theCase = result.vars?.case;
  // What a provider says of its response is laid over what the test says of itself.
  const metadata = { ...result.metadata, ...result.testCase?.metadata };
  if (typeof metadata.benchmark !== 'string' || typeof theCase?.tokens !== 'number') {
    return undefined;
  }
  const grading = result.gradingResult?.componentResults?.find(isOurs);
  const failed = result.failureReason === ERROR || !grading;
  const output = result.response?.output;
  const answer = typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
  return copyOf({
    id: String(metadata.id ?? ''),
    benchmark: metadata.benchmark,
    task: String(theCase.task ?? ''),
    language: theCase.language ? languageName(theCase.language) : '',
    haystack: theCase.haystack ? haystackName(theCase.haystack) : '',
    ...(typeof theCase.version === 'string' && { version: theCase.version }),
    variant: variantOf(theCase),
    ...(typeof theCase.size === 'string' && { size: theCase.size }),
    ...(theCase.control && { control: true }),
    ...(theCase.composite && { composite: theCase.composite }),
    provider: result.provider?.label || result.provider?.id || 'provider',
    prompt: result.prompt?.label ?? '',
    tokens: theCase.tokens,
    seed: theCase.seed ?? 0,
    ...(typeof metadata.shard === 'string' && { shard: metadata.shard }),
    description: result.testCase?.description ?? result.description ?? '',
    score: failed ? 0 : (grading.score ?? 0),
    marks: failed ? [] : numbersOf(grading.metadata?.marks),
    positions: failed ? [] : numbersOf(grading.metadata?.positions),
    passed: !failed && grading.pass === true,
    ...(failed && { error: errorOf(result) }),
    reason: grading?.reason ?? '',
    ...(typeof grading?.metadata?.diagnosis === 'string' && {
      diagnosis: grading.metadata.diagnosis,
    }),
    namedScores: result.namedScores ?? {},
    answer: shortened(answer),
    reserve: theCase.reserve ?? 0,
    ...(result.response?.tokenUsage?.prompt && { promptTokens: result.response.tokenUsage.prompt }),
    ...(typeof result.latencyMs === 'number' && { latencyMs: result.latencyMs }),
    ...(typeof result.cost === 'number' && { cost: result.cost }),
  });
}

/** A row, and its column in promptfoo's table: one for each provider with each prompt. */
export interface Placed {
  row: Row;
  column: unknown;
}

/** A result of promptfoo as a row in its column; nothing for a test that is not ours. */
export function placedRow(result: unknown): Placed | undefined {
  const row = toRow(result);
  return row && { row, column: (result as { promptIdx?: unknown }).promptIdx };
}

/**
 * Rows of one evaluation, with a number behind providers that have the same name: two of one id but
 * with different settings, and without labels, are two readers, and not one that answered twice.
 */
export function toldApart(read: readonly Placed[]): Row[] {
  const columns = new Map<string, Set<number>>();
  const nameOf = ({ provider, prompt }: Row) => JSON.stringify([provider, prompt]);
  for (const { row, column } of read) {
    if (typeof column !== 'number') continue;
    const own = columns.get(nameOf(row)) ?? new Set();
    columns.set(nameOf(row), own.add(column));
  }
  return read.map(({ row, column }) => {
    const own = [...(columns.get(nameOf(row)) ?? [])].sort((a, b) => a - b);
    if (own.length < 2 || typeof column !== 'number') return row;
    return { ...row, provider: `${row.provider} (${own.indexOf(column) + 1})` };
  });
}

/** A copy with strings of its own: parts of a long text would keep all of it in memory. */
function copyOf(row: Row): Row {
  return JSON.parse(JSON.stringify(row)) as Row;
}

/** Our own assertion says the identity of the Case; one that threw does not, and is an error. */
function isOurs({ metadata }: Grading): boolean {
  return typeof metadata?.id === 'string';
}

function errorOf({ error, response, gradingResult }: Result): string {
  const thrown = gradingResult?.componentResults?.find(({ pass }) => pass === false)?.reason;
  return shortened(error || response?.error || thrown || 'no answer');
}

function shortened(text: string): string {
  return text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)}…` : text;
}

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number') ? value : [];
}

/** Where tests were asked with several prompts, each provider and prompt together is one reader. */
export function withPromptNames(rows: readonly Row[]): Row[] {
  if (new Set(rows.map(({ prompt }) => prompt)).size < 2) return [...rows];
  return rows.map((row) => ({ ...row, provider: `${row.provider} · ${row.prompt}` }));
}

/**
 * The same rows, with the tokens of the longest for all that count as equally long: a report has one
 * length for `75 pairs`, whatever pairs these are.
 */
export function withCommonLengths(rows: readonly Row[]): Row[] {
  const longest = new Map<string, number>();
  const keyOf = (row: Row) => `${seriesKey(row)} · ${row.size}`;
  for (const row of rows) {
    if (row.size === undefined) continue;
    longest.set(keyOf(row), Math.max(row.tokens, longest.get(keyOf(row)) ?? 0));
  }
  return rows.map((row) =>
    row.size === undefined ? row : { ...row, tokens: longest.get(keyOf(row))! },
  );
}

/** Prompts of one series differ only in length and seed. */
export function seriesKey({
  benchmark,
  task,
  language,
  haystack,
  version = '',
  variant,
}: Row): string {
  return [benchmark, task, language, haystack, version, variant].join(' · ');
}
