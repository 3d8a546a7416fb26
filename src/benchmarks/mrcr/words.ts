/** The words of MRCR, one file of `datasets/mrcr/` for each language. */
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../languages.js';

const filled = z.string().trim().min(1, 'must not be empty');
const texts = z.array(filled).min(1, 'must not be empty');
const range = z
  .tuple([z.number().int().positive(), z.number().int().positive()])
  .refine(([least, most]) => least <= most, 'must be the least and the most');

const formSchema = z
  .strictObject({
    name: filled,
    article: z.string(),
    /** Least and most lines, or sentences, of a piece. */
    lines: range.optional(),
    sentences: range.optional(),
    begin: texts,
  })
  .refine(
    ({ lines, sentences }) => (lines === undefined) !== (sentences === undefined),
    'must have either `lines` or `sentences`',
  );

const wordsSchema = z.strictObject({
  request: filled.superRefine(withPlaces(['form', 'topic'])),
  question: filled.superRefine(withPlaces(['prefix', 'ordinal', 'form', 'topic'])),
  ordinals: texts,
  topics: texts,
  forms: z.array(formSchema).min(2, 'must have two forms'),
  lines: texts,
  sentences: texts,
  slots: z.record(z.string(), texts),
});

export type ConversationWords = z.output<typeof wordsSchema>;
export type Form = ConversationWords['forms'][number];

export const loadConversationWords = wordsIn('mrcr: there are words only', 'mrcr', wordsSchema);

export interface Request {
  form: Form;
  topic: string;
}

export function requestText({ request }: ConversationWords, { form, topic }: Request): string {
  const named = form.article === '' ? form.name : `${form.article} ${form.name}`;
  return request.replace('{form}', named).replace('{topic}', topic);
}

/** The last message, which asks for one of several pieces on equal requests; the first is number 0. */
export function recallText(
  { question, ordinals }: ConversationWords,
  { form, topic }: Request,
  { prefix, index }: { prefix: string; index: number },
): string {
  return question
    .replace('{prefix}', prefix)
    .replace('{ordinal}', ordinals[index]!)
    .replace('{form}', form.name)
    .replace('{topic}', topic);
}
