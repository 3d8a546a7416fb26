import { z } from 'zod';
import { count, counts, type Options, pathText, someOf, tokenCount } from '../../options/kinds.js';
import { depthConflict, depthOptions } from '../depths.js';
import { DOCUMENT_TASKS } from './documents.js';

const DISTRACTORS = ['random', 'similar', 'ranked'] as const;
const ORDERS = ['given', 'reversed', 'shuffled'] as const;

const LENGTHS = 'must be a list of lengths in tokens';
const DOCUMENT = 'must be a text with {text} in it, and {number}, {title}, {id} where you like';

export const ownDocumentsOptions = {
  /** The path of your questions: JSONL, JSON, YAML or CSV. Required. */
  questions: pathText('must be the path of a file of questions'),
  /**
   * The path of your documents: a folder, a pattern, a text, or JSONL, JSON, YAML or CSV with `id`, `title` and
   * `text`; or of retrieval results, `question` and `ctxs` on each line. Required unless the questions have `ctxs`.
   */
  documents: pathText('must be the path of documents').optional(),
  /** How many questions are sent, from the first; all by default. */
  examples: count.optional(),
  /** The documents, and the controls `closed-book` and `oracle`; several are combined. */
  tasks: someOf(DOCUMENT_TASKS).default(['documents']),
  /** Instead of `lengths`: how many documents a prompt has; 5, 10 and 20 by default. */
  counts: counts.optional(),
  /** How long the prompts are, in tokens. */
  lengths: z
    .array(tokenCount, LENGTHS)
    .nonempty(LENGTHS)
    .transform((list) => [...new Set(list)])
    .optional(),
  ...depthOptions,
  /**
   * Which other documents are in the prompt: any, those most like the question (BM25), or retrieval results in their
   * order. `random` by default, `ranked` for retrieval results.
   */
  distractors: z.enum(DISTRACTORS, `must be ${DISTRACTORS.join(', ')}`).optional(),
  /** Their order: as they were chosen, reversed, or shuffled. */
  order: z.enum(ORDERS, `must be ${ORDERS.join(', ')}`).default('given'),
  /** How a document is written: `[{number}] {title}` and `{text}` on the next line by default. */
  document: z
    .string(DOCUMENT)
    .refine((text) => text.includes('{text}'), DOCUMENT)
    .optional(),
  /**
   * Where the documents go: into the `prompt` (the default), where their arrival is checked; or into the `vars` alone,
   * for a pipeline that takes them from there, where nothing can be checked.
   */
  sent: z.enum(['prompt', 'vars'], 'must be prompt or vars').default('prompt'),
};

export type OwnDocumentsOptions = Options<typeof ownDocumentsOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  if (config.counts !== undefined && config.lengths !== undefined) {
    return '`counts` and `lengths` both say how much a prompt has. Give one of them.';
  }
  if (config.sent === 'vars' && config.form !== 'parts') {
    return '`sent: vars` is for a pipeline that takes the documents from the vars. Give `form: parts`.';
  }
  return depthConflict(config);
}
