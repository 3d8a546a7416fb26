/** The items of a list that is written as text and need not be JSON. */
import { plainNumberOf, resultIn } from './item-numbers.js';
import { LONGEST_LIST, numbersOf } from './keys.js';
import type { NumberHints } from './numbers.js';

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
  return /\d[^\d]+\d/.test(start) && !/\d\.\d/.test(start) && resultIn(start) === undefined;
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
  return start < 0 || plain.indexOf(']', start) >= 0 ? undefined : start;
}
