/** The thirteen tasks with parameters of the authors' `synthetic.yaml`. */

export const KINDS = ['numbers', 'words', 'uuids'] as const;

export type Kind = (typeof KINDS)[number];

/** What needles are hidden in: sentences without content, a text, or other needles. */
export const NEEDLE_HAYSTACKS = ['noise', 'text', 'needles'] as const;

export interface NiahParameters {
  /** What the needles are hidden in: `noise`, `text` (the option `haystack`, the default) or other `needles`. */
  haystack: (typeof NEEDLE_HAYSTACKS)[number];
  /** `words` by default. */
  keys: Kind;
  /** `numbers` by default. */
  values: Kind;
  /** How many different keys are hidden; as many as are asked for by default. */
  keyCount: number;
  /** How many values each key has; 1 by default. */
  valueCount: number;
  /** How many of the keys the question names; 1 by default. */
  queries: number;
}

const SIMPLE: NiahParameters = {
  haystack: 'text',
  keys: 'words',
  values: 'numbers',
  keyCount: 1,
  valueCount: 1,
  queries: 1,
};

export const NIAH = {
  niah_single_1: { ...SIMPLE, haystack: 'noise' },
  niah_single_2: SIMPLE,
  niah_single_3: { ...SIMPLE, values: 'uuids' },
  niah_multikey_1: { ...SIMPLE, keyCount: 4 },
  niah_multikey_2: { ...SIMPLE, haystack: 'needles' },
  niah_multikey_3: { ...SIMPLE, haystack: 'needles', keys: 'uuids', values: 'uuids' },
  niah_multivalue: { ...SIMPLE, valueCount: 4 },
  niah_multiquery: { ...SIMPLE, keyCount: 4, queries: 4 },
} satisfies Record<string, NiahParameters>;

/** Tasks whose mean is the score. */
export const RULER_TASKS = [
  ...(Object.keys(NIAH) as (keyof typeof NIAH)[]),
  ...(['vt', 'cwe', 'fwe', 'qa_1', 'qa_2'] as const),
];

export const TASKS = [...RULER_TASKS, 'niah' as const];

export type RulerTask = (typeof TASKS)[number];

/** Parameters of `vt`, `cwe` and `fwe` in the paper. */
export const DEFAULTS = { chains: 1, hops: 4, alpha: 2, example: true };

export type TaskParameters = typeof DEFAULTS;

/** Parameters that each task uses. */
export const USED: Partial<Record<string, readonly (keyof TaskParameters)[]>> = {
  vt: ['chains', 'hops', 'example'],
  cwe: ['example'],
  fwe: ['alpha'],
};
