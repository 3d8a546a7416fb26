/** Brings the calls of one model for one Case together. */
import { mean } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import type { Series } from './series.js';

/** What the answers to a Case come to. */
export interface CaseAnswer {
  /** From 0 to 1. A mean if there are several. */
  score: number;
  /** One for each fact, from 0 to 1. Empty for benchmarks without. */
  marks: readonly number[];
  positions: readonly number[];
  /** The score of each of several answers, lowest first. */
  scores?: number[];
}

export interface AskedCase
  extends Pick<Row, 'id' | 'seed' | 'unit' | 'cluster' | 'composite' | 'measure'> {
  model: string;
  series: Series;
  /** Length that the report counts it to, in tokens: the same for all prompts of its size. */
  tokens: number;
  calls: readonly Row[];
  /** The call that is shown: that of the answer with the lowest score. */
  shown: Row;
  /** Absent if every call failed. */
  answer?: CaseAnswer;
  /** Whether no answer of it could be read for certain. */
  unread?: true;
}

/** Identifies a model's Case by its id, after the measure if that is not recall. */
export function caseKey({ id, measure }: Pick<Row, 'id' | 'measure'>): string {
  return measure === undefined ? id : `${measure}: ${id}`;
}

export function askedCase(
  model: string,
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
    model,
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
 * Takes every answer that could not be read for certain as recalling nothing (0) or everything (1): the truth
 * lies between.
 */
export function takenAs(asked: AskedCase, mark: 0 | 1 | undefined): AskedCase {
  const { model, series, tokens, calls } = asked;
  if (mark === undefined || !calls.some(isUnread)) return asked;
  const taken = calls.map((call) =>
    isUnread(call) ? { ...call, score: mark, marks: call.marks.map(() => mark) } : call,
  );
  return askedCase(model, series, tokens, taken);
}

export function isUnread({ error, reading }: Row): boolean {
  return error === undefined && reading !== undefined;
}

/** Keeps some calls of a Case. Nothing if none is left. */
export function withCalls(asked: AskedCase, isIn: (call: Row) => boolean): AskedCase[] {
  const calls = asked.calls.filter(isIn);
  if (calls.length === asked.calls.length) return [asked];
  return calls.length === 0 ? [] : [askedCase(asked.model, asked.series, asked.tokens, calls)];
}

function answerOf(answered: readonly Row[], shown: Row): CaseAnswer {
  if (answered.length === 1) return shown;
  return {
    score: mean(answered.map(({ score }) => score)),
    marks: shown.marks.map((_, i) => mean(answered.flatMap(({ marks }) => marks[i] ?? []))),
    positions: shown.positions,
    scores: answered.map(({ score }) => score).sort((a, b) => a - b),
  };
}

export function errorsOf({ calls }: AskedCase): string[] {
  return calls.flatMap(({ error }) => error ?? []);
}
