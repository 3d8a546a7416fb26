/**
 * Directed graphs by seed. What is asked for stands in a core that a seed makes the same in every
 * length: nodes of the core have no other edges that lead to the answer, and the rest of the graph is
 * of the same kind, so that nothing tells the core from it.
 */
import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';
import { oneOf, shuffled } from '../../../base/shuffle.js';
import { hexWord } from '../../../benchmarks/uuid.js';

type Edge = readonly [from: string, to: string];

interface GraphPlan {
  task: 'bfs' | 'parents';
  steps: number;
  /** How many edges lead from a node, in the mean. */
  degree: number;
  edges: number;
  seed: number;
  /** Which of several endings, so that a length can be met. */
  draw: number;
  /** How many questions the graph is made for, and which is asked, from 1. */
  asks: number;
  ask: number;
}

type CorePlan = Pick<GraphPlan, 'task' | 'steps' | 'degree' | 'seed' | 'asks'>;

/** The last edges are of the ending; they lead to nodes of their own. */
const ENDING_EDGES = 4;

interface Core {
  node: string;
  answer: string[];
  edges: Edge[];
  /** Nodes of the core that may lead anywhere. */
  free: string[];
  /** Nodes of the core that any node may lead to. */
  targets: string[];
}

/** Fewer edges than these have no rest of the graph around the core. */
export function leastEdges(plan: CorePlan): number {
  return 2 * joined(coresOf(plan)).edges.length + 2 * ENDING_EDGES + 4 * plan.degree;
}

export function makeGraph(plan: GraphPlan) {
  const cores = coresOf(plan);
  const core = joined(cores);
  const rest = plan.edges - ENDING_EDGES - core.edges.length;
  const edges = [...core.edges, ...restOf(plan, core, rest), ...endingOf(plan)];
  return placed(
    shuffled(edges, seedrandom(`graph/${plan.seed}/order`)),
    cores[plan.ask - 1]!,
    plan.task,
  );
}

/** This many nodes of the rest can be reached from its first node; two more from each further one. */
const FIRST_TARGETS = 16;

/**
 * Edges of the rest of the graph, which goes on the same way however many are asked for: one edge more
 * leaves the others as they are, so that a length is met by adding edges.
 */
function restOf(
  { seed, degree }: Pick<GraphPlan, 'seed' | 'degree'>,
  { free, targets, edges: given }: Pick<Core, 'edges' | 'free' | 'targets'>,
  amount: number,
): Edge[] {
  const random = seedrandom(`graph/${seed}/rest`);
  const names = seedrandom(`graph/${seed}/names`);
  const others: string[] = [];
  const other = (i: number) => {
    while (others.length <= i) others.push(newNode(names));
    return others[i]!;
  };
  const known = new Set(given.map(edgeText));
  const edges: Edge[] = [];
  for (let source = 0; edges.length < amount; source++) {
    const from = free[source] ?? other(source - free.length);
    const among = targets.length + 2 * source + FIRST_TARGETS;
    for (let left = around(degree, random); left > 0 && edges.length < amount; left--) {
      const at = Math.floor(random() * among);
      const edge: Edge = [from, targets[at] ?? other(at - targets.length)];
      const text = edgeText(edge);
      if (edge[1] === from || known.has(text)) continue;
      known.add(text);
      edges.push(edge);
    }
  }
  return edges;
}

/** A core for each question, one drawn after the other. */
function coresOf(plan: CorePlan): Core[] {
  const random = seedrandom(`graph/${plan.seed}/${plan.task}/${plan.steps}/${plan.degree}`);
  return Array.from({ length: plan.asks }, () =>
    plan.task === 'bfs' ? searched(plan, random) : parented(plan, random),
  );
}

/** All cores as one: none has edges that lead to the answer of another. */
function joined(cores: readonly Core[]): Pick<Core, 'edges' | 'free' | 'targets'> {
  return {
    edges: cores.flatMap(({ edges }) => edges),
    free: cores.flatMap(({ free }) => free),
    targets: cores.flatMap(({ targets }) => targets),
  };
}

/** A node, and all that a search from it reaches in `steps` steps. */
function searched(
  { steps, degree }: Pick<GraphPlan, 'steps' | 'degree'>,
  random: seedrandom.PRNG,
): Core {
  const node = newNode(random);
  const reached = [node];
  const edges: Edge[] = [];
  let layer = [node];
  for (let step = 0; step < steps; step++) {
    const next: string[] = [];
    for (const from of layer) {
      const children = Array.from({ length: around(degree, random) }, () => newNode(random));
      next.push(...children);
      edges.push(...children.map((to): Edge => [from, to]));
      // Adds an edge back to an earlier node. A model that forgets the earlier step counts the node again.
      const back = oneOf(reached, random);
      if (random() < 0.5 && back !== from) edges.push([from, back]);
    }
    layer = next;
    reached.push(...layer);
  }
  return { node, answer: layer, edges, free: layer, targets: reached };
}

/** A node that leads on, and all nodes that lead to it. */
function parented({ degree }: Pick<GraphPlan, 'degree'>, random: seedrandom.PRNG): Core {
  const node = newNode(random);
  const answer = Array.from({ length: around(2 * degree, random) }, () => newNode(random));
  const edges = answer.map((from): Edge => [from, node]);
  return { node, answer, edges, free: [node, ...answer], targets: answer };
}

/** A number from 1 to 2·mean − 1. */
function around(mean: number, random: () => number): number {
  return 1 + Math.floor(random() * (2 * mean - 1));
}

/** Edges between nodes of their own, some with longer names than others. */
export function endingOf({ seed, draw: number }: Pick<GraphPlan, 'seed' | 'draw'>): Edge[] {
  const random = seedrandom(`graph/${seed}/ending/${number}`);
  const name = () => newNode(random) + newNode(random).slice(0, Math.floor(random() * 5));
  return Array.from({ length: ENDING_EDGES }, (): Edge => [name(), name()]);
}

/** A name of ten hexadecimal digits, as in the original. */
function newNode(random: seedrandom.PRNG): string {
  return (hexWord(random) + hexWord(random)).slice(0, 10);
}

export function edgeText([from, to]: Edge): string {
  return `${from} -> ${to}`;
}

/** Lists the right nodes in the order of the edges that lead to them, and where these stand, from 0 to 1. */
function placed(edges: Edge[], core: Core, task: 'bfs' | 'parents') {
  const wanted = new Set(core.answer);
  const telling = new Set(core.edges.map(edgeText));
  const answer: string[] = [];
  const positions: number[] = [];
  edges.forEach((edge, i) => {
    const named = task === 'bfs' ? edge[1] : edge[0];
    if (!wanted.has(named) || !telling.has(edgeText(edge))) return;
    wanted.delete(named);
    answer.push(named);
    positions.push(i / Math.max(1, edges.length - 1));
  });
  return { edges, node: core.node, answer, positions };
}

/**
 * What an operation gives, whatever the graph: the nodes that a breadth-first search first reaches
 * after a number of steps, or the parents of a node without itself.
 */
export function walk(
  edges: readonly Edge[],
  { task, node, steps }: { task: 'bfs' | 'parents'; node: string; steps: number },
): string[] {
  if (task === 'parents') {
    return [...new Set(edges.filter(([from, to]) => to === node && from !== node).map(([a]) => a))];
  }
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) kept(next, from, () => []).push(to);
  const reached = new Set([node]);
  let layer = [node];
  for (let step = 0; step < steps; step++) {
    layer = layer.flatMap((from) =>
      (next.get(from) ?? []).filter((to) => !reached.has(to) && reached.add(to)),
    );
  }
  return layer;
}
