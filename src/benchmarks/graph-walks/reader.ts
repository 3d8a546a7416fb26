import type { Case } from '../../case.js';
import { literal } from '../../text/literal.js';
import type { Understood } from '../understood.js';
import { type Edge, walk } from './graph.js';
import type { GraphTask } from './options.js';
import {
  finalLine,
  GRAPH_LANGUAGES,
  type GraphWords,
  loadGraphWords,
  type Operation,
} from './words.js';

const EDGE = /^(\w+) -> (\w+)$/gm;

/** What the authors' prompts ask; the last such sentence of a prompt is the question. */
const PUBLISHED: Record<GraphTask, string> = {
  bfs: 'Perform a BFS from node {node} with depth {steps}',
  parents: 'Find the parents of node {node}',
};

/** Reads GraphWalks: walks over the edges that are recalled. */
export function read(prompt: string, theCase?: Case): Understood | undefined {
  const languages = theCase ? [theCase.language] : GRAPH_LANGUAGES;
  for (const words of [...languages.map(loadGraphWords), PUBLISHED]) {
    const asked = operationIn(prompt, words);
    if (asked) return walked(prompt, asked);
  }
  return undefined;
}

/** What is asked last. */
function operationIn(
  prompt: string,
  words: Pick<GraphWords, GraphTask>,
): (Operation & { start: number }) | undefined {
  const found = (['bfs', 'parents'] as const).flatMap((task) => {
    const parts = words[task].split(/\{(\w+)\}/);
    const pattern = parts.map((part, i) => (i % 2 === 0 ? literal(part) : `(?<${part}>\\w+)`));
    return [...prompt.matchAll(new RegExp(pattern.join(''), 'g'))].map(({ groups, index }) => ({
      task,
      node: groups!.node!,
      steps: Number(groups!.steps ?? 1),
      start: index,
    }));
  });
  return found.sort((a, b) => a.start - b.start).at(-1);
}

function walked(prompt: string, asked: Operation): Understood {
  // Edges of an example stand before the graph, which is the last run of lines that are edges.
  const all = [...prompt.matchAll(EDGE)];
  const first = all.findLastIndex(
    (edge, i) => i > 0 && edge.index !== all[i - 1]!.index + all[i - 1]![0].length + 1,
  );
  const found = all.slice(Math.max(0, first));
  const edges = found.map(([, from, to]): Edge => [from!, to!]);
  return {
    pieces: found.map(({ 0: text, index }, i) => ({
      text,
      start: index,
      position: i / Math.max(1, found.length - 1),
    })),
    answer: (recalled) =>
      finalLine(
        walk(
          recalled.map((i) => edges[i]!),
          asked,
        ),
      ),
  };
}
