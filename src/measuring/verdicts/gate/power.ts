/** Estimates the chance of detecting a drop, for the gate and for plans. docs/gate.md */

import { longestLoss } from '../../statistics/regression/longest-loss.js';
import {
  againstItself,
  type ComparedSeries,
  pairPrompts,
} from '../../statistics/regression/paired-prompts.js';
import { imaginedFrom, statedPower } from '../../statistics/regression/regression-power.js';
import { runDrift } from '../../statistics/regression/run-drift.js';
import type { GateOptions, PowerStatement } from './gate-result.js';

/** Simulates the gate with the recall, spread and drift of the baseline's runs. The results play no part. */
export function powerFrom(
  series: readonly ComparedSeries[],
  options: Pick<GateOptions, 'alpha' | 'maxDrop' | 'detect'>,
): Exclude<PowerStatement, { low?: undefined }>;
export function powerFrom(
  series: readonly ComparedSeries[],
  options: Pick<GateOptions, 'alpha' | 'maxDrop' | 'detect' | 'isTerse'>,
): PowerStatement;
export function powerFrom(
  series: readonly ComparedSeries[],
  {
    alpha,
    maxDrop,
    detect: drop,
    isTerse,
  }: Pick<GateOptions, 'alpha' | 'maxDrop' | 'detect' | 'isTerse'>,
): PowerStatement {
  const { runs, deviation, from } = runDrift(pairPrompts(series.map(againstItself)));
  // The prior allows for drift that no run shows, so none is simulated.
  const drift = from === 'prior' ? 0 : deviation;
  const options = { alpha, maxDrop, drop, runs, drift };
  const longest = longestLoss(imaginedFrom(series), options, isTerse);
  const stated = isTerse ? {} : statedPower(series, options);
  return { drop, runs, drift, ...stated, ...(longest && { longest }) };
}
