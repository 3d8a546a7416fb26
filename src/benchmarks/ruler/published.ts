/** The prompts that the authors' code writes: one JSON object on each line. */
import { z } from 'zod';
import { recordReader } from '../published-records.js';

const recordSchema = z.object({
  input: z.string().min(1, 'must not be empty'),
  outputs: z.array(z.string()).min(1, 'must have an answer'),
  /** How the authors begin the answer; it is sent behind the input. */
  answer_prefix: z.string().default(''),
  length: z.number().int().positive().optional(),
});

/** All prompts of a file. Throws a UserError naming the line and the field that is missing or wrong. */
export const readPrompts = recordReader(
  recordSchema,
  'A published file has one JSON object on each line, with `input` and `outputs`.',
);
