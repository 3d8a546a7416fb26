/** What a config would cost, before anything is spent. */
import { type Plan, plan } from 'promptfoo-counting-stars';

export async function costOf(config: string): Promise<number | undefined> {
  const { total }: Plan = await plan({ configs: [config], prices: [{ input: 2, output: 8 }] });
  return total.cost;
}
