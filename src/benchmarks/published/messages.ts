/** Prompts of authors that are messages, and the rows in which NeMo Gym passes them on. */
import { z } from 'zod';

export const messagesSchema = z
  .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
  .min(1, 'must have a message');

const gymPromptSchema = z.object({ responses_create_params: z.object({ input: messagesSchema }) });

/** A row of NeMo Gym's. */
export const gymSchema = gymPromptSchema.extend({ expected_answer: z.string() });

/** The prompt of a row of NeMo Gym's that sends a single message; nothing for any other row. */
export function gymPrompt(row: unknown): string | undefined {
  const input = gymPromptSchema.safeParse(row).data?.responses_create_params.input;
  return input?.length === 1 ? input[0]!.content : undefined;
}
