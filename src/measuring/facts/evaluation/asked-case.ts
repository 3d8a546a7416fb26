/** What one reader made of one Case: its calls brought together. */
import { mean } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import type { Series } from './series.js';

/** What the answers to a Case come to. */
export interface Answer {
  /** From 0 to 1; the mean where there are several. */
  score: number;
  /** One for each piece of evidence, from 0 to 1; empty for benchmarks without. */
  marks: readonly number[];
  /** Position of each piece of evidence, from 0 to 1. */
  positions: readonly number[];
  /** The score of each answer, lowest first, where there are several. */
  scores?: number[];
}

export interface AskedCase
  extends Pick<Row, 'id' | 'seed' | 'unit' | 'cluster' | 'composite' | 'measure'> {
  reader: string;
  series: Series;
  /** Length that the report counts it to, in tokens: that of all prompts of its size. */
  tokens: number;
  /** Every call, without errors that were overcome. */
  calls: readonly Row[];
  /** The call whose words are shown: of the answer with the lowest score. */
  shown: Row;
  /** Nothing where every call failed. */
  answer?: Answer;
  /** Whether no answer of it could be read for certain. */
  unread?: true;
}

/** What tells a reader's Cases apart: the Case's identity, behind the measure where it is not recall. */
export function caseKey({ id, measure }: Pick<Row, 'id' | 'measure'>): string {
  return measure === undefined ? id : `${measure}: ${id}`;
}

/** Bring together the calls of one reader for one Case, at least one. */
export function askedCase(
  reader: string,
  series: Series,
  tokens: number,
  calls: readonly Row[],
): AskedCase {
  const answered = calls.filter(({ error }) => error === undefined);
  const shown = answered.reduce<Row>(
    (worst, other) => (other.score < worst.score ? other : worst),
    answered[0] ?? calls[0]!,
  );
  const { seed, unit, cluster, composite, measure } = shown;
  return {
    id: caseKey(shown),
    reader,
    series,
    tokens,
    seed,
    ...(unit !== undefined && { unit }),
    ...(cluster !== undefined && { cluster }),
    ...(composite && { composite }),
    ...(measure !== undefined && { measure }),
    calls,
    shown,
    ...(answered.length > 0 && { answer: answerOf(answered, shown) }),
    ...(answered.length > 0 && answered.every(isUnread) && { unread: true }),
  };
}

/**
 * The same Case with every answer that could not be read for certain taken as one that recalls nothing (0), or
 * everything (1): what was remembered lies between.
 */
export function takenAs(asked: AskedCase, mark: 0 | 1 | undefined): AskedCase {
  const { reader, series, tokens, calls } = asked;
  if (mark === undefined || !calls.some(isUnread)) return asked;
  const taken = calls.map((call) =>
    isUnread(call) ? { ...call, score: mark, marks: call.marks.map(() => mark) } : call,
  );
  return askedCase(reader, series, tokens, taken);
}

/** Whether a call has an answer that could not be read for certain. */
export function isUnread({ error, reading }: Row): boolean {
  return error === undefined && reading !== undefined;
}

/** The same Case with only some of its calls; nothing where none is left. */
export function withCalls(asked: AskedCase, isIn: (call: Row) => boolean): AskedCase[] {
  const calls = asked.calls.filter(isIn);
  if (calls.length === asked.calls.length) return [asked];
  return calls.length === 0 ? [] : [askedCase(asked.reader, asked.series, asked.tokens, calls)];
}

function answerOf(answered: readonly Row[], shown: Row): Answer {
  if (answered.length === 1) return shown;
  return {
    score: mean(answered.map(({ score }) => score)),
    marks: shown.marks.map((_, i) => mean(answered.flatMap(({ marks }) => marks[i] ?? []))),
    positions: shown.positions,
    scores: answered.map(({ score }) => score).sort((a, b) => a - b),
  };
}

/** Why calls of a Case failed, in their order. */
export function errorsOf({ calls }: AskedCase): string[] {
  return calls.flatMap(({ error }) => error ?? []);
}
