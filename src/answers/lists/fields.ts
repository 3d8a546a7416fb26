import { isPart, rankOfKey } from '../labels.js';
import { parseJson } from '../texts/brackets.js';
import { normalKey, rankIn, type Vocabulary } from './keys.js';

/** Values nested deeper are not looked at, nor more of them than this. */
export const DEEPEST_VALUE = 4;
const MOST_VALUES = 100_000;

/** So many texts inside JSON are tried as JSON themselves. */
const MOST_TEXTS = 100;

/** A longer word behind a key makes another key of it. */
const LONGEST_SUFFIX = 12;

/** A key of an object, and what stands under it. */
export interface Field {
  key: string;
  value: unknown;
}

/**
 * Walk through a value, level by level.
 *
 * @returns what stands under a key, the key asked for first, and all values in objects, also in those
 *   that stand as JSON in a text
 */
export function searchKeys(
  value: unknown,
  { keys, longestKey }: Vocabulary,
): { keyed: unknown[]; rest: Field[] } {
  const keyed: { rank: number; value: unknown }[] = [];
  const rest: Field[] = [];
  let texts = 0;
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST_VALUE; depth++) {
    const next: unknown[] = [];
    for (let inner of level) {
      if (typeof inner === 'string' && /^\s{0,9}[[{]/.test(inner) && texts++ < MOST_TEXTS) {
        inner = parseJson(inner);
        if (Array.isArray(inner)) rest.push({ key: '', value: inner });
      }
      if (typeof inner !== 'object' || inner === null) continue;
      if (Array.isArray(inner)) {
        for (let i = 0; i < inner.length && next.length < MOST_VALUES; i++) next.push(inner[i]);
        continue;
      }
      for (const [key, under] of Object.entries(inner).slice(0, MOST_VALUES)) {
        const isLong = key.length > 2 * longestKey + LONGEST_SUFFIX;
        const rank = isLong ? undefined : rankIn(keys, normalKey(key), Array.isArray(under));
        if (rank !== undefined) keyed.push({ rank, value: under });
        rest.push({ key, value: under });
        if (next.length < MOST_VALUES) next.push(under);
      }
    }
    level = next;
  }
  keyed.sort((a, b) => a.rank - b.rank);
  return { keyed: keyed.map((found) => found.value), rest };
}

/**
 * The only one of several lists; the one whose key says the most of counts; or all of them, where their
 * keys are alike or name parts, and no item is in two.
 */
export function bestList(fields: readonly Field[]): unknown {
  const lists = fields.filter(({ value }) => Array.isArray(value));
  const ranks = lists.map(({ key }) => rankOfKey(key));
  const best = Math.min(...ranks);
  const isOnly = best < UNKNOWN_RANK && ranks.filter((rank) => rank === best).length === 1;
  if (lists.length === 1 || isOnly) return lists[ranks.indexOf(best)]!.value;
  const items = lists.flatMap(({ value }) => value as unknown[]);
  const areParts = lists.every(({ key }) => isPart(key) || key === lists[0]!.key);
  return areParts && lists.length > 1 && new Set(items.map(String)).size === items.length
    ? items
    : undefined;
}

const UNKNOWN_RANK = rankOfKey('');
