/**
 * GraphWalks (OpenAI 2025, data set openai/graphwalks): how well a model reasons over places of its
 * context that it cannot read one after the other.
 *
 * The context is a directed graph, one edge on each line in random order. Asked are the nodes that a
 * breadth-first search reaches after a number of steps, or the parents of a node; the last line of the
 * answer lists them. Score: F1 of the two sets. Here the graph around the answer grows with the length
 * of the prompt, and the answer stays the same.
 */
import { benchmark } from '../../../benchmarks/benchmark.js';
import type { GraphCase } from './cases.js';
import * as cases from './cases.js';
import { conflict, graphOptions } from './options.js';
import { scoreGraphWalks } from './score.js';

export const graphWalks = benchmark<GraphCase>()({
  name: 'graph-walks',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: graphOptions,
  conflict,
  mark: scoreGraphWalks,
});
