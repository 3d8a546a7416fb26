/** Counts answers that nobody can use: failed completely, refused, cut off or unreadable. */
import { meanOrNaN } from '../curve/prompt-marks.js';
import { betaCdf, betaQuantile } from '../probabilities.js';
import type { UnitMarks } from '../units.js';

/** What an answer recalled, where each fact stands, and whether it can be used. */
export interface AnswerMarks extends UnitMarks {
  /** From 0 (start of the context) to 1, one for each mark that has a place. */
  positions?: readonly number[];
  /** Where a fact must be known from, if that is another place. */
  needed?: readonly number[] | undefined;
  unusable?: number;
}

/** An answer that finds no more than this has failed completely, */
export const NEARLY_NOTHING = 0.2;

/** Fewer facts may all be lost by chance. */
export const FEWEST_MARKS = 8;

/** Most unusable answers of a reliable model, */
export const MOST_UNUSABLE = 0.1;

/** if that is so with this probability. */
const LIKELY = 0.8;

/** With this one or less, and several unusable answers, it is ruled out. */
const RULED_OUT = 0.1;

/** Share of models that never fail. Others fail by Beta(1, 4). */
const NEVER_FAILS = 0.75;
const FAILS = { a: 1, b: 4 };

/** How many answers are unusable, of how many, and which share that allows (one-sided 95%). */
export interface Unusable {
  answers: number;
  of: number;
  /** Those of them that were refused, cut off or could not be read. */
  broken: number;
  atLeast: number;
  atMost: number;
}

/** Returns how much of a prompt's answers is unusable, from 0 to 1. */
export function unusableShare({
  marks,
  unusable = 0,
}: Pick<AnswerMarks, 'marks' | 'unusable'>): number {
  const isLost = marks.length >= FEWEST_MARKS && meanOrNaN(marks) <= NEARLY_NOTHING;
  return isLost ? 1 : unusable;
}

/** Returns how probable it is that few answers are unusable. */
export function fewUnusable(answers: number, of: number): number {
  const above = 1 - betaCdf(MOST_UNUSABLE, FAILS.a + answers, FAILS.b + of - answers);
  if (answers > 0) return 1 - above;
  // How likely a model that does fail shows no unusable answer: B(a, b + of) / B(a, b), with a = 1.
  const none = FAILS.b / (FAILS.b + of);
  const fails = ((1 - NEVER_FAILS) * none) / (NEVER_FAILS + (1 - NEVER_FAILS) * none);
  return 1 - fails * above;
}

/** Tells whether so many leave a model reliable: none, 1 of 25, or 2 of 39. */
export function areFew(answers: number, of: number): boolean {
  return answers === 0 || fewUnusable(answers, of) >= LIKELY;
}

/** Tells whether so many are too many: 2 of 8, or 3 of 12. */
export function areMany(answers: number, of: number): boolean {
  return answers >= 2 && fewUnusable(answers, of) <= RULED_OUT;
}

/** One-sided bounds of a share (Clopper & Pearson 1934). */
export function unusableOf(
  { answers, of, broken }: Pick<Unusable, 'answers' | 'of' | 'broken'>,
  tail = 0.05,
): Unusable {
  return {
    ...{ answers, of, broken },
    atLeast: betaQuantile(tail, answers, of - answers + 1),
    atMost: betaQuantile(1 - tail, answers + 1, of - answers),
  };
}
