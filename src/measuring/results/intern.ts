import type { Row } from '../../contract/row.js';

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

/** Makes a function that shares equal names and positions between rows, which are most of a large evaluation. */
export function rowSharer(): (row: Row) => Row {
  const texts = new Map<string, string>();
  const conditions = new Map<string, NonNullable<Row['conditions']>>();
  const lists = new Map<string, number[]>();
  const cases = new Map<string, NonNullable<Row['case']>>();
  return (row) => {
    if (row.case) row.case = shared(cases, JSON.stringify(row.case), row.case);
    if (row.conditions) {
      row.conditions = shared(conditions, JSON.stringify(row.conditions), row.conditions);
    }
    for (const field of SHARED) {
      const text = row[field];
      if (text !== undefined) row[field] = shared(texts, text, text);
    }
    for (const field of ['positions', 'marks'] as const) {
      row[field] = shared(lists, row[field].join(), row[field], MOST_LISTS);
    }
    return row;
  };
}

/** Returns the first value of a key. At most `most` are kept. */
function shared<T>(
  kept: Map<string, T>,
  key: string,
  value: T,
  most = Number.POSITIVE_INFINITY,
): T {
  const known = kept.get(key);
  if (known === undefined && kept.size < most) kept.set(key, value);
  return known ?? value;
}

/** Marks may differ in every row. Then only the first lists are shared. */
const MOST_LISTS = 10_000;
