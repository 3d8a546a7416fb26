import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { once } from '../../base/kept.js';
import { inLanguages } from '../../base/languages.js';

const filled = z.string().min(1, 'must not be empty');
const phrases = z.array(filled).min(1);

const wordsSchema = z.strictObject({
  document: z.string().startsWith('[{number}]', 'must begin with [{number}]'),
  instruction: z.strictObject({ many: filled, one: filled, none: filled }),
  question: z.string().startsWith('{question}\n', 'must begin with {question} on a line'),
  /** Small-letter phrases that say that the answer is not there; the first is a whole answer. */
  absent: phrases,
  normalise: z.strictObject({
    punctuation: z.enum(['ascii', 'all']),
    articles: z.array(filled),
    spaces: z.boolean(),
  }),
});

const documentWordings = once(() =>
  readDataset('documents/wording.yaml', z.record(z.string(), wordsSchema)),
);

export const documentWords = inLanguages(
  'multiDocumentQa: there are words only',
  () => Object.keys(documentWordings()),
  (code) => documentWordings()[code]!,
);
