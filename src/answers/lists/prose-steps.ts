/** The steps that read lists of numbers without JSON. */
import type { Answer } from '../answer.js';
import { recitedIn, recitedSentences } from '../numbers/numbers.js';
import { openBracket } from './items.js';
import { countedNumbers } from './labelled-lines.js';
import { numbersByLine } from './number-lines.js';
import { proseList, proseOf, runsIn } from './runs.js';

export { enumeratedList, labelledLines } from './labelled-lines.js';
export { tableList } from './tables.js';

/** Plain lists and star sentences are read no further than this. */
const LONGEST_PROSE = 150_000;

/** Nothing but numbers and what separates them: the whole answer, or the last such lines of it. */
export function bareList({ plain, vocabulary }: Answer): number[] | undefined {
  const text = withoutOpenEnd(plain.slice(0, LONGEST_PROSE));
  const numbers = numbersByLine(text, vocabulary);
  return numbers && (withRecited(text, numbers, vocabulary) ?? numbers);
}

/** The numbers together with star sentences that the same lines recite before them, shortened later. */
function withRecited(
  text: string,
  numbers: readonly number[],
  vocabulary: Answer['vocabulary'],
): number[] | undefined {
  const recited = recitedSentences(text, vocabulary.recited);
  if (recited.length === 0 || recited.some(({ count }) => numbers.includes(count)))
    return undefined;
  let from = 0;
  let counts = '';
  for (const { start, end, count } of recited) {
    counts += `${text.slice(from, start)}${count}`;
    from = end;
  }
  const all = numbersByLine(counts + text.slice(from), vocabulary);
  return all?.length === numbers.length + recited.length ? all : undefined;
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

/** A single recited sentence may be quoted beside a list. */
const FEWEST_RECITED = 2;

/** Star sentences instead of a list, unless a list of as many numbers follows them. */
export function recitedList({ text, plain, vocabulary }: Answer): number[] | undefined {
  const recited = recitedSentences(text.slice(0, LONGEST_PROSE), vocabulary.recited);
  if (recited.length < FEWEST_RECITED) return undefined;
  const runs = runsIn(proseOf(plain), vocabulary.units, recited.at(-1)!.end);
  if (runs.some(({ numbers }) => numbers.length >= recited.length)) return undefined;
  return recited.map(({ count }) => count);
}

/** The numbers of the last sum of three and more: "3 + 5 + 9 = 17". */
function addends({ plain }: Answer): number[] | undefined {
  const sum = [...proseOf(plain).matchAll(SUM)].at(-1)?.[0];
  return sum?.split('+').map((addend) => Number.parseInt(addend, 10));
}

const SUM = /(?<![\d.+])\d{1,9}(?:[^\S\n]{0,3}★?[^\S\n]{0,3}\+[^\S\n]{0,3}\d{1,9}){2,}(?![\d.])/g;

/** The list that sentences tell; else every number that they call a count; else the addends of a sum. */
export function toldList(answer: Answer): number[] | undefined {
  return proseList(answer) ?? countedNumbers(answer) ?? addends(answer);
}

/** One star sentence, where nothing else could be read. */
export function recitedSentence({ text, vocabulary }: Answer): number[] | undefined {
  const numbers = recitedIn(text.slice(0, LONGEST_PROSE), vocabulary.recited);
  return numbers.length > 0 ? numbers : undefined;
}
