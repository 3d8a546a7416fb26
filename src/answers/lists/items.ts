/** The items of a list that is written as text and need not be JSON. */
import { plainNumberOf, resultIn } from '../numbers/item-numbers.js';
import { type NumberHints, numbersInText } from '../numbers/numbers.js';
import { LONGEST_LIST, numbersOf } from './json-values.js';

/** Long lists are split only so far, which is enough for `LONGEST_LIST` items. */
export const LONGEST_BODY = 1_000_000;

/** The items of a list written as text; a comma behind the last one is forgiven. */
export function itemsOf(body: string): string[] {
  return body
    .slice(0, LONGEST_BODY)
    .split(/[,;]/, LONGEST_LIST)
    .filter((item) => item.trim() !== '');
}

/** The numbers of a list that is not JSON. Two numbers in an item make it too damaged for this. */
export function numbersOfItems(body: string, vocabulary: NumberHints): number[] | undefined {
  const items = itemsOf(body);
  return items.some(hasSeveral) ? undefined : numbersOf(items, vocabulary);
}

function hasSeveral(item: string): boolean {
  const start = item.slice(0, 256);
  return [...numbersInText(start)].length > 1 && resultIn(start) === undefined;
}

/** Whether items are numbers with a word or two behind them, or dots. */
export function isPlain(body: string): boolean {
  return itemsOf(body).every(
    (item) => /^[\s."'…]{1,9}$/.test(item) || plainNumberOf(item) !== undefined,
  );
}

/** The last opening square bracket, if nothing closes it. */
export function openBracket(plain: string): number | undefined {
  const start = plain.lastIndexOf('[');
  return start > plain.lastIndexOf(']') ? start : undefined;
}
