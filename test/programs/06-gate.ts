/** Fail a build of one's own where recall fell. */
import { type GateResult, gate, readResults } from 'promptfoo-counting-stars';

export async function verdictOf(results: string, baseline: string): Promise<GateResult['verdict']> {
  const { verdict } = await gate(await readResults(results), { baseline, maxDrop: 0.05 });
  return verdict;
}
