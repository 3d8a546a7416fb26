/** Score an answer that a program of one's own got. */
import { countingStars, type ScoreContext, score } from 'promptfoo-counting-stars';

export async function scoreOf(answer: string): Promise<number> {
  const [test] = await countingStars({ stars: 4, lengths: [1000] });
  const context: ScoreContext = { vars: { case: test!.vars.case } };
  const { score: recall } = await score(answer, context);
  return recall;
}
