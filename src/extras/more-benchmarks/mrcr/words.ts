/** The words of MRCR, one file of `datasets/mrcr/` for each language. */
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../../base/languages.js';

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

/** With its article in front of its name: `a solemn`. */
const styleSchema = z.strictObject({ name: filled, begin: texts, end: texts });

const version2Schema = z.strictObject({
  request: filled.superRefine(withPlaces(['form', 'topic', 'style'])),
  question: filled.superRefine(withPlaces(['prefix', 'ordinal', 'form', 'topic', 'style'])),
  user: z.string().min(1),
  assistant: z.string().min(1),
  /** Stands before the conversation. */
  examples: filled,
  styles: z.array(styleSchema).min(1),
});

const wordsSchema = z.strictObject({
  version2: version2Schema,
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
type Form = ConversationWords['forms'][number];

export const loadConversationWords = wordsIn('mrcr', wordsSchema);

export interface Request {
  form: Form;
  topic: string;
  /** Of version 2. */
  style?: z.output<typeof styleSchema>;
}

export function requestText(words: ConversationWords, { form, topic, style }: Request): string {
  const named = form.article === '' ? form.name : `${form.article} ${form.name}`;
  const { request } = style ? words.version2 : words;
  return inPlaces(request, { form: named, topic, style: style?.name });
}

function inPlaces(text: string, places: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, place: string) => places[place]!);
}

/** The last message, which asks for one of several pieces on equal requests; the first is number 0. */
export function recallText(
  words: ConversationWords,
  { form, topic, style }: Request,
  { prefix, index }: { prefix: string; index: number },
): string {
  const { question } = style ? words.version2 : words;
  const ordinal = words.ordinals[index];
  return inPlaces(question, { prefix, ordinal, form: form.name, topic, style: style?.name });
}

/** A turn as it stands in the one text of version 2. */
export function turnText({ version2 }: ConversationWords, request: string, piece: string): string {
  return `${version2.user}${request}\n\n${version2.assistant}${piece}\n\n`;
}
