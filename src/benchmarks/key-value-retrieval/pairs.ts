/** The pairs of key-value retrieval, drawn by a seed or from a file of the authors', and the words around them. */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../base/languages.js';
import type { FileReference } from '../../base/references.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import { indexAt, insertAt, positionAt, type Spot } from '../lists/places.js';
import { recordReader } from '../published/published-records.js';
import { randomUuid } from '../uuid.js';

export const loadKeyValueWords = wordsIn(
  'key-value',
  z.strictObject({
    instruction: z.string().min(1),
    question: z.string().superRefine(withPlaces(['key'])),
    /** Small-letter phrases that say that the key is not there; the first is a whole answer. */
    absent: z.array(z.string().min(1)).min(1),
  }),
  'keyValueRetrieval: there are words only',
);

export interface KeyValueCase extends Case {
  task: 'retrieval';
  queryAware?: boolean;
  /** How pairs are written. By default as the authors do. */
  pair?: string;
  published?: FileReference;
  cell: KeyValueCell;
}

type KeyValueCell = Spot & {
  pairs: number;
  /** Which pairs are drawn besides the gold one. Another draw may fit a length better. */
  draw?: number;
  example?: number;
};

export type KeyValueDraft = CaseDraft<KeyValueCase>;

export type KeyValue = readonly [key: string, value: string];

export interface KeyValueData {
  pairs: KeyValue[];
  gold: KeyValue;
  index: number;
  /** Asked position, from 0 (first) to 1 (last). */
  position: number;
}

export function keyValueData({ cell, published, seed }: KeyValueDraft): KeyValueData {
  const { gold, others } = published
    ? publishedPairs(published, cell.example ?? 1)
    : drawnPairs(seed, cell);
  const index = indexAt(cell, cell.pairs);
  return {
    pairs: insertAt(others, gold, index),
    gold,
    index,
    position: positionAt(cell, cell.pairs),
  };
}

function drawnPairs(
  seed: number,
  { pairs, draw = 0 }: KeyValueCell,
): { gold: KeyValue; others: KeyValue[] } {
  const random = seedrandom(`pairs/${seed}/${draw}`);
  return {
    gold: randomPair(seedrandom(`gold/${seed}`)),
    others: Array.from({ length: pairs - 1 }, () => randomPair(random)),
  };
}

function randomPair(random: seedrandom.PRNG): KeyValue {
  return [randomUuid(random), randomUuid(random)];
}

const recordSchema = z
  .object({
    ordered_kv_records: z.array(z.tuple([z.string(), z.string()])).min(1),
    key: z.string(),
    value: z.string(),
  })
  .refine(
    ({ ordered_kv_records: pairs, key, value }) => pairs.some(([k, v]) => k === key && v === value),
    'there is no pair of `key` and `value` among `ordered_kv_records`',
  );

const RECORD_SHAPE =
  'A published file has one JSON object on each line, with `ordered_kv_records`, `key` and `value`.';

export const readPairs = recordReader(recordSchema, RECORD_SHAPE);

/** Takes out the gold pair. Others keep the file's order, as in the authors' code. */
function publishedPairs(published: FileReference, example: number) {
  const { ordered_kv_records: pairs, key, value } = readPairs(published)[example - 1]!;
  const at = pairs.findIndex(([k, v]) => k === key && v === value);
  return { gold: [key, value] as KeyValue, others: pairs.filter((_, i) => i !== at) as KeyValue[] };
}
