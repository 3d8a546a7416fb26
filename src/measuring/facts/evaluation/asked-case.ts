/** Brings the calls of one model for one Case together. */

import { picked } from '../../../base/fields.js';
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import type { PlacedMarks } from '../../statistics/positions.js';
import type { AnswerMarks } from '../../statistics/reliable/unusable.js';
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
  const isAnswered = answered.length > 0;
  return {
    ...{ id: caseKey(shown), model, series, tokens },
    ...picked(shown, ['seed', 'unit', 'cluster', 'composite', 'measure']),
    ...{ calls, shown },
    ...(isAnswered && { answer: answerOf(answered, shown) }),
    ...(isAnswered && answered.every(isUnread) && { unread: true }),
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

/** One prompt of a series. Prompts about one thing share a unit, which is one draw to statistics. */
export interface Prompt extends AnswerMarks {
  key: string;
  unit: string;
  positions: readonly number[];
}

/**
 * Returns the answered prompts of one model and series. Several ways to ask one draw are one prompt with all
 * marks. A prompt has a mark for each fact, or its score as its only mark.
 */
export function promptsOf(cases: readonly AskedCase[]): Prompt[] {
  const answered = cases.filter(({ answer }) => answer);
  return [...groupBy(answered, drawOf)].map(([key, ways]) => ({
    key,
    unit: ways[0]!.cluster ?? drawOf(ways[0]!),
    tokens: ways[0]!.tokens,
    marks: joined(ways.map(({ answer }) => marksOf(answer!))),
    positions: joined(ways.map(({ answer }) => placesOf(answer!))),
    ...(ways.some(({ shown }) => shown.needed) && {
      needed: joined(ways.map(({ shown, answer }) => shown.needed ?? placesOf(answer!))),
    }),
    ...unusableIn(ways.flatMap(({ calls }) => calls)),
  }));
}

/** Returns the share of unusable answers, whatever they recall. */
function unusableIn(calls: readonly Row[]): Pick<Prompt, 'unusable'> {
  const answered = calls.filter(({ error }) => error === undefined);
  const unusable = answered.filter(
    ({ unfinished, reading }) => unfinished !== undefined || reading === 'unreadable',
  );
  return unusable.length === 0 ? {} : { unusable: unusable.length / answered.length };
}

/** Joins lists without copying a single one, which may have a million items. */
function joined(lists: readonly (readonly number[])[]): readonly number[] {
  return lists.length === 1 ? lists[0]! : lists.flat();
}

export function marksOf({ marks, score }: CaseAnswer): readonly number[] {
  return marks.length > 0 ? marks : [score];
}

export function withMarks(
  asked: AskedCase,
  marks: (answer: CaseAnswer) => readonly number[],
): AskedCase {
  const { answer } = asked;
  return answer ? { ...asked, answer: { ...answer, marks: marks(answer) } } : asked;
}

export function placesOf(answer: Pick<CaseAnswer, 'marks' | 'positions'>): readonly number[] {
  const { marks, positions } = answer;
  return positions.length <= marks.length ? positions : positions.slice(0, marks.length);
}

/** Identifies the prompt of a Case within its series. Several ways to ask one draw are one. */
export function drawOf(asked: Pick<AskedCase, 'id' | 'unit' | 'tokens' | 'seed'>): string {
  const { id, unit, tokens, seed } = asked;
  return unit === undefined ? id : JSON.stringify([tokens, seed, unit]);
}

/** Keeps marks with a position, or the chosen ones. */
export function placed(
  prompts: readonly Prompt[],
  isIn: (position: number) => boolean = () => true,
): PlacedMarks[] {
  return prompts.flatMap(({ unit, tokens, marks, positions }) => {
    const chosen = [...positions.keys()].filter((i) => isIn(positions[i]!));
    const [kept, places] = [marks, positions].map((all) => chosen.map((i) => all[i]!));
    return chosen.length === 0 ? [] : { unit, tokens, marks: kept!, positions: places! };
  });
}
