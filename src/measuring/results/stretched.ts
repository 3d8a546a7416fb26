/** Reads how a result was stretched, and what a page shows of its answer. */

import { z } from 'zod';
import { defined, picked } from '../../base/fields.js';
import { redactedStart, redactText, withoutKeys } from '../../base/secrets.js';
import { parseJson } from '../../base/text/from-json.js';
import { factsOf, isCached, outcomeOf, type Unfinished, usageOf } from '../../contract/response.js';
import type { StretchNote } from '../../contract/stretch.js';
import { lengthText } from '../document/words.js';
import type { Component } from './assertions.js';
import { isTooLong } from './window-errors.js';

/**
 * Why there is no answer: the prompt exceeded the model's `window`, the user's prompt left no `room` at this
 * length, or the `call` or its grader failed.
 */
export type MissingAnswer = 'window' | 'room' | 'call';

type StretchPlace = Pick<StretchNote, 'arm' | 'length' | 'time'>;

export interface Stretched extends StretchPlace {
  model: string;
  /** The padding. Absent for a failed call. */
  note?: Pick<StretchNote, 'tokens' | 'tokenizer' | 'as' | 'form' | 'padding' | 'repeat' | 'reads'>;
  /** Tokens of the prompt as its provider counted them. */
  billed?: number;
  missing?: MissingAnswer;
  leftOut: string[];
  /** The prompt before and after the padding, or all if its place is unknown. */
  prompt: string[];
  answer: string;
  unfinished?: Unfinished;
  failed: FailedAssertion[];
}

interface FailedAssertion {
  type: string;
  value: string;
  reason: string;
}

const whole = z.number().int().min(0);

const noteSchema = z.object({
  provider: z.string(),
  arm: z.enum(['as-is', 'one-turn', 'padded']),
  length: whole,
  tokens: whole,
  skipped: z.literal(true).optional().catch(undefined),
  tokenizer: z.string(),
  time: whole,
  as: z.enum(['conversation', 'before', 'tools']),
  form: z.enum(['messages', 'text']).optional(),
  padding: z.object({ from: whole, to: whole }).optional(),
  repeat: whole.optional().catch(undefined),
  reads: z.array(z.string()).optional().catch(undefined),
});

/** Matches ids of stretched providers: `stretch:padded:32000:0:openai:gpt-5.6-sol`. */
const ID = /^stretch:(as-is|one-turn|padded):(\d{1,9}):(\d{1,6}):(.+)$/s;

/** Reads the id of a provider that stretches. */
export function stretchedId(provider: { id?: string | undefined; label?: string | undefined }) {
  const found = ID.exec(provider.id ?? '') ?? ID.exec(provider.label ?? '');
  if (!found) return undefined;
  const [, arm, length, time, model] = found;
  const place = { arm: arm as StretchPlace['arm'], length: Number(length), time: Number(time) };
  return { ...place, model: model! };
}

/** Longest texts in UTF-16 units. Prompts are cut in their middle. */
const LONGEST_PROMPT = 1200;
const LONGEST_ANSWER = 600;
const LONGEST_VALUE = 200;

/**
 * Keeps what a report needs of a stretched answer.
 *
 * @param place - as the provider's id says it
 * @param given - promptfoo's result
 * @param components - assertions that decide
 */
export function stretchedAnswer(
  place: StretchPlace & { model: string },
  given: { response?: unknown; prompt?: { raw?: unknown } | undefined; error?: unknown },
  { components, leftOut }: { components: readonly Component[]; leftOut: string[] },
): Stretched {
  const response = (given.response ?? {}) as { output?: unknown; metadata?: { stretch?: unknown } };
  const note = noteSchema.safeParse(response.metadata?.stretch);
  const answer = textOf(response.output);
  const outcome = outcomeOf(factsOf(given.response), answer);
  const missing = missingOf(given.error, note.data?.skipped);
  const billed = billedFor(given.response);
  return {
    ...place,
    model: redactText(place.model),
    ...defined({ note: note.data && noteOf(note.data), missing, billed }),
    leftOut,
    prompt: promptParts(textOf(given.prompt?.raw), note.data?.padding),
    answer: redactedStart(answer, LONGEST_ANSWER, withoutKeys),
    ...(outcome !== 'finished' && { unfinished: outcome }),
    failed: components.filter(({ pass }) => pass !== true).map(failedAssertion),
  };
}

function missingOf(error: unknown, skipped: true | undefined): MissingAnswer | undefined {
  if (skipped || error === undefined) return skipped && 'room';
  return isTooLong(textOf(error)) ? 'window' : 'call';
}

function noteOf(note: z.output<typeof noteSchema>) {
  return {
    ...picked(note, ['tokens', 'tokenizer', 'as', 'form', 'padding', 'repeat']),
    ...defined({ reads: note.reads?.map((name) => redactText(name)) }),
  };
}

/** Returns billed tokens. A cached answer reports only their sum with the answer's. */
function billedFor(response: unknown): number | undefined {
  const { promptTokens } = usageOf(response);
  if (promptTokens !== undefined || !isCached(response)) return promptTokens;
  const { total } = (response as { tokenUsage?: { total?: unknown } }).tokenUsage ?? {};
  return typeof total === 'number' && total > 0 ? total : undefined;
}

/** Reads more of a text than is kept, so that no secret is cut in two and missed. */
const READ = 3;

function failedAssertion({ assertion, reason }: Component): FailedAssertion {
  const { type, value, metric } = assertion ?? {};
  const shown = (text: string) => redactedStart(text, LONGEST_VALUE);
  return {
    type: shown(textOf(type ?? metric ?? 'assertion')),
    value: shown(textOf(value)),
    reason: shown(textOf(reason)),
  };
}

/** Splits a prompt at its padding. Messages are sent as JSON without white space, in which the place is counted. */
function promptParts(raw: string, padding: StretchNote['padding']): string[] {
  const sent = isJson(raw.trimStart()) ? (JSON.stringify(parseJson(raw)) ?? raw) : raw;
  if (!padding || padding.from > sent.length || (padding.from > 0 && !isJson(sent))) {
    return [shortened(raw)];
  }
  return [sent.slice(0, padding.from), sent.slice(padding.from)].map(shortened);
}

function isJson(text: string): boolean {
  return text.startsWith('[') || text.startsWith('{');
}

/** Keeps the start and the end of a long prompt, where the question is. */
function shortened(text: string): string {
  if (text.length <= LONGEST_PROMPT) return withoutKeys(text);
  const half = LONGEST_PROMPT / 2;
  const [start, end] = [text.slice(0, READ * half), text.slice(-READ * half)].map(withoutKeys);
  return `${start!.slice(0, half)}\n…\n${end!.slice(-half)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : (JSON.stringify(value) ?? '');
}

/** Names a place as no ordinary provider is named: `32K`. */
export function stretchPlaceName({ arm, length }: Omit<StretchPlace, 'time'>): string {
  return arm === 'padded' ? exactText(length) : arm === 'one-turn' ? 'one turn more' : 'as it is';
}

const UNITS: Readonly<Record<string, number>> = { K: 1000, M: 1_000_000 };

/** Gives two lengths never the same name: `32K`, and `32768`. */
function exactText(tokens: number): string {
  const brief = lengthText(tokens);
  const said = Number.parseFloat(brief) * (UNITS[brief.at(-1)!] ?? 1);
  return Math.round(said) === tokens ? brief : String(tokens);
}
