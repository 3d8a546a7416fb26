import { z } from 'zod';

export const messagesSchema = z
  .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
  .min(1, 'must have a message');

const gymPromptSchema = z.object({ responses_create_params: z.object({ input: messagesSchema }) });

export const gymSchema = gymPromptSchema.extend({ expected_answer: z.string() });

/** Returns the prompt of a NeMo Gym row with a single message. */
export function gymPrompt(row: unknown): string | undefined {
  const input = gymPromptSchema.safeParse(row).data?.responses_create_params.input;
  return input?.length === 1 ? input[0]!.content : undefined;
}
