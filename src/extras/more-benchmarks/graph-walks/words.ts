/** The words of GraphWalks, one file of `datasets/graph-walks/` for each language. */
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../../base/languages.js';

const wordsSchema = z.strictObject({
  instruction: z.string().min(1),
  /** Stands before the edges. */
  edges: z.string().min(1),
  bfs: z.string().superRefine(withPlaces(['node', 'steps'])),
  parents: z.string().superRefine(withPlaces(['node'])),
  /** Stands before the form of the answer. */
  format: z.string().min(1),
});

type GraphWords = z.output<typeof wordsSchema>;

export const loadGraphWords = wordsIn('graph-walks', wordsSchema);

/** The form of the last line, which the original scoring rule reads. */
const FORM = 'Final Answer: [node, node, …]';

interface Operation {
  task: 'bfs' | 'parents';
  node: string;
  steps: number;
}

export function graphQuestion(words: GraphWords, { task, node, steps }: Operation): string {
  const asked = words[task].replace('{node}', node).replace('{steps}', `${steps}`);
  return `${asked} ${words.format}\n${FORM}`;
}

export function finalLine(nodes: readonly string[]): string {
  return `Final Answer: [${nodes.join(', ')}]`;
}
