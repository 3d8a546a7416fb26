/** What stands under which key: in JSON, and in a text. */

import { halfWidth } from '../../base/text/half-width.js';
import { isAside, isPart, rankOfKey, rolesOf } from '../labels.js';
import type { NumberHints } from '../numbers/numbers.js';
import { parseJson } from '../texts/brackets.js';

/** What is known of an answer before it is read. */
export interface Vocabulary extends NumberHints {
  /** The keys in the form of `normalKey`, and their rank: 0 for the one asked for. */
  keys: ReadonlyMap<string, number>;
  /** Length of the longest key. */
  longestKey: number;
  /** Words of the keys, in small letters: who counts. */
  names: readonly string[];
}

/** A key without capital letters, spaces, underscores, hyphens and diaereses. */
export function normalKey(key: string): string {
  return halfWidth(key)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('\u0308', '')
    .normalize('NFC')
    .replace(/[\s_-]/g, '');
}

/** Rank of a key; a list may also stand under one with a word behind it: `little_penguin_counts`. */
export function rankIn(
  keys: ReadonlyMap<string, number>,
  normal: string,
  isList: boolean,
): number | undefined {
  const rank = keys.get(normal);
  if (rank !== undefined || !isList) return rank;
  for (const [key, known] of keys) {
    if (normal.startsWith(key) && !rolesOf(normal.slice(key.length)).some(isAside)) {
      return known + keys.size;
    }
  }
  return undefined;
}

/** A value as if it stood under the key that was asked for. */
export function underKey(value: unknown, { keys }: Vocabulary): unknown {
  const [key = ''] = keys.keys();
  return { [key]: value };
}

/** Whether a key with a colon or an equals sign stands right before an offset. */
export function isUnderKey(text: string, offset: number, vocabulary: Vocabulary): boolean {
  const window = 2 * vocabulary.longestKey + 32;
  const before = text.slice(Math.max(0, offset - window), offset).trimEnd();
  if (!/(?:[:=]|=>)$/.test(before)) return false;
  const name = normalKey(before.replace(/[\s:=>"'`*\\]{1,24}$/, ''));
  for (const key of vocabulary.keys.keys()) if (name.endsWith(key)) return true;
  return false;
}

/** Values nested deeper are not looked at, nor more of them than this. */
export const DEEPEST_VALUE = 4;
const MOST_VALUES = 100_000;

/** At most this many texts inside JSON are tried as JSON themselves. */
const MOST_TEXTS = 100;

/** A key of an object, and what stands under it. */
interface Field {
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
  { keys }: Vocabulary,
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
        const rank = rankIn(keys, normalKey(key), Array.isArray(under));
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
