/** Every list that an answer could mean, and the one that it most likely does. */

import type { Form } from '../answer.js';
import { type RecitedSentence, recitedSentences } from '../numbers/numbers.js';
import { withDigits } from '../numbers/worded-numbers.js';
import { answerOfText, type PreparedAnswer } from '../prepared-answer.js';
import type { Region } from '../texts/brackets.js';
import { boxesOf } from '../texts/final-part.js';
import { withoutLatex } from '../texts/plain-writing.js';
import { type Candidate, type Choice, choose } from './candidate.js';
import { isUnderKey } from './fields.js';
import { blocksIn } from './lines.js';
import { addendsIn, additionsIn, blank, countedIn, proseOf, runsIn } from './runs.js';
import { tablesIn } from './tables.js';
import { openBracket, valuesIn } from './values.js';

/** Prose is read no further than this, which is more than any model says. */
const LONGEST_PROSE = 100_000;

/** The list that an answer gives, and others that it may mean; nothing where there is none. */
export function listOf(answer: PreparedAnswer): Choice | undefined {
  const { vocabulary } = answer;
  const { candidates: values, taken } = valuesIn(answer);
  const { units } = vocabulary;
  const recited = recitedSentences(answer.text.slice(0, LONGEST_PROSE), vocabulary.recited);
  const told = withCounts(answer.plain.slice(0, LONGEST_PROSE), recited);
  const plain = withoutOpenEnd(without(told, taken));
  const tables = tablesIn(plain, answer);
  const prose = withDigits(proseOf(without(plain, tables)), { loneOne: true, inPlace: true });
  const blocks = blocksIn(prose, units);
  const rest = without(prose, blocks);
  const runs = runsIn(rest, units);
  const choice = choose(
    [
      ...boxedIn(answer),
      ...values,
      ...tables,
      ...blocks,
      ...runs,
      ...recitedIn(recited),
      ...onlyNumber(prose, answer),
      ...storyIn('counted', countedIn(rest, units)),
      ...storyIn('counted', addendsIn(rest)),
    ],
    answer,
  );
  if (!choice) return undefined;
  const { chosen } = choice;
  const known = new Set(chosen.numbers);
  const added = additionsIn(prose, runs, chosen.end).filter((number) => !known.has(number));
  return { ...choice, chosen: { ...chosen, numbers: [...chosen.numbers, ...added] } };
}

/** A text without some regions of it, which come in order; each character stays in its place. */
function without(text: string, regions: readonly Region[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of regions) {
    if (end <= from) continue;
    pieces.push(text.slice(from, start), blank(text.slice(Math.max(from, start), end)));
    from = end;
  }
  return pieces.join('') + text.slice(from);
}

/**
 * In a list or object that does not end, what touches the end of the text may be the beginning of a
 * longer number.
 */
export function withoutOpenEnd(plain: string): string {
  const isOpen =
    openBracket(plain) !== undefined || plain.lastIndexOf('{') > plain.lastIndexOf('}');
  if (!isOpen) return plain;
  let end = plain.length;
  while (/[\d.]/.test(plain[end - 1]!)) end--;
  return plain.slice(0, end);
}

/** What boxes of LaTeX hold: a list, or one number each. */
function boxedIn({ text, vocabulary }: PreparedAnswer): Candidate[] {
  const lists = boxesOf(text).map(
    (box) => listOf(answerOfText(withoutLatex(box), vocabulary))?.chosen.numbers ?? [],
  );
  const last = lists.findLast((numbers) => numbers.length > 1);
  const areSingle = lists.length > 1 && lists.every((numbers) => numbers.length === 1);
  return storyIn('boxed', last ?? (areSingle ? lists.flat() : undefined));
}

/** A text with nothing but its count in the place of each star sentence. */
function withCounts(text: string, recited: readonly RecitedSentence[]): string {
  let from = 0;
  const pieces = recited.map(({ start, end, count }) => {
    const before = text.slice(from, start);
    from = end;
    return before + String(count).padEnd(end - start);
  });
  return pieces.join('') + text.slice(from);
}

/** The counts of star sentences that are recited. */
function recitedIn(recited: readonly RecitedSentence[]): Candidate[] {
  const [first] = recited;
  return first
    ? [
        {
          start: first.start,
          end: recited.at(-1)!.end,
          numbers: recited.map(({ count }) => count),
          form: recited.length > 1 ? 'recited' : 'counted',
          label: '',
        },
      ]
    : [];
}

/** The number that is all of an answer, or stands under a key. */
function onlyNumber(prose: string, { vocabulary }: PreparedAnswer): Candidate[] {
  const found = /^([^\d]*)(\d{1,15})[^\p{L}\d]*$/u.exec(prose.slice(0, 200));
  if (!found || prose.length > 200) return [];
  const [, before, digits] = found;
  const isAll = !/\p{L}/u.test(before!) || isUnderKey(prose, before!.length, vocabulary);
  return isAll ? storyIn('lines', [Number(digits)]) : [];
}

/** A list that the answer tells as a whole. */
function storyIn(form: Form, numbers: number[] | undefined): Candidate[] {
  return numbers ? [{ start: 0, end: 0, numbers, form, label: '' }] : [];
}
