import { z } from 'zod';
import { wordsIn } from '../../base/languages.js';
import type { FileReference } from '../../base/references.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import { count } from '../../options/kinds.js';
import type { StructuredAnswer } from '../benchmark.js';

const KINDS = ['numbers', 'words', 'uuids'] as const;

export type Kind = (typeof KINDS)[number];

/** What needles are hidden in: sentences without content, a text, or other needles. */
const NEEDLE_HAYSTACKS = ['noise', 'text', 'needles'] as const;

const kind = z.enum(KINDS, `must be one of ${KINDS.join(', ')}`);

export const niahSchema = z.strictObject({
  /** What the needles are hidden in: `noise`, `text` (the option `haystack`, the default) or other `needles`. */
  haystack: z
    .enum(NEEDLE_HAYSTACKS, `must be one of ${NEEDLE_HAYSTACKS.join(', ')}`)
    .default('text'),
  /** `words` by default. */
  keys: kind.default('words'),
  /** `numbers` by default. */
  values: kind.default('numbers'),
  /** How many different keys are hidden; as many as are asked for by default. */
  keyCount: count.default(1),
  /** How many values each key has; 1 by default. */
  valueCount: count.default(1),
  /** How many of the keys the question names; 1 by default. */
  queries: count.default(1),
});

export type NiahParameters = z.output<typeof niahSchema>;

export type NiahConfig = z.input<typeof niahSchema>;

const SIMPLE = niahSchema.parse({});

const NIAH = {
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

const filled = z.string().min(1);
const lines = z.array(filled).min(1);
const numbers = z.tuple([filled, filled]);
const list = filled.transform((text) => [...new Set(text.trim().split(/\s+/))].sort());

const wordsSchema = z.strictObject({
  noise: lines,
  needle: filled,
  kinds: z.strictObject({ numbers, words: numbers, uuids: numbers }),
  ask: z.strictObject({ one: filled, several: filled }),
  /** Stands before the text if the task is announced. */
  announce: z.strictObject({ one: filled, several: filled, variables: filled }),
  and: filled,
  variables: z.strictObject({ first: filled, next: filled, question: filled, example: filled }),
  commonWords: z.strictObject({ instruction: filled, question: filled, answer: filled }),
  frequentWords: z.strictObject({ instruction: filled, question: filled }),
  questions: z.strictObject({ instruction: filled, document: filled, question: filled }),
  absent: lines,
  adjectives: list,
  nouns: list,
});

export type RulerWords = z.output<typeof wordsSchema>;

export const loadRulerWords = wordsIn('ruler', wordsSchema);

/** Makes a structured answer: all that is asked for, or one answer to a question. */
export function structuredAnswer(task: string, references: readonly string[]): StructuredAnswer {
  const text = { type: 'string' } as const;
  if (task.startsWith('qa_')) return { key: 'answer', value: text, right: references[0]! };
  return { key: 'answers', value: { type: 'array', items: text }, right: references };
}

export function announced(announcement: string): string {
  return `${announcement}\n\n{context}\n\n{question}`;
}

export interface RulerCase extends Case {
  task: RulerTask;
  niah?: NiahParameters;
  /** Whether the question is announced before the text, too. */
  announce?: true;
  /** Parameters that differ from the paper's. */
  parameters?: Partial<TaskParameters>;
  documents?: FileReference;
  published?: FileReference;
  /** Who made them, if not the authors. */
  maker?: 'NeMo Gym';
  cell?: RulerCell;
}

/** How a length is filled. The rest of a prompt follows from seed and length. */
type RulerCell = {
  /** cwe: words that appear as often as they should. fwe: words to share out. */
  words?: number;
  /** cwe: the word that fills the rest, and how often. */
  filler?: number;
  fillerTimes?: number;
  dots?: number;
  /** qa: how many documents, and which others fill the rest. */
  documents?: number;
  fillers?: readonly string[];
  example?: number;
};

export type RulerDraft = CaseDraft<RulerCase>;

export function parametersOf({ parameters }: Pick<RulerCase, 'parameters'>): TaskParameters {
  return { ...DEFAULTS, ...parameters };
}

export function niahOf({
  task,
  niah,
}: Pick<RulerCase, 'task' | 'niah'>): NiahParameters | undefined {
  return niah ?? NIAH[task as keyof typeof NIAH];
}

/** Seeds a prompt's random draws, so that lengths and tasks differ. */
export function seedOf({ seed, task, tokens = 0 }: RulerDraft, what: string): string {
  return `ruler/${what}/${task}/${seed}/${tokens}`;
}

/** Draws words of random letters, each once; `first` is the a or A of their alphabet. */
export function differentWords(
  amount: number,
  first: 'a' | 'A',
  length: number,
  random: () => number,
): string[] {
  const letter = () => String.fromCharCode(first.charCodeAt(0) + Math.floor(random() * 26));
  const words = new Set<string>();
  while (words.size < amount) words.add(Array.from({ length }, letter).join(''));
  return [...words];
}
