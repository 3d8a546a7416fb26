/** Conversations that others published: openai/mrcr as Parquet or JSON, as NeMo Gym's JSONL, and MRCR v2's CSV. */

import { z } from 'zod';
import { parseJson } from '../../../base/text/from-json.js';
import { exampleReader } from '../../../benchmarks/published/example-files.js';
import { gymSchema, messagesSchema } from '../../../benchmarks/published/messages.js';
import { PREFIX_2 } from './conversation.js';

/** The messages, which the authors' files have as JSON in a text; version 2 is one text. */
const promptSchema = z.union([
  messagesSchema,
  z.object({ text: z.string().min(1) }),
  z.string().transform(parseJson).pipe(messagesSchema),
]);

const summarySchema = z.object({
  version: z.literal([1, 2]).default(1),
  n_needles: z.coerce.number(),
  desired_msg_index: z.number(),
  total_messages: z.number(),
});

const exampleSchema = summarySchema.extend({
  prompt: promptSchema,
  answer: z.string(),
  random_string_to_prepend: z.string(),
});

export type PublishedConversation = z.output<typeof exampleSchema>;

const csvSchema = z.object({ queries: z.string(), answer: z.string(), num_relevant: z.string() });

/** A row with the fields of the data card; where the right message stands, the others do not say: -1. */
function asCard(row: unknown): unknown {
  const gym = gymSchema.safeParse(row).data;
  if (gym) {
    const { input: prompt } = gym.responses_create_params;
    const place = { desired_msg_index: -1, total_messages: prompt.length };
    return { ...(row as object), ...place, prompt, answer: gym.expected_answer };
  }
  const second = csvSchema.safeParse(row).data;
  if (!second) return row;
  const answer = second.answer.trim();
  return {
    version: 2,
    n_needles: second.num_relevant,
    desired_msg_index: -1,
    total_messages: 0,
    prompt: { text: second.queries },
    answer,
    random_string_to_prepend: answer.slice(0, PREFIX_2),
  };
}

export const publishedConversations = exampleReader(
  z.preprocess(asCard, summarySchema),
  z.preprocess(asCard, exampleSchema),
  'A published file is Parquet or JSON with `prompt` (messages as JSON), `answer`, `random_string_to_prepend`, ' +
    "`n_needles`, `desired_msg_index` and `total_messages`; NeMo Gym's JSONL; or, of version 2, CSV with `queries`, " +
    '`answer` and `num_relevant`.',
  [
    ...Object.keys(summarySchema.shape),
    ...Object.keys(gymSchema.shape),
    ...Object.keys(csvSchema.shape),
  ],
);
