/** The twelve tasks of RULER v2 and their parameters, as the authors' `prepare.py` has them. */
import type { FileReference } from '../../../base/references.js';
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
