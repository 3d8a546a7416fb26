/** What one reader made of one Case: its calls brought together. */
import type { Unfinished } from '../answers/response-facts.js';
import { mean } from '../numbers.js';
import type { Row } from '../results/rows.js';
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
  /** Every named score of the test; means where there are several answers. */
  namedScores: Readonly<Record<string, number>>;
}

export interface AskedCase extends Pick<Row, 'id' | 'seed' | 'unit' | 'composite'> {
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
  const { id, seed, unit, composite } = shown;
  return {
    id,
    reader,
    series,
    tokens,
    seed,
    ...(unit !== undefined && { unit }),
    ...(composite && { composite }),
    calls,
    shown,
    ...(answered.length > 0 && { answer: answerOf(answered, shown) }),
  };
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
    namedScores: Object.fromEntries(
      Object.keys(shown.namedScores).map((name) => [
        name,
        mean(answered.flatMap(({ namedScores }) => namedScores[name] ?? [])),
      ]),
    ),
  };
}

/** Why calls of a Case failed, in their order. */
export function errorsOf({ calls }: AskedCase): string[] {
  return calls.flatMap(({ error }) => error ?? []);
}

/** What ended answers to a Case before they were whole. */
export function unfinishedOf({ calls }: AskedCase): Unfinished[] {
  return calls.flatMap(({ error, unfinished }) =>
    error === undefined && unfinished ? [unfinished] : [],
  );
}
