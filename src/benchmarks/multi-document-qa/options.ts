/** What a user may write for multi-document question answering. */
import { z } from 'zod';
import {
  count,
  type GeneralOptions,
  generalOptions,
  oneOrMore,
  optionsOf,
  pathText,
} from '../../generators/options.js';
import { type PlaceOptions, placeOptions } from '../places.js';
import { DOCUMENT_TASKS, type DocumentTask } from './documents.js';

const TASK = `must be one of ${DOCUMENT_TASKS.join(', ')}, or a list of them`;
const DOCUMENTS = 'must be a whole number of at least 1, or a list of them';

/** What a user may write as `config`. */
export interface MultiDocumentQaConfig extends PlaceOptions, GeneralOptions {
  /** The documents, and the controls `closed-book` and `oracle`; several expand the grid. */
  tasks?: DocumentTask | DocumentTask[];
  /** How many documents a prompt has; each number of a list is a grid. 10, 20 and 30 by default. */
  documents?: number | number[];
  /** How many questions are asked; 20 by default, or all of a file that has distractors. */
  questions?: number;
  /** Whether the distractors are shuffled; else those of the same topic, or first in a file, lead. */
  shuffle?: boolean;
  /** Whether the question stands before the documents, too; false by default. */
  queryAware?: boolean;
  /** A file of the authors' instead of our own documents. */
  published?: string;
}

export const documentOptions = optionsOf<MultiDocumentQaConfig>()({
  tasks: oneOrMore(z.enum(DOCUMENT_TASKS, TASK), TASK).default(['documents']),
  documents: oneOrMore(count, DOCUMENTS).optional(),
  ...placeOptions,
  questions: count.optional(),
  shuffle: z.boolean('must be true or false').default(false),
  queryAware: z.boolean('must be true or false').default(false),
  published: pathText('must be the path of a file').optional(),
  ...generalOptions,
});

export type DocumentOptions = z.output<typeof documentOptions>;
