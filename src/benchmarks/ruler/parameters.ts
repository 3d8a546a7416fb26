/** The thirteen tasks of RULER and their parameters, as the authors' `synthetic.yaml` has them. */

/** What keys and values are. */
export const KINDS = ['numbers', 'words', 'uuids'] as const;

export type Kind = (typeof KINDS)[number];

/** What needles are hidden in: sentences without content, a text, or other needles. */
export const NEEDLE_HAYSTACKS = ['noise', 'text', 'needles'] as const;

/** One needle-in-a-haystack task. */
export interface NiahParameters {
  haystack: (typeof NEEDLE_HAYSTACKS)[number];
  keys: Kind;
  values: Kind;
  /** How many different keys are hidden. */
  keyCount: number;
  /** How many values each key has. */
  valueCount: number;
  /** How many of the keys are asked for. */
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

/** The eight needle tasks. */
export const NIAH: Record<string, NiahParameters> = {
  niah_single_1: { ...SIMPLE, haystack: 'noise' },
  niah_single_2: SIMPLE,
  niah_single_3: { ...SIMPLE, values: 'uuids' },
  niah_multikey_1: { ...SIMPLE, keyCount: 4 },
  niah_multikey_2: { ...SIMPLE, haystack: 'needles' },
  niah_multikey_3: { ...SIMPLE, haystack: 'needles', keys: 'uuids', values: 'uuids' },
  niah_multivalue: { ...SIMPLE, valueCount: 4 },
  niah_multiquery: { ...SIMPLE, keyCount: 4, queries: 4 },
};

/** The tasks of the benchmark, whose mean is its score. */
export const RULER_TASKS = [
  'niah_single_1',
  'niah_single_2',
  'niah_single_3',
  'niah_multikey_1',
  'niah_multikey_2',
  'niah_multikey_3',
  'niah_multivalue',
  'niah_multiquery',
  'vt',
  'cwe',
  'fwe',
  'qa_1',
  'qa_2',
] as const;

/** Those, and a needle task with parameters of the user's own. */
export const TASKS = [...RULER_TASKS, 'niah'] as const;

export type TaskName = (typeof TASKS)[number];

/** Parameters of the other tasks. */
export interface TaskParameters {
  /** vt: how many chains of variables are hidden; the first is asked for. */
  chains: number;
  /** vt: how many variables of a chain are set to another one. */
  hops: number;
  /** cwe: how many words are common, */
  commonWords: number;
  /** how often each of them stands in the list, */
  commonTimes: number;
  /** and how often every other word. */
  otherTimes: number;
  /** fwe: the exponent of the Zeta distribution. */
  alpha: number;
  /** fwe: letters of a made-up word. */
  wordLength: number;
  /** fwe: how many different words there are; 0 for one in 50 tokens. */
  vocabulary: number;
  /** vt and cwe: whether a worked example comes with the question. */
  example: boolean;
}

export const DEFAULTS: TaskParameters = {
  chains: 1,
  hops: 4,
  commonWords: 10,
  commonTimes: 30,
  otherTimes: 3,
  alpha: 2,
  wordLength: 6,
  vocabulary: 0,
  example: true,
};

/** Which tasks look at each parameter. */
export const USED_BY: Record<keyof TaskParameters, readonly TaskName[]> = {
  chains: ['vt'],
  hops: ['vt'],
  commonWords: ['cwe'],
  commonTimes: ['cwe'],
  otherTimes: ['cwe'],
  alpha: ['fwe'],
  wordLength: ['fwe'],
  vocabulary: ['fwe'],
  example: ['vt', 'cwe'],
};
