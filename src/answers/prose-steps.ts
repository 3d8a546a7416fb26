/** The steps that read numbers without JSON. */
import type { Answer } from './answer.js';
import { openBracket } from './items.js';
import { parseRegion } from './json-steps.js';
import { isUnderKey } from './keys.js';
import { numbersByLine } from './number-lines.js';
import {
  halfWidth,
  numbersInText,
  plainNumberOf,
  recitedIn,
  unitBehind,
  withoutRecited,
} from './numbers.js';

/** The last steps look at so much of an answer, which is more than any model says. */
const LONGEST_PROSE = 300_000;

/** Nothing but numbers and what separates them: the whole answer, or the last such lines of it. */
export function bareList({ plain, vocabulary }: Answer): number[] | undefined {
  return numbersByLine(withoutOpenEnd(plain.slice(0, LONGEST_PROSE)), vocabulary);
}

/** The last number with a unit behind it, else the last one; not of a list or of star sentences. */
export function bareNumber(answer: Answer): number | undefined {
  const { vocabulary } = answer;
  const prose = withoutLists(answer);
  const tail = halfWidth(withoutRecited(prose.slice(-LONGEST_TAIL), vocabulary.recited));
  const end = withoutOpenEnd(tail);
  let last: number | undefined;
  let lastWithUnit: number | undefined;
  for (const found of numbersInText(end)) {
    last = found.number;
    if (unitBehind(end, found.end, vocabulary.units)) lastWithUnit = found.number;
  }
  return lastWithUnit ?? last ?? plainNumberOf(end);
}

/**
 * In a list or object that does not end, what touches the end of the text may be the beginning of a
 * longer number.
 */
function withoutOpenEnd(plain: string): string {
  const isOpen =
    openBracket(plain) !== undefined || plain.lastIndexOf('{') > plain.lastIndexOf('}');
  if (!isOpen) return plain;
  let end = plain.length;
  while (end > 0 && /[\d.]/.test(plain[end - 1]!)) end--;
  return plain.slice(0, end);
}

/** An answer without its JSON and its arrays, also without a keyed list that does not end. */
function withoutLists({ text, plain, brackets, vocabulary }: Answer): string {
  const lists = brackets.outermost
    .filter(({ start, end }) => parseRegion(plain.slice(start, end)) !== undefined)
    .concat(brackets.flat)
    .sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of lists) {
    if (start < from) continue;
    pieces.push(text.slice(from, start));
    from = end;
  }
  const open = openBracket(plain);
  const cutOff = open !== undefined && isUnderKey(plain, open, vocabulary);
  return [...pieces, text.slice(from, cutOff ? open : undefined)].join(' ');
}

/** A total stands at the end of an answer. */
const LONGEST_TAIL = 50_000;

/** Star sentences instead of a list. */
export function recitedList({ text, vocabulary }: Answer): number[] | undefined {
  const numbers = recitedIn(text.slice(0, LONGEST_PROSE), vocabulary.recited);
  return numbers.length > 0 ? numbers : undefined;
}
