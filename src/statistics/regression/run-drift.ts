/** How far whole runs of one reader drift apart: routing, load, another hour. */
import { grouped, mean, type PairedPrompt } from './paired-prompts.js';

/** One possible size of the drift, with its probability. */
export interface DriftNode {
  /** Variance of a run's shift. */
  variance: number;
  weight: number;
}

/** What the baseline's runs say about drift. */
export interface RunDrift {
  /** Number of baseline runs. */
  runs: number;
  /** Expected standard deviation of a whole run's shift of recall. */
  deviation: number;
  /** Shift of a whole run. */
  whole: readonly DriftNode[];
  /** Further shift of one series within a run. */
  series: readonly DriftNode[];
}

/** Scale of the prior, as a share of recall: a run may well be off by 0.025. */
const SCALE = 0.025;

/** Degrees of freedom of the prior, a half t distribution (Gelman 2006). */
const PRIOR_FREEDOM = 3;

/** The largest drift that is thought of. */
const LARGEST = 0.3;

const NODES = 24;

/** Nodes of less probability are left out. */
const NEGLIGIBLE = 1e-4;

const NONE: readonly DriftNode[] = [{ variance: 0, weight: 1 }];

/**
 * Posterior of the drift between runs. Three runs are two degrees of freedom, so the size of the drift
 * stays uncertain, and a test has to average over it. With one run nothing is known, and no drift is
 * assumed.
 */
export function runDrift(prompts: readonly PairedPrompt[]): RunDrift {
  const runs = Math.max(0, ...prompts.map((prompt) => prompt.runs.length));
  const complete = prompts.flatMap(({ series, runs: scores }) => {
    const known = scores.filter((score) => score !== undefined);
    return known.length === runs ? [{ series, scores: known }] : [];
  });
  if (runs < 2 || complete.length < 2) return { runs, deviation: 0, whole: NONE, series: NONE };
  const all = shiftsOf(complete, runs);
  const own = [...grouped(complete, ({ series }) => series).values()].map((members) => ({
    prompts: members.length,
    ...shiftsOf(members, runs),
  }));
  const noise = own.reduce((sum, s) => sum + s.prompts ** 2 * s.noise, 0) / complete.length ** 2;
  const freedom = runs - 1;
  const whole = posterior([{ squares: sumOfSquares(all.shifts), noise, freedom }]);
  const series =
    own.length < 2
      ? NONE
      : posterior(
          own.map(({ shifts, noise: ownNoise }) => ({
            squares: sumOfSquares(shifts.map((shift, run) => shift - all.shifts[run]!)),
            noise: ownNoise,
            freedom: (freedom * (own.length - 1)) / own.length,
          })),
        );
  const deviation = Math.sqrt(whole.reduce((sum, node) => sum + node.weight * node.variance, 0));
  return { runs, deviation, whole, series };
}

/** Each run's mean against that of all runs, and the variance that chance alone gives a run's mean. */
function shiftsOf(prompts: readonly { scores: readonly number[] }[], runs: number) {
  const total = mean(prompts.map(({ scores }) => mean(scores)));
  const shifts = Array.from(
    { length: runs },
    (_, run) => mean(prompts.map(({ scores }) => scores[run]!)) - total,
  );
  let squares = 0;
  for (const { scores } of prompts) {
    const center = mean(scores);
    for (let run = 0; run < runs; run++) squares += (scores[run]! - center - shifts[run]!) ** 2;
  }
  const freedom = (runs - 1) * (prompts.length - 1);
  const noise = freedom > 0 ? squares / freedom / prompts.length : 0;
  return { shifts, noise };
}

function posterior(
  evidence: readonly { squares: number; noise: number; freedom: number }[],
): DriftNode[] {
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

function sumOfSquares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}

/** The mean of a function of the drift's variance, over all that it may be. */
export function overDrift(nodes: readonly DriftNode[], of: (variance: number) => number): number {
  return nodes.reduce((sum, { variance, weight }) => sum + weight * of(variance), 0);
}
