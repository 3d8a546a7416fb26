/** Mean recall of each reader, from a file of results. */
import { analyse, readResults } from 'promptfoo-counting-stars';

export async function recallByModel(file: string): Promise<Record<string, number>> {
  const { summary } = await analyse(await readResults(file));
  return Object.fromEntries(summary.map(({ provider, recall }) => [provider, recall.value]));
}
