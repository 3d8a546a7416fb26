/** The text that a model gets for the first test of a grid. */
import { countingStars, prompt } from 'promptfoo-counting-stars';

export async function firstPrompt(): Promise<string> {
  const [first] = await countingStars({ stars: 4, lengths: [1000] });
  if (!first) throw new Error('no test');
  return prompt({ vars: first.vars });
}
