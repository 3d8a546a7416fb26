/** The answers with the lowest scores, with what was wrong. */
import { type AskedCase, readResults } from 'promptfoo-counting-stars';

export async function worst(file: string, count: number): Promise<string[]> {
  const { models } = await readResults([file]);
  const answered = models.flatMap(({ cases }): AskedCase[] => [...cases.values()]);
  return answered
    .sort((a, b) => (a.answer?.score ?? 1) - (b.answer?.score ?? 1))
    .slice(0, count)
    .map(({ model, tokens, shown }) => `${model} at ${tokens}: ${shown.reason}`);
}
