/** How many tokens a config asks, by length. */
import { countingStars } from 'promptfoo-counting-stars';

export async function tokensByLength(): Promise<Map<number, number>> {
  const tests = await countingStars({ stars: 8, lengths: [1000, 2000], seeds: 2 });
  const totals = new Map<number, number>();
  for (const { vars } of tests) {
    const { tokens } = vars.case;
    totals.set(tokens, (totals.get(tokens) ?? 0) + tokens);
  }
  return totals;
}
