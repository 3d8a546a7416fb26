/** The twelve tasks of RULER v2 and their parameters, as the authors' `prepare.py` has them. */

import { z } from 'zod';
import { assertUnchanged } from '../../../base/files/file-reference.js';
import type { FileReference } from '../../../base/references.js';
import { PYTHON_SPACE } from '../../../base/text/python-text.js';
import { UserError } from '../../../base/user-error.js';
import { openExamples } from '../../../benchmarks/published/example-files.js';
import { checkedRecord } from '../../../benchmarks/published/published-records.js';
import { LETTERS } from '../../../benchmarks/scoring.js';
import type { Case, CaseDraft } from '../../../contract/case.js';

/** What the items of a list are: a key with its number, a question of MMLU, or a document of HotpotQA. */
type Items = 'needles' | 'questions' | 'documents';

/** How an answer is scored: all references, those in the last paragraph, the best of them, or a letter. */
type Match = 'all' | 'last' | 'part' | 'letter';

interface TaskParameters {
  items: Items;
  match: Match;
  /** How many items share a label; 1 if not given. */
  sharing?: number;
  /** How many items with the label that is asked for are to be told; 1 if not given. */
  wanted?: number;
  /** How many examples are shown; none if not given. */
  examples?: number;
  /** Of documents: which one answers, as its text or its question says it, or what the answer is. */
  asks?: 'text' | 'document' | 'answer';
}

const NEEDLE = { items: 'needles', match: 'all' } as const;
const QUESTION = { items: 'questions', match: 'all' } as const;
const DOCUMENT = { items: 'documents', match: 'part' } as const;

const TASKS = {
  mk_niah_basic: NEEDLE,
  mk_niah_easy: QUESTION,
  mk_niah_medium: { ...QUESTION, match: 'letter', examples: 5 },
  mk_niah_hard: { ...QUESTION, match: 'letter', examples: 5 },
  mv_niah_basic: { ...NEEDLE, sharing: 4, wanted: 4 },
  mv_niah_easy: { ...QUESTION, sharing: 4, wanted: 4 },
  mv_niah_medium: { ...QUESTION, match: 'last', sharing: 4 },
  mv_niah_hard: { ...QUESTION, sharing: 4 },
  qa_basic: { ...DOCUMENT, asks: 'text' },
  qa_easy: { ...DOCUMENT, asks: 'document' },
  qa_medium: { ...DOCUMENT, asks: 'answer' },
  qa_hard: { ...DOCUMENT, asks: 'answer' },
} as const satisfies Record<string, TaskParameters>;

export type RulerV2Task = keyof typeof TASKS;

export const TASK_NAMES = Object.keys(TASKS) as RulerV2Task[];

export function taskParameters(task: RulerV2Task): TaskParameters {
  return TASKS[task];
}

/** The option that names the file which a task takes its items from; nothing where they are made. */
export function fileOf(task: RulerV2Task): 'mmlu' | 'hotpotqa' | undefined {
  return ({ needles: undefined, questions: 'mmlu', documents: 'hotpotqa' } as const)[
    TASKS[task].items
  ];
}

export interface RulerV2Case extends Case {
  task: RulerV2Task;
  mmlu?: FileReference;
  hotpotqa?: FileReference;
  /** Prompts of the authors' code. */
  published?: FileReference;
  cell: {
    /** How many items there are, and which others of the file fill the rest. */
    items?: number;
    fillers?: readonly string[];
    /** Which example of a published file, from 1. */
    example?: number;
  };
}

export type RulerV2Draft = CaseDraft<RulerV2Case>;

/** Files of the user's of which all records are needed at once: JSON (a list, or one object on each line), CSV or Parquet. */

/**
 * Makes a reader of such files, each content once per process. It throws a UserError that names option, file,
 * record and field.
 *
 * @param names - the fields that a record needs
 * @param shape - one sentence that says what a file has in it, for error messages
 */
export function wholeFileReader<S extends z.ZodType>(
  option: string,
  record: S,
  names: readonly string[],
  shape: string,
) {
  const known = new Map<string, z.output<S>[]>();
  const keyOf = ({ file, sha256 }: FileReference) => `${sha256} ${file}`;
  const read = async ({ file }: FileReference) => {
    const records: z.output<S>[] = [];
    try {
      for await (const fields of (await openExamples(file)).fields(names)) {
        const where = `${option}: ${file}, record ${records.length + 1}`;
        records.push(checkedRecord(fields, record, { where, whole: 'the record', shape }));
      }
    } catch (error) {
      // The reader of examples knows them by another option.
      if (!(error instanceof UserError)) throw error;
      throw new UserError(error.message.replace(/^published:/, `${option}:`));
    }
    if (records.length > 1) return records;
    throw new UserError(`${option}: ${file} has too few records. ${shape}`);
  };
  return {
    async load(reference: FileReference): Promise<void> {
      if (known.has(keyOf(reference))) return;
      assertUnchanged(option, reference);
      known.set(keyOf(reference), await read(reference));
    },
    records: (reference: FileReference): readonly z.output<S>[] => known.get(keyOf(reference))!,
  };
}

const text = z.string();

const OPTIONS = 'must be four choices';

/** A question with its choices in one line, and the letter of the right one. */
const mmluSchema = z
  .object({
    question: text,
    choices: z.array(text).length(4, OPTIONS),
    answer: z.union([z.number().int().min(0).max(3), z.enum(LETTERS)]),
  })
  .transform(({ question, choices, answer }) => ({
    text: [question, ...choices.map((choice, i) => `${LETTERS[i]}. ${choice}`)]
      .join('\n')
      .replaceAll(PYTHON_SPACE, ' '),
    choices,
    letter: typeof answer === 'number' ? LETTERS[answer]! : answer,
  }));

export type MmluQuestion = z.output<typeof mmluSchema>;

export const mmlu = wholeFileReader(
  'mmlu',
  mmluSchema,
  ['question', 'choices', 'answer'],
  'Use MMLU as it is published (Parquet or JSON): records with `question`, four `choices` and `answer`, 0 to 3.',
);

const lists = z.array(z.array(text));

/** The authors' JSON has pairs; Parquet has a list of each half. */
const paragraphs = z.union([
  z.array(z.tuple([text, z.array(text)])),
  z
    .object({ title: z.array(text), sentences: lists })
    .transform(({ title, sentences }) =>
      title.map((name, i): [string, string[]] => [name, sentences[i] ?? []]),
    ),
]);

const facts = z.union([
  z.array(z.tuple([text, z.number()])).transform((pairs) => pairs.map(([title]) => title)),
  z.object({ title: z.array(text) }).transform(({ title }) => title),
]);

/** A question, its answer, and its paragraphs: those that it takes and others. */
const hotpotSchema = z
  .object({ question: text, answer: text, context: paragraphs, supporting_facts: facts })
  .transform(({ question, answer, context, supporting_facts: titles }) => {
    const written = ([title, sentences]: [string, string[]]) => `${title}\n${sentences.join('')}`;
    const isGold = ([title]: [string, string[]]) => titles.includes(title);
    return {
      ...{ question, answer },
      gold: context.filter(isGold).map(written),
      others: context.filter((paragraph) => !isGold(paragraph)).map(written),
    };
  })
  .refine(({ gold }) => gold.length > 0, 'must have a paragraph that answers it');

export const hotpotqa = wholeFileReader(
  'hotpotqa',
  hotpotSchema,
  ['question', 'answer', 'context', 'supporting_facts'],
  'Use HotpotQA in the distractor setting as it is published (JSON or Parquet).',
);
