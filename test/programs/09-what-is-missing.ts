/** Readers and prompts that an evaluation should have and does not. */
import { type Evaluation, readResults, UserError } from 'promptfoo-counting-stars';

export async function missingPrompts(file: string): Promise<number> {
  let evaluation: Evaluation;
  try {
    evaluation = await readResults(file);
  } catch (error) {
    if (error instanceof UserError) return -1;
    throw error;
  }
  return evaluation.missing.gaps.reduce((sum, { prompts, found }) => sum + prompts - found, 0);
}
