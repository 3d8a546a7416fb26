/** Prompts as statistics take them: what one reader made of each, however often and in how many ways it was asked. */
import { groupBy } from '../../../base/group-by.js';
import type { Row } from '../../../contract/row.js';
import type { PlacedMarks } from '../../statistics/positions.js';
import type { AnswerMarks } from '../../statistics/reliable/unusable.js';
import type { Answer, AskedCase } from './asked-case.js';

/** One prompt of a series. Prompts that are about one thing have the same unit, which is the draw to all statistics. */
export interface Prompt extends AnswerMarks {
  /** What it is called by all readers that were asked it. */
  key: string;
  unit: string;
  /** Position of each mark, from 0 to 1; fewer than marks where some have none. */
  positions: readonly number[];
}

/**
 * The prompts of Cases that have an answer, all of one reader and series. Several ways to ask one draw are
 * one prompt, with the marks of all. A prompt has a mark for each piece of evidence, or the score as its
 * only mark.
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

/** From where on the text has to be known, where that is another place than where facts stand. */
function neededOf(cases: readonly AskedCase[]): Pick<Prompt, 'needed'> {
  if (!cases.some(({ shown }) => shown.needed)) return {};
  return { needed: joined(cases.map(({ shown, answer }) => shown.needed ?? placesOf(answer!))) };
}

/** The share of some answers that nobody can use, whatever they recall. */
function unusableIn(calls: readonly Row[]): Pick<Prompt, 'unusable'> {
  const answered = calls.filter(({ error }) => error === undefined);
  const unusable = answered.filter(
    ({ unfinished, reading }) => unfinished !== undefined || reading === 'unreadable',
  );
  return unusable.length === 0 ? {} : { unusable: unusable.length / answered.length };
}

/** Lists one after another; a single one is not copied, since there may be a million. */
function joined(lists: readonly (readonly number[])[]): readonly number[] {
  return lists.length === 1 ? lists[0]! : lists.flat();
}

/** The marks of an answer, or its score where it has none. */
export function marksOf({ marks, score }: Answer): readonly number[] {
  return marks.length > 0 ? marks : [score];
}

/** The same Case with other marks of its answer. */
export function withMarks(
  asked: AskedCase,
  marks: (answer: Answer) => readonly number[],
): AskedCase {
  const { answer } = asked;
  return answer ? { ...asked, answer: { ...answer, marks: marks(answer) } } : asked;
}

export function placesOf({
  marks,
  positions,
}: Pick<Answer, 'marks' | 'positions'>): readonly number[] {
  return positions.length <= marks.length ? positions : positions.slice(0, marks.length);
}

/** Which prompt of its series a Case is; several ways to ask one draw are one. */
export function drawOf({
  id,
  unit,
  tokens,
  seed,
}: Pick<AskedCase, 'id' | 'unit' | 'tokens' | 'seed'>): string {
  return unit === undefined ? id : JSON.stringify([tokens, seed, unit]);
}

/** What a Case is about: itself, where no other is about that. */
function unitOf(asked: Pick<AskedCase, 'id' | 'unit' | 'cluster' | 'tokens' | 'seed'>): string {
  return asked.cluster ?? drawOf(asked);
}

/** Prompts with only those marks that have a position, and of these the chosen ones. */
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
