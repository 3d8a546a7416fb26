import { z } from 'zod';
import type { PassageQuestion } from '../documents/document-sets.js';
import { recordReader } from '../published/published-records.js';

const recordSchema = z
  .object({
    question: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .transform((text) => text.replace(/\s+/g, ' ')),
    answers: z.array(z.string()).min(1, 'must have an answer'),
    ctxs: z
      .array(z.object({ title: z.string(), text: z.string(), isgold: z.boolean().optional() }))
      .min(1, 'must have a document'),
  })
  .refine(({ ctxs }) => ctxs.length === 1 || ctxs.filter(({ isgold }) => isgold).length === 1, {
    path: ['ctxs'],
    message: 'must have exactly one document with `isgold` true',
  })
  .transform(({ question, answers, ctxs }): PassageQuestion => {
    const gold = ctxs.find(({ isgold }) => isgold) ?? ctxs[0]!;
    const others = ctxs.filter((passage) => passage !== gold);
    return { question, answers, gold, ...(others.length > 0 && { distractors: others }) };
  });

const RECORD_SHAPE =
  'A published file has one JSON object on each line, with `question`, `answers` and `ctxs`, a list of ' +
  'documents with `title`, `text` and `isgold`.';

export const readQuestions = recordReader(recordSchema, RECORD_SHAPE);
