/** Prepares prompts for statistics: what one model made of each, however often and in how many ways it was sent. */
import { groupBy } from '../../../base/group-by.js';
import type { Row } from '../../../contract/row.js';
import type { PlacedMarks } from '../../statistics/positions.js';
import type { AnswerMarks } from '../../statistics/reliable/unusable.js';
import type { AskedCase, CaseAnswer } from './asked-case.js';

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
  return [...groupBy(answered, drawOf)].map(([key, own]) => ({
    key,
    unit: unitOf(own[0]!),
    tokens: own[0]!.tokens,
    marks: joined(own.map(({ answer }) => marksOf(answer!))),
    positions: joined(own.map(({ answer }) => placesOf(answer!))),
    ...neededOf(own),
    ...unusableIn(own.flatMap(({ calls }) => calls)),
  }));
}

/** Returns from where on the text must be known, if that is not where facts stand. */
function neededOf(cases: readonly AskedCase[]): Pick<Prompt, 'needed'> {
  if (!cases.some(({ shown }) => shown.needed)) return {};
  return { needed: joined(cases.map(({ shown, answer }) => shown.needed ?? placesOf(answer!))) };
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

export function placesOf({
  marks,
  positions,
}: Pick<CaseAnswer, 'marks' | 'positions'>): readonly number[] {
  return positions.length <= marks.length ? positions : positions.slice(0, marks.length);
}

/** Identifies the prompt of a Case within its series. Several ways to ask one draw are one. */
export function drawOf({
  id,
  unit,
  tokens,
  seed,
}: Pick<AskedCase, 'id' | 'unit' | 'tokens' | 'seed'>): string {
  return unit === undefined ? id : JSON.stringify([tokens, seed, unit]);
}

/** Identifies what a Case is about. */
function unitOf(asked: Pick<AskedCase, 'id' | 'unit' | 'cluster' | 'tokens' | 'seed'>): string {
  return asked.cluster ?? drawOf(asked);
}

/** Keeps marks with a position, or the chosen ones. */
export function placed(
  prompts: readonly Prompt[],
  isIn: (position: number) => boolean = () => true,
): PlacedMarks[] {
  const withMarks: PlacedMarks[] = [];
  for (const { unit, tokens, marks, positions } of prompts) {
    const chosen: PlacedMarks & { marks: number[]; positions: number[] } = {
      unit,
      tokens,
      marks: [],
      positions: [],
    };
    for (let i = 0; i < positions.length; i++) {
      if (!isIn(positions[i]!)) continue;
      chosen.marks.push(marks[i]!);
      chosen.positions.push(positions[i]!);
    }
    if (chosen.marks.length > 0) withMarks.push(chosen);
  }
  return withMarks;
}
