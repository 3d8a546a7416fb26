/** The words around documents and question, by language: `datasets/documents/wording.yaml`. */
import { z } from 'zod';
import { readDataset } from '../../datasets.js';
import { inLanguages } from '../../languages.js';
import type { AnswerStyle } from './normalise.js';

const filled = z.string().min(1, 'must not be empty');
const phrases = z.array(filled).min(1);

const wordingSchema = z.record(
  z.string(),
  z.strictObject({
    document: z.string().startsWith('[{number}]', 'must begin with [{number}]'),
    instruction: z.strictObject({ many: filled, one: filled, none: filled }),
    question: z.string().startsWith('{question}\n', 'must begin with {question} on a line'),
    absent: phrases,
    normalise: z.strictObject({
      punctuation: z.enum(['ascii', 'all']),
      articles: z.array(filled),
      spaces: z.boolean(),
    }),
  }),
);

/** The words of a language around documents and question. */
export interface DocumentWords {
  document: string;
  instruction: { many: string; one: string; none: string };
  question: string;
  /** Small-letter phrases that say that the answer is not there; the first is a whole answer. */
  absent: string[];
  normalise: AnswerStyle;
}

let wordings: Record<string, DocumentWords> | undefined;

/** The words of all languages, by code. */
export function documentWordings(): Record<string, DocumentWords> {
  wordings ??= readDataset('documents/wording.yaml', wordingSchema);
  return wordings;
}

export const documentWords = inLanguages(
  'multiDocumentQa: there are words only',
  () => Object.keys(documentWordings()),
  (code) => documentWordings()[code]!,
);
