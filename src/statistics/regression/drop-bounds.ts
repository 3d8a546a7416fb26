/** The interval of a mean drop, and the largest drop that the data do not exclude. */
import { erfc, normalQuantile, tQuantile } from '../special-functions.js';
import { dropSpread, sidesOf } from './collapse.js';
import { type IccPrior, markCorrelation, spreadOf } from './mark-correlation.js';
import { grouped, mean, type PairedPrompt, strataOf } from './paired-prompts.js';
import { type DriftNode, overDrift } from './run-drift.js';

/** A mean drop of recall (before minus now, a share) with its bounds. */
export interface DropBounds {
  value: number;
  low: number;
  high: number;
}

/**
 * Where all prompts have every mark nothing is known of how marks hang together, so they are taken to
 * hang together wholly: nine perfect prompts are then nine marks, not 288.
 */
const PRIOR: IccPrior = { icc: 1, freedom: 0.5 };

/**
 * Interval of the mean drop over prompts: the wider of two on each side. Student's t uses the drops'
 * own spread within lengths; where the spread is small by chance, or none is seen near recall 1, two
 * Wilson intervals (one for each side, joined by Newcombe's 1998 square-and-add rule) for as many
 * independent marks as the prompts are worth.
 *
 * @param confidence - of the two-sided interval; each bound alone has (1 + confidence) / 2
 */
export function dropBounds(
  prompts: readonly PairedPrompt[],
  drift: readonly DriftNode[],
  confidence: number,
): DropBounds {
  const tail = (1 - confidence) / 2;
  const value = mean(prompts.map(({ drop }) => drop));
  const z = normalQuantile(1 - tail, 0, 1);
  const own = studentHalf(prompts, tail);
  const [up, down] = wilsonHalves(prompts, z);
  const runs = 1 / (mean(prompts.map(sidesOf)) - 1);
  const widened = (half: number) => withDrift(half, z, tail, drift, 1 + 1 / runs);
  return {
    value,
    low: Math.max(-1, value - widened(Math.max(own, down))),
    high: Math.min(1, value + widened(Math.max(own, up))),
  };
}

function studentHalf(prompts: readonly PairedPrompt[], tail: number): number {
  let variance = 0;
  let freedom = 0;
  for (const stratum of strataOf(prompts)) {
    if (stratum.length < 2) continue;
    const center = mean(stratum.map(({ drop }) => drop));
    const squares = stratum.reduce((sum, { drop }) => sum + (drop - center) ** 2, 0);
    variance += (stratum.length * squares) / (stratum.length - 1);
    freedom += stratum.length - 1;
  }
  if (freedom === 0) return 0;
  return (tQuantile(1 - tail, freedom) * Math.sqrt(variance)) / prompts.length;
}

/** How far the drop may be above and below its estimate, by the marks alone. */
function wilsonHalves(prompts: readonly PairedPrompt[], z: number): [number, number] {
  const spreads = [...grouped(prompts, ({ series }) => series).values()].map((own) => {
    const { icc } = markCorrelation(own.map(dropSpread), PRIOR);
    return own.reduce((sum, { marks }) => sum + spreadOf(marks, icc), 0);
  });
  const worth = prompts.length ** 2 / spreads.reduce((sum, spread) => sum + spread, 0);
  const runs = 1 / (mean(prompts.map(sidesOf)) - 1);
  const before = wilson(mean(prompts.map((prompt) => prompt.before)), worth * runs, z);
  const now = wilson(mean(prompts.map((prompt) => prompt.now)), worth, z);
  return [Math.hypot(before.above, now.below), Math.hypot(before.below, now.above)];
}

/** Wilson's score interval (1927), as distances from the share. */
function wilson(share: number, trials: number, z: number): { below: number; above: number } {
  const center = (share + (z * z) / (2 * trials)) / (1 + (z * z) / trials);
  const half =
    (z * Math.sqrt((share * (1 - share)) / trials + (z / (2 * trials)) ** 2)) /
    (1 + (z * z) / trials);
  return { below: share - center + half, above: center + half - share };
}

/** A half width that holds whatever the drift may be, on average over what it may be. */
function withDrift(
  half: number,
  z: number,
  tail: number,
  drift: readonly DriftNode[],
  sides: number,
): number {
  if (drift.every(({ variance }) => variance === 0)) return half;
  const error = half / z;
  const beyond = (distance: number) =>
    overDrift(
      drift,
      (variance) => erfc(distance / Math.sqrt(2 * (error ** 2 + sides * variance))) / 2,
    );
  let low = half;
  let high = 2;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (beyond(middle) > tail) low = middle;
    else high = middle;
  }
  return high;
}
