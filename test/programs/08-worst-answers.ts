/** The answers with the lowest scores, with what was wrong. */
import { type AskedCase, readResults } from 'promptfoo-counting-stars';

export async function worst(file: string, count: number): Promise<string[]> {
  const { readers } = await readResults([file]);
  const answered = readers.flatMap(({ cases }): AskedCase[] => [...cases.values()]);
  return answered
    .sort((a, b) => (a.answer?.score ?? 1) - (b.answer?.score ?? 1))
    .slice(0, count)
    .map(({ reader, tokens, shown }) => `${reader} at ${tokens}: ${shown.reason}`);
}
