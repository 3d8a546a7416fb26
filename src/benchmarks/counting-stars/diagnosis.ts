/**
 * Names in one word what went wrong, after the case studies of Counting-Stars (arXiv:2403.11802, Figure 5 and
 * §3.1). docs/method/diagnosis.md explains the thresholds.
 */

import type { Answer, Form } from '../../answers/answer.js';
import { mean } from '../../base/numbers.js';
import type { LanguageReference } from '../../base/references.js';
import type { Diagnosis } from '../../contract/diagnosis.js';

export interface Examined {
  form: Form;
  numbers: readonly number[];
  reference: readonly number[];
  marks: readonly number[];
  /** For each star, the mistaken count that the text says first. */
  wrong?: readonly (number | undefined)[];
}

/** Diagnoses an answer by the first definition of docs/method/diagnosis.md that holds. */
export function diagnose(examined: Examined): Diagnosis {
  const { form, numbers, reference, marks, wrong = [] } = examined;
  if (numbers.length === 0) return 'empty';
  if (form === 'recited') return 'recited';
  const listed = numbers.slice(0, LONGEST_LISTED);
  const runsAway = repeats(listed, reference.length);
  if (marks.every((mark) => mark === 1)) {
    return runsAway && isFarTooLong(listed, reference.length) ? 'repetition' : 'complete';
  }
  if (runsAway) return 'repetition';
  if (goesOnRegularly(listed, [...reference, ...wrong])) return 'regular-sequence';
  if (isMixedUp(examined)) return 'mixed-up';
  return whereLost(marks);
}

export function whyUnreadable(answer: Answer, language: LanguageReference): Diagnosis {
  const why = answer.whyWrong(language);
  return why === 'wrong' ? 'unreadable' : why;
}

/** Longer lists have long been diagnosed. */
const LONGEST_LISTED = 10_000;

/** A repetition has at least this many numbers in a row that repeat earlier ones, and this share of M. */
const SHORTEST_REPETITION = 8;
const REPETITION_SHARE = 1 / 4;

const LONGEST_CYCLE = 4;

/** A list longer than this multiple of M with at most this share of different numbers is repetition, too. */
const FAR_TOO_LONG = 2;
const FEW_DISTINCT = 1 / 2;

/** Tells whether a list repeats a number, a short cycle, or itself. */
function repeats(numbers: readonly number[], stars: number): boolean {
  const needed = Math.max(SHORTEST_REPETITION, Math.ceil(REPETITION_SHARE * stars));
  for (let cycle = 1; cycle <= LONGEST_CYCLE; cycle++) {
    if (longestRun(numbers, cycle, (now, before) => now === before) >= needed) return true;
  }
  return isFarTooLong(numbers, stars) && new Set(numbers).size <= FEW_DISTINCT * numbers.length;
}

function isFarTooLong(numbers: readonly number[], stars: number): boolean {
  return numbers.length > FAR_TOO_LONG * stars;
}

/** Counts the longest run of numbers that agree with the one `distance` before. */
function longestRun(
  numbers: readonly number[],
  distance: number,
  agrees: (now: number, before: number) => boolean,
): number {
  let longest = 0;
  let run = 0;
  for (let i = distance; i < numbers.length; i++) {
    run = agrees(numbers[i]!, numbers[i - distance]!) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** A sequence has at least this many numbers in equal steps, or with two steps in turn. */
const SHORTEST_SEQUENCE = { 1: 6, 2: 8 } as const;

/** A sequence is invented if at least this many of its numbers, and this share, are not in the text. */
const FEWEST_INVENTED = 3;
const INVENTED_SHARE = 1 / 3;

/** Tells whether a list goes on in one or two steps through numbers that are not in the text. */
function goesOnRegularly(
  numbers: readonly number[],
  inText: readonly (number | undefined)[],
): boolean {
  const known = new Set(inText);
  return sequences(numbers, 1)
    .concat(sequences(numbers, 2))
    .some((sequence) => {
      const invented = sequence.filter((number) => !known.has(number)).length;
      return invented >= FEWEST_INVENTED && invented >= INVENTED_SHARE * sequence.length;
    });
}

/** Finds stretches whose steps repeat after `period`, unless they stand still. */
function sequences(numbers: readonly number[], period: 1 | 2): number[][] {
  const found: number[][] = [];
  const step = (i: number) => numbers[i]! - numbers[i - 1]!;
  let start = 0;
  for (let i = 1; i <= numbers.length; i++) {
    const goesOn = i < numbers.length && (i - period <= start || step(i) === step(i - period));
    if (goesOn) continue;
    const moves = numbers[start + period] !== numbers[start];
    if (moves && i - start >= SHORTEST_SEQUENCE[period]) found.push(numbers.slice(start, i));
    start = i - period;
  }
  return found;
}

/** Share of lost stars whose mistaken count was listed. */
const MIXED_UP_SHARE = 1 / 2;

function isMixedUp({ numbers, reference, marks, wrong = [] }: Examined): boolean {
  const known = new Set(reference);
  const listed = new Set(numbers);
  let lost = 0;
  let mistaken = 0;
  marks.forEach((mark, i) => {
    lost += 1 - mark;
    const count = wrong[i];
    if (count !== undefined && listed.has(count) && !known.has(count)) mistaken += 1 - mark;
  });
  return mistaken > 0 && mistaken >= MIXED_UP_SHARE * lost;
}

const FEWEST_LOST = 3;

/** A region has this share of what was lost, and loses this much more of its stars than the rest. */
const REGION_SHARE = 0.6;
const REGION_EXCESS = 0.3;

/** Two parts rarely differ by so many standard errors by chance, even looking for the worst. */
const REGION_STANDARD_ERRORS = 2.8;

/** A region touches an end if at most this share of the stars is beyond it. */
const BEYOND_SHARE = 1 / 16;

function whereLost(marks: readonly number[]): Diagnosis {
  const lost = marks.map((mark) => 1 - mark);
  const { start, end } = worstStretch(lost);
  if (!isRegion(lost, start, end)) return 'scattered';
  const beyond = BEYOND_SHARE * marks.length;
  const touchesHead = start <= beyond;
  const touchesTail = marks.length - end <= beyond;
  if (touchesHead !== touchesTail) return touchesHead ? 'missing-head' : 'missing-tail';
  const centre = (start + end) / 2 / marks.length;
  if (centre < 1 / 3) return 'missing-head';
  return centre > 2 / 3 ? 'missing-tail' : 'missing-middle';
}

function isRegion(lost: readonly number[], start: number, end: number): boolean {
  const inside = lost.slice(start, end);
  const outside = [...lost.slice(0, start), ...lost.slice(end)];
  const share = mean(lost);
  const total = share * lost.length;
  const excess = mean(inside) - mean(outside);
  const standardError = Math.sqrt(share * (1 - share) * (1 / inside.length + 1 / outside.length));
  return (
    Math.round(total) >= FEWEST_LOST &&
    outside.length > 0 &&
    mean(inside) * inside.length >= REGION_SHARE * total &&
    excess >= REGION_EXCESS &&
    excess >= REGION_STANDARD_ERRORS * standardError
  );
}

const EPSILON = 1e-9;

/** Finds the stretch that lost most beyond the average. */
function worstStretch(lost: readonly number[]): { start: number; end: number } {
  const average = mean(lost);
  let best = { start: 0, end: 0, excess: 0 };
  let start = 0;
  let excess = 0;
  lost.forEach((share, i) => {
    if (excess < EPSILON) {
      start = i;
      excess = 0;
    }
    excess += share - average;
    if (excess > best.excess + EPSILON) best = { start, end: i + 1, excess };
  });
  return best;
}
