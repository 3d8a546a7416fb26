/** A floor that the estimate of recall reaches, without a baseline. */
import { type Floor, gate, readResults } from 'promptfoo-counting-stars';

export async function reaches(results: string, recall: number): Promise<boolean> {
  const floors: Floor[] = [{ kind: 'recall', recall }];
  const { providers } = await gate(await readResults(results), {
    floors,
    floorsBy: 'estimate',
  });
  return providers.every((provider) =>
    provider.floors.every(({ verdict }) => verdict === 'passed'),
  );
}
