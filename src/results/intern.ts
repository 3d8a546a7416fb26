import type { Row } from './rows.js';

/** Fields that are the same in very many rows. */
const SHARED = [
  'benchmark',
  'task',
  'language',
  'haystack',
  'version',
  'variant',
  'size',
  'provider',
  'prompt',
  'shard',
  'diagnosis',
] as const satisfies readonly (keyof Row)[];

/**
 * Makes a function that lets rows share what is equal in them, which is most of a large evaluation:
 * names, and positions of evidence.
 */
export function rowSharer(): (row: Row) => Row {
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly number[]>();
  const shared = (text: string) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  const conditions = new Map<string, Row['conditions']>();
  return (row) => {
    if (row.conditions) {
      const key = JSON.stringify(row.conditions);
      const known = conditions.get(key);
      if (known) row.conditions = known;
      else conditions.set(key, row.conditions);
    }
    for (const field of SHARED) {
      const text = row[field];
      if (text !== undefined) row[field] = shared(text);
    }
    for (const field of ['positions', 'marks'] as const) {
      const key = row[field].join();
      const known = lists.get(key);
      if (known) row[field] = known as number[];
      else if (lists.size < MOST_LISTS) lists.set(key, row[field]);
    }
    return row;
  };
}

/** Marks may be different in every row; then only the first so many lists are shared. */
const MOST_LISTS = 10_000;
