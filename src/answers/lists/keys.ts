import { isAside, rolesOf } from '../labels.js';
import type { NumberHints } from '../numbers/numbers.js';
import { halfWidth } from '../texts/half-width.js';

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
