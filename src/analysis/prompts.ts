/** Prompts as statistics take them: what one reader made of each, however often it was asked. */
import { groupBy } from '../group-by.js';
import { mean } from '../numbers.js';
import type { Row } from '../results/rows.js';
import type { PromptMarks } from '../statistics/curve/prompt-marks.js';
import type { PlacedMarks } from '../statistics/positions.js';

/** One prompt of a series: the unit of all statistics. */
export interface Prompt extends PromptMarks {
  /** What it is called by all readers that were asked it. */
  key: string;
  /** Position of each mark, from 0 to 1; fewer than marks where some have none. */
  positions: readonly number[];
}

/**
 * The prompts of rows that have an answer, all of one reader and series. Several answers to one Case are
 * one prompt, with the means of its marks; several ways to ask one draw are one prompt, with the marks of
 * all. The score of a benchmark without marks is its only mark.
 */
export function promptsOf(rows: readonly Row[]): Prompt[] {
  const answered = rows.filter(({ error }) => error === undefined);
  const cases = groupBy(answered, ({ id }) => id);
  const draws = groupBy([...cases.values()], ([first]) => drawOf(first!));
  return [...draws].map(([key, own]) => ({
    key,
    tokens: own[0]![0]!.tokens,
    marks: joined(own.map(averaged)),
    positions: joined(own.map(([first]) => placesOf(first!))),
  }));
}

/** Lists one after another; a single one is not copied, since there may be a million. */
function joined(lists: readonly (readonly number[])[]): readonly number[] {
  return lists.length === 1 ? lists[0]! : lists.flat();
}

function placesOf({ marks, positions }: Row): readonly number[] {
  return positions.length <= marks.length ? positions : positions.slice(0, marks.length);
}

function drawOf({ id, unit, tokens, seed }: Row): string {
  return unit === undefined ? id : JSON.stringify([tokens, seed, unit]);
}

/** By piece of evidence: the mean of the marks of several answers. */
function averaged(rows: readonly Row[]): readonly number[] {
  const all = rows.map(({ marks, score }) => (marks.length > 0 ? marks : [score]));
  const [first] = all;
  if (all.length === 1) return first!;
  return first!.map((_, i) => mean(all.flatMap((marks) => marks[i] ?? [])));
}

/** Prompts with only those marks that have a position, and of these the chosen ones. */
export function placed(
  prompts: readonly Prompt[],
  isIn: (position: number) => boolean = () => true,
): PlacedMarks[] {
  const withMarks: PlacedMarks[] = [];
  for (const { tokens, marks, positions } of prompts) {
    const chosen: PlacedMarks & { marks: number[]; positions: number[] } = {
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
