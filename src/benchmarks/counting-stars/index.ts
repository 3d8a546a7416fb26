/**
 * Counting-Stars: a multi-evidence test of long-context models (arXiv:2403.11802).
 *
 * M sentences of the form "the little penguin counted 3 ★" are scattered evenly over a long text,
 * and the model is asked to list all the numbers (§2.1). Counting-Stars-(M-N) has M stars and N
 * context lengths, k/N of the longest for k = 1…N. So one prompt tests M positions at once.
 *
 * Tasks: `acquisition` lists the counts; in `reasoning` each count is first mistaken and then put
 * right; `sum` asks for the total (the paper's ★★, §3.5); in `corrections` some sentences correct
 * themselves or the one before (announced in the paper's first README).
 */

import type { Answer, GivenList, GivenNumber, NumberHints } from '../../answers/answer.js';
import { LANGUAGE_CODES } from '../../base/languages.js';
import { mean } from '../../base/numbers.js';
import { commas, paragraph, say, sayCount, sentences } from '../../base/text/language.js';
import type { Case } from '../../contract/case.js';
import type { Diagnosis } from '../../contract/diagnosis.js';
import { benchmark, type Marked } from '../benchmark.js';
import { beginningOf, emptyReason } from '../scoring.js';
import * as cases from './cases.js';
import { distractingNumbers, starPositions } from './cases.js';
import { diagnose, whyUnreadable } from './diagnosis.js';
import { conflict, countingStarsOptions, ofVersion } from './options.js';
import { type CountingStarsCase, starsOf, wordingOf } from './stars.js';
import { starPattern, starWords, type Wording } from './words.js';

export const countingStars = benchmark<CountingStarsCase>()({
  name: 'counting-stars',
  hides: true,
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: countingStarsOptions,
  conflict,
  ofVersion,
  sizeOptions: ['perToken'],
  mark: scoreStars,
});

/** The scoring rule of Counting-Stars: recall of the listed counts (arXiv:2403.11802, §2.2). */
function scoreStars(answer: Answer, theCase: Case): Marked {
  const starCase = theCase as CountingStarsCase;
  const wording = wordingOf(starCase);
  const hints = hintsFor(starCase, wording);
  return starCase.task === 'sum'
    ? scoreSum(answer, starCase, hints)
    : scoreList(answer, starCase, hints);
}

/** Lists keys of all languages, since models translate them. */
function hintsFor(theCase: CountingStarsCase, wording: Wording): NumberHints {
  const { wording: _, ...plain } = theCase;
  const others = LANGUAGE_CODES.map((language) => wordingOf({ ...plain, language }).key);
  return {
    keys: [...new Set([wording.key, ...others])],
    units: [wording.symbol, ...starWords(theCase.language).units],
    recited: Object.values(wording.sentences)
      .filter((sentence) => sentence.includes('{count}'))
      .map((sentence) => starPattern(sentence, wording)),
  };
}

function scoreList(answer: Answer, theCase: CountingStarsCase, hints: NumberHints): Marked {
  const stars = starsOf(theCase);
  const reference = stars.map(({ count }) => count);
  const wrong = stars.map((star) => star.wrong);
  const positions = starPositions(theCase);
  const list = answer.list(hints);
  const marksOf = (numbers: readonly number[]) =>
    theCase.task === 'reasoning'
      ? markReasoning(numbers, reference, wrong)
      : markStars(numbers, reference);
  const marks = marksOf(list.numbers);
  const reading = readingOf(list, (numbers) => mean(marksOf(numbers)));
  const known = new Set(reference);
  const listed = [...new Set(list.numbers)];
  const extra = listed.filter((number) => !known.has(number));
  const recall = mean(marks);
  const diagnosis =
    list.form === 'unreadable'
      ? whyUnreadable(answer, theCase.language)
      : diagnose({ form: list.form, numbers: list.numbers, reference, marks, wrong });
  return {
    score: recall,
    readable: list.form !== 'unreadable' || diagnosis === 'missing',
    reason: ['empty', 'missing', 'refused', 'unreadable'].includes(diagnosis)
      ? unreadableReason(diagnosis, answer.verbatim)
      : reasonFor(marks, extra, wrong, extra.length > 0 ? distractingNumbers(theCase) : []),
    namedScores: {
      recall,
      precision: listed.length === 0 ? 0 : (listed.length - extra.length) / listed.length,
      format: formatScore(list.form),
    },
    marks,
    positions,
    metadata: {
      diagnosis,
      numbers: list.numbers.slice(0, 4 * reference.length),
      missing: reference.filter((_, i) => isMissing(marks[i]!)),
      extra: extra.slice(0, reference.length),
      ...(diagnosis === 'missing' ? { reading: 'read' } : reading),
      readBy: list.form,
      ...(list.why && { chosenAs: list.why }),
    },
  };
}

/** Tells whether another list is nearly as likely and would score otherwise. */
function readingOf({ form, numbers, near }: GivenList, scoreOf: (numbers: number[]) => number) {
  if (form === 'unreadable') return { reading: form };
  const scores = [numbers, ...near].map(scoreOf);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  return low === high ? { reading: 'read' } : { reading: 'doubtful', bounds: { low, high } };
}

/** Scores the total of all stars (the paper's ★★, §3.5): right or wrong, and how far off. */
function scoreSum(answer: Answer, theCase: CountingStarsCase, hints: NumberHints): Marked {
  const total = starsOf(theCase).reduce((sum, { count }) => sum + count, 0);
  const { number, form } = answer.number(hints);
  const exact = number === total;
  const error = number === undefined ? 1 : Math.abs(number - total) / total;
  const text = answer.verbatim;
  // A wrong total does not show what was lost.
  const diagnosis = exact
    ? 'complete'
    : number === undefined
      ? whyUnreadable(answer, theCase.language)
      : undefined;
  return {
    score: exact ? 1 : 0,
    readable: number !== undefined || diagnosis === 'missing',
    reason:
      number === undefined
        ? unreadableReason(diagnosis, text)
        : exact
          ? say`The total of ${total} is right.`
          : say`The total is ${total}, not ${number} (${percent(number, total)}).`,
    namedScores: {
      recall: exact ? 1 : 0,
      'relative error': Math.min(1, error),
      format: formatScore(form),
    },
    metadata: {
      ...(diagnosis && { diagnosis }),
      total,
      number,
      readBy: form,
    },
  };
}

function percent(number: number, total: number): string {
  const difference = (100 * (number - total)) / total;
  return `${difference > 0 ? '+' : '−'}${Math.abs(difference).toFixed(1)}%`;
}

/** Returns 1 for the JSON asked for, fenced or not, 0.5 for what had to be dug out, else 0. */
function formatScore(form: (GivenList | GivenNumber)['form']): number {
  if (form === 'unreadable') return 0;
  return form === 'json' || form === 'fenced' ? 1 : 0.5;
}

function unreadableReason(diagnosis: Diagnosis | undefined, text: string): string {
  if (diagnosis === 'empty') return text.trim() === '' ? emptyReason() : say`The list is empty.`;
  const what =
    diagnosis === 'refused'
      ? say`The model refused.`
      : diagnosis === 'missing'
        ? say`The model did not find it.`
        : say`No numbers could be read.`;
  return sentences([what, beginningOf(text)]);
}

function reasonFor(
  marks: readonly number[],
  extra: readonly number[],
  wrong: readonly (number | undefined)[],
  distracting: readonly number[],
): string {
  const found = Math.round(100 * marks.reduce((sum, mark) => sum + mark, 0)) / 100;
  const mistakes = extra.filter((number) => wrong.includes(number)).length;
  const others = extra.filter((number) => distracting.includes(number)).length;
  const strange = extra.length - mistakes - others;
  return paragraph([
    say`Found ${found} of ${marks.length} facts.`,
    describeMissing(marks),
    mistakes === 0 ? '' : say`It lists ${sayCount(mistakes, 'mistaken number')}.`,
    others === 0 ? '' : say`It lists ${sayCount(others, 'number')} that others counted.`,
    strange === 0 ? '' : say`It lists ${sayCount(strange, 'number')} not in the text.`,
  ]);
}

type Mark = 0 | 1;

/**
 * Truncates the list, drops duplicates and marks it: the star score of Counting-Stars (arXiv:2403.11802, §2.2).
 *
 * @param predicted - numbers in the order of the answer; any length
 * @param reference - the M true counts, in order of position, all different
 * @returns M marks, 1 where `reference[i]` was listed, else 0
 *
 * @example
 * markStars([3, 9, 9, 11], [3, 5, 9]) // [1, 0, 1]
 */
export function markStars(predicted: readonly number[], reference: readonly number[]): Mark[] {
  const listed = new Set(predicted.slice(0, reference.length));
  return reference.map((count) => (listed.has(count) ? 1 : 0));
}

/**
 * The score of the reasoning task, where each sentence says a mistaken count before the right one:
 * 1 for the right count alone, 0.5 for both, 0.25 for the mistaken one alone, else 0. The list is
 * truncated to M first, as for `markStars`.
 *
 * @param wrong - the mistaken counts, in order of position
 *
 * @example
 * markReasoning([3, 5, 6, 8], [3, 5, 9, 13], [4, 6, 8, 14]) // [1, 0.5, 0.25, 0]
 */
function markReasoning(
  predicted: readonly number[],
  reference: readonly number[],
  wrong: readonly (number | undefined)[],
): number[] {
  const listed = new Set(predicted.slice(0, reference.length));
  return reference.map((count, i) => {
    const mistake = wrong[i];
    const mistaken = mistake !== undefined && listed.has(mistake);
    if (listed.has(count)) return mistaken ? 0.5 : 1;
    return mistaken ? 0.25 : 0;
  });
}

function isMissing(mark: number): boolean {
  return mark < 0.5;
}

/**
 * Say which of M facts are missing (mark below 0.5), and where: by number while there are few, else by the narrowest of the
 * start, the end or the middle that holds them all.
 *
 * @returns for example `The last 12 are missing.`; an empty text when nothing is missing
 */
export function describeMissing(marks: readonly number[]): string {
  const missing = marks.flatMap((mark, i) => (isMissing(mark) ? [i] : []));
  const total = marks.length;
  const first = missing[0];
  const last = missing[missing.length - 1];
  if (first === undefined || last === undefined) return '';
  if (missing.length === total) return '';
  if (missing.length <= 3) {
    if (first === last) return say`No. ${first + 1} is missing.`;
    const others = commas(missing.slice(0, -1).map((i) => i + 1));
    return say`No. ${others} and ${last + 1} are missing.`;
  }
  const half = total / 2;
  const [fromEnd, count] = [total - first, missing.length];
  if (first >= half) {
    return fromEnd === count
      ? say`The last ${count} are missing.`
      : say`${count} of the last ${fromEnd} are missing.`;
  }
  if (last < half) {
    return last + 1 === count
      ? say`The first ${count} are missing.`
      : say`${count} of the first ${last + 1} are missing.`;
  }
  if (first >= total / 5 && last < (total * 4) / 5) {
    return say`${count} of the ${last - first + 1} in the middle (no. ${first + 1} to ${last + 1}) are missing.`;
  }
  return say`${count} between no. ${first + 1} and no. ${last + 1} are missing.`;
}
