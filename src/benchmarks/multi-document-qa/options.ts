import { z } from 'zod';
import { count, counts, type Options, pathText, someOf } from '../../options/kinds.js';
import { templateOption } from '../../options/option-groups.js';
import { goldConflict, itemFormat, queryAwareOption } from '../lists/gold-item.js';
import { placeConflict, placeOptions } from '../lists/places.js';
import { DOCUMENT_TASKS } from './documents.js';

const DOCUMENT = 'must be a text with {text} in it, and {number} and {title} where you like';

export const documentOptions = {
  /** The documents, and the controls `closed-book` and `oracle`; several are combined. */
  tasks: someOf(DOCUMENT_TASKS).default(['documents']),
  /**
   * How many documents a prompt has. A list makes a set of prompts for each number. 10, 20 and 30 by default. A file
   * that is `published` with its own distractors has a number of its own, which has to be one of these.
   */
  documents: counts.optional(),
  ...placeOptions,
  /** How many questions are used; 20 by default, or all of a file that is `published`. */
  questions: count.optional(),
  /** Whether the distractors are shuffled; otherwise those of the same topic, or first in a file, come first. */
  shuffleDistractors: z.boolean('must be true or false').default(false),
  ...queryAwareOption,
  ...templateOption,
  /**
   * How a document is written for `template`, a line each: `Document [{number}](Title: {title}) {text}`
   * by default, as the authors write it.
   */
  document: itemFormat(['text'], DOCUMENT),
  /** One of the authors' files instead of our documents. */
  published: pathText().optional(),
};

export type DocumentOptions = Options<typeof documentOptions>;

export const conflict = (config: Record<string, unknown>) =>
  goldConflict(config, 'document') ?? placeConflict(config);
