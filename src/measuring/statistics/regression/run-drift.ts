/** How far whole runs of one reader drift apart: routing, load, another hour. */
import { once } from '../../../base/kept.js';
import { mean } from '../curve/prompt-marks.js';
import type { PairedPrompt } from './paired-prompts.js';

/** One possible size of the drift, with its probability. */
export interface DriftNode {
  /** Variance of a run's shift. */
  variance: number;
  weight: number;
}

/** What runs show of drift. */
export interface DriftEvidence {
  /** Sum of squares of the runs' mean recall around what it is without drift. */
  squares: number;
  /** Variance that chance alone gives a run's mean. */
  noise: number;
  freedom: number;
}

/** What a user says of drift, its standard deviation, or what stored runs show. */
export type KnownDrift = number | readonly DriftEvidence[];

/** What is known of the drift of a reader. */
export interface RunDrift {
  /** Number of baseline runs. */
  runs: number;
  /** Where it is known from, beside the prior. */
  from: 'prior' | 'baseline runs' | 'stored runs' | 'stated';
  /** Expected standard deviation of a whole run's shift of recall. */
  deviation: number;
  nodes: readonly DriftNode[];
}

/** Scale of the prior, as a share of recall: a run may well be off by 0.007. */
const SCALE = 0.007;

/** Degrees of freedom of the prior, a half t distribution (Gelman 2006). */
const PRIOR_FREEDOM = 3;

/** The largest drift that is thought of. */
const LARGEST = 0.3;

const NODES = 24;

/** Nodes of less probability are left out. */
const NEGLIGIBLE = 1e-4;

/**
 * Posterior of the drift between runs: one prior for any number of them. Three runs are two degrees of
 * freedom, so the size of the drift stays uncertain, and a test has to average over it.
 *
 * @param known - instead of what the baseline's runs show
 */
export function runDrift(
  prompts: readonly Pick<PairedPrompt, 'runs'>[],
  known?: KnownDrift,
): RunDrift {
  const runs = Math.max(0, ...prompts.map((prompt) => prompt.runs.length));
  if (typeof known === 'number') {
    return { runs, from: 'stated', deviation: known, nodes: [{ variance: known ** 2, weight: 1 }] };
  }
  const shown = known ?? baselineEvidence(prompts, runs);
  const nodes = shown.length > 0 ? driftNodes(shown) : priorNodes();
  const from = known ? 'stored runs' : shown.length > 0 ? 'baseline runs' : 'prior';
  return { runs, from, deviation: deviationOf(nodes), nodes };
}

/** Each run's mean against that of all runs, over the prompts that all of them answered. */
function baselineEvidence(
  prompts: readonly Pick<PairedPrompt, 'runs'>[],
  runs: number,
): DriftEvidence[] {
  const complete = prompts.flatMap(({ runs: scores }) => {
    const known = scores.filter((score) => score !== undefined);
    return known.length === runs ? [known] : [];
  });
  if (runs < 2 || complete.length < 2) return [];
  const total = mean(complete.map(mean));
  const shifts = Array.from(
    { length: runs },
    (_, run) => mean(complete.map((scores) => scores[run]!)) - total,
  );
  let rest = 0;
  for (const scores of complete) {
    const center = mean(scores);
    for (let run = 0; run < runs; run++) rest += (scores[run]! - center - shifts[run]!) ** 2;
  }
  const freedom = runs - 1;
  const noise = rest / freedom / (complete.length - 1) / complete.length;
  return [{ squares: shifts.reduce((sum, shift) => sum + shift ** 2, 0), noise, freedom }];
}

const priorNodes = once(() => driftNodes([]));

/** What the drift may be, by the prior and what runs show. */
export function driftNodes(evidence: readonly DriftEvidence[]): DriftNode[] {
  const nodes = Array.from({ length: NODES }, (_, i) => {
    const deviation = LARGEST * ((i + 0.5) / NODES) ** 2;
    const prior = (1 + (deviation / SCALE) ** 2 / PRIOR_FREEDOM) ** (-(PRIOR_FREEDOM + 1) / 2);
    const variance = deviation ** 2;
    const likelihood = evidence.reduce((sum, { squares, noise, freedom }) => {
      const total = variance + noise;
      return sum - (freedom * Math.log(total) + squares / total) / 2;
    }, 0);
    return { variance, log: Math.log(prior * (i + 0.5)) + likelihood };
  });
  const most = Math.max(...nodes.map(({ log }) => log));
  const weights = nodes.map(({ log }) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const likely = nodes.flatMap(({ variance }, i) =>
    weights[i]! / total > NEGLIGIBLE ? [{ variance, weight: weights[i]! }] : [],
  );
  const kept = likely.reduce((sum, { weight }) => sum + weight, 0);
  return likely.map(({ variance, weight }) => ({ variance, weight: weight / kept }));
}

/** The mean of a function of the drift's variance, over all that it may be. */
export function overDrift(nodes: readonly DriftNode[], of: (variance: number) => number): number {
  return nodes.reduce((sum, { variance, weight }) => sum + weight * of(variance), 0);
}

/** Root mean square of the drift. */
function deviationOf(nodes: readonly DriftNode[]): number {
  return Math.sqrt(overDrift(nodes, (variance) => variance));
}
