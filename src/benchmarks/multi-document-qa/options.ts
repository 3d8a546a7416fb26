import { z } from 'zod';
import {
  count,
  counts,
  type GeneralOptions,
  generalOptions,
  optionsOf,
  pathText,
  someOf,
} from '../../options/options.js';
import { type PlaceOptions, placeConflict, placeOptions } from '../places.js';
import { DOCUMENT_TASKS, type DocumentTask } from './documents.js';

const TEMPLATE = 'must be the path of a file, or a path for each task';
const DOCUMENT = 'must be a text with {text} in it, and {number} and {title} where you like';

const templatePath = pathText();

export interface MultiDocumentQaConfig extends PlaceOptions, GeneralOptions {
  /** The documents, and the controls `closed-book` and `oracle`; several expand the grid. */
  tasks?: DocumentTask | DocumentTask[];
  /** How many documents a prompt has; each number of a list is a grid. 10, 20 and 30 by default. */
  documents?: number | number[];
  /** How many questions are asked; 20 by default, or all of a file that has distractors. */
  questions?: number;
  /** Whether the distractors are shuffled; else those of the same topic, or first in a file, lead. */
  shuffleDistractors?: boolean;
  /** Whether the question stands before the documents, too; false by default. */
  queryAware?: boolean;
  /**
   * The path of a prompt of your own with the places {search_results} and {question}, as in the authors'
   * `.prompt` files, or a path for each task; `closed-book` has no documents in it. The template says
   * itself where the question stands.
   */
  template?: string | Partial<Record<DocumentTask, string | undefined>>;
  /**
   * How a document is written for `template`, a line each: `Document [{number}](Title: {title}) {text}`
   * by default, as the authors write it.
   */
  document?: string;
  /** A file of the authors' instead of our own documents. */
  published?: string;
}

export const documentOptions = optionsOf<MultiDocumentQaConfig>()({
  tasks: someOf(DOCUMENT_TASKS).default(['documents']),
  documents: counts.optional(),
  ...placeOptions,
  questions: count.optional(),
  shuffleDistractors: z.boolean('must be true or false').default(false),
  queryAware: z.boolean('must be true or false').default(false),
  template: z
    .union(
      [
        templatePath.transform((path) => ({ documents: path, oracle: path, 'closed-book': path })),
        z.strictObject({
          documents: templatePath.optional(),
          oracle: templatePath.optional(),
          'closed-book': templatePath.optional(),
        }),
      ],
      TEMPLATE,
    )
    .optional(),
  document: z
    .string(DOCUMENT)
    .refine((text) => text.includes('{text}'), DOCUMENT)
    .optional(),
  published: pathText().optional(),
  ...generalOptions,
});

export type DocumentOptions = z.output<typeof documentOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  const { template, queryAware, document } = config;
  if (template !== undefined && queryAware !== undefined) {
    return '`template` says itself where the question stands, so `queryAware` has no part in it. Leave it out.';
  }
  if (template === undefined && document !== undefined) {
    return '`document` is for a `template`. Leave it out, or give a `template`.';
  }
  return placeConflict(config);
}
