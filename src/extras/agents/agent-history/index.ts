/**
 * Agent histories: whether an agent knows what holds now, after a long transcript of requests, tool calls
 * and results in which facts and rules are replaced.
 *
 * Five tasks: the last values of keys (PI-LLM, arXiv:2506.08184), conflicts of facts over one to three hops
 * (FactConsolidation of MemoryAgentBench, arXiv:2507.05257), questions on runs of a tool (as in
 * AgentLongBench), balances of a ledger, and standing rules of the user's, some of which are changed, taken
 * back, or contradicted inside tool results. Length and interference are varied apart: a history grows by
 * results that have nothing to do with the question. The same evidence as one text, without anything else,
 * and as final facts alone splits a loss (as Lost in Conversation does, arXiv:2505.06120).
 */
import { benchmark } from '../../../benchmarks/benchmark.js';
import * as cases from './cases.js';
import type { HistoryCase } from './facts.js';
import { conflict, historyOptions } from './options.js';
import { scoreHistory } from './score.js';

export const agentHistory = benchmark<HistoryCase>()({
  name: 'agent-history',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: historyOptions,
  conflict,
  mark: scoreHistory,
});
