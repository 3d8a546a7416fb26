/** Estimates run-to-run drift: routing, load, another hour. */
import { once } from '../../../base/kept.js';
import { meanOrNaN } from '../curve/prompt-marks.js';
import type { PairedPrompt } from './paired-prompts.js';

export interface DriftNode {
  variance: number;
  weight: number;
}

interface DriftEvidence {
  /** Sum of squares of the runs' mean recall around that without drift. */
  squares: number;
  noise: number;
  freedom: number;
}

export interface RunDrift {
  /** Number of baseline runs. */
  runs: number;
  /** Where it is known from, besides the prior. */
  from: 'prior' | 'baseline runs';
  /** Expected standard deviation of a run's shift of recall. */
  deviation: number;
  nodes: readonly DriftNode[];
}

/** Scale of the prior, as a share of recall. */
const SCALE = 0.007;

/** Degrees of freedom of the prior, a half t distribution (Gelman 2006). */
const PRIOR_FREEDOM = 3;

const LARGEST = 0.3;

const NODES = 24;

const NEGLIGIBLE = 1e-4;

/**
 * Estimates the drift between runs, with one prior for any number of them. Few runs leave its size uncertain,
 * so tests average over it.
 */
export function runDrift(prompts: readonly Pick<PairedPrompt, 'runs'>[]): RunDrift {
  const runs = Math.max(0, ...prompts.map((prompt) => prompt.runs.length));
  const shown = baselineEvidence(prompts, runs);
  const nodes = shown ? driftNodes(shown) : priorNodes();
  const deviation = Math.sqrt(overDrift(nodes, (variance) => variance));
  return { runs, from: shown ? 'baseline runs' : 'prior', deviation, nodes };
}

/** Compares each run's mean with that of all runs, over prompts that all answered. */
function baselineEvidence(
  prompts: readonly Pick<PairedPrompt, 'runs'>[],
  runs: number,
): DriftEvidence | undefined {
  const complete = prompts.flatMap(({ runs: scores }) => {
    const known = scores.filter((score) => score !== undefined);
    return known.length === runs ? [known] : [];
  });
  if (runs < 2 || complete.length < 2) return undefined;
  const total = meanOrNaN(complete.map(meanOrNaN));
  const shifts = Array.from(
    { length: runs },
    (_, run) => meanOrNaN(complete.map((scores) => scores[run]!)) - total,
  );
  let rest = 0;
  for (const scores of complete) {
    const center = meanOrNaN(scores);
    for (let run = 0; run < runs; run++) rest += (scores[run]! - center - shifts[run]!) ** 2;
  }
  const freedom = runs - 1;
  const noise = rest / freedom / (complete.length - 1) / complete.length;
  return { squares: shifts.reduce((sum, shift) => sum + shift ** 2, 0), noise, freedom };
}

const priorNodes = once(() => driftNodes());

/** Weighs possible drifts by the prior and what runs show. */
export function driftNodes(evidence?: DriftEvidence): DriftNode[] {
  const nodes = Array.from({ length: NODES }, (_, i) => {
    const deviation = LARGEST * ((i + 0.5) / NODES) ** 2;
    const prior = (1 + (deviation / SCALE) ** 2 / PRIOR_FREEDOM) ** (-(PRIOR_FREEDOM + 1) / 2);
    const variance = deviation ** 2;
    const total = variance + (evidence?.noise ?? 0);
    const likelihood = evidence
      ? -(evidence.freedom * Math.log(total) + evidence.squares / total) / 2
      : 0;
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

/** Averages a function of the drift's variance. */
export function overDrift(nodes: readonly DriftNode[], of: (variance: number) => number): number {
  return nodes.reduce((sum, { variance, weight }) => sum + weight * of(variance), 0);
}
