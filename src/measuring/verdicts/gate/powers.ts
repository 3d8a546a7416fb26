/** Estimates the chance of detecting a drop, for the gate and for plans. docs/gate.md */

import { sum } from '../../../base/numbers.js';
import { longestLoss } from '../../statistics/regression/longest-loss.js';
import {
  againstItself,
  type ComparedSeries,
  pairPrompts,
} from '../../statistics/regression/paired-prompts.js';
import type { RegressionResult } from '../../statistics/regression/regression.js';
import { imaginedFrom, statedPower } from '../../statistics/regression/regression-power.js';
import { runDrift } from '../../statistics/regression/run-drift.js';
import { clusterPower } from '../../statistics/rounds/rounds-power.js';
import type { Unit, UnitCell } from '../../statistics/rounds/units.js';
import type { GateOptions, PowerStatement } from './gate-result.js';

type Limits = Pick<GateOptions, 'alpha' | 'maxDrop' | 'detect' | 'isTerse'>;

/** Simulates the gate with the recall, spread and drift of the baseline's runs. The results play no part. */
export function powerFrom(
  series: readonly ComparedSeries[],
  { alpha, maxDrop, detect: drop, isTerse }: Limits,
): PowerStatement {
  const { runs, deviation, from } = runDrift(pairPrompts(series.map(againstItself)));
  // The prior allows for drift that no run shows, so none is simulated.
  const drift = from === 'prior' ? 0 : deviation;
  const options = { alpha, maxDrop, drop, runs, drift };
  const longest = longestLoss(imaginedFrom(series), options, isTerse);
  const stated = isTerse ? {} : statedPower(series, options);
  return { drop, runs, drift, ...stated, ...(longest && { longest }) };
}

/** Estimates which drops the gate detects, by imagining questions with the recall that the baseline shows of each. */
function clusterPowerFrom(
  units: readonly Unit[],
  cells: readonly UnitCell[],
  measure: number,
  { alpha, maxDrop, detect: drop }: Limits,
  { drift: { runs, deviation, from } }: RegressionResult,
): PowerStatement {
  const own = cells.flatMap((cell, i) => (cell.measure === measure ? [i] : []));
  const imagined = units.flatMap(({ baseline }) => {
    const scores = baseline.flat().flatMap((round) => own.flatMap((i) => round[i] ?? []));
    return scores.length === 0 ? [] : [{ right: sum(scores), asked: scores.length }];
  });
  const rounds = Math.max(1, ...units.map(({ now }) => now.length));
  const drift = from === 'prior' ? 0 : deviation;
  const asked = units.map(({ now }) => own.filter((i) => now[0]?.[i] !== undefined).length);
  const sizes = { cells: Math.max(1, ...asked), runs: Math.max(1, runs), rounds };
  const estimate = clusterPower(imagined, { ...sizes, drop, alpha, maxDrop });
  const { probability } = estimate;
  return { drop, runs, drift, ...estimate, low: probability, high: probability };
}

/** Estimates power for both kinds of prompts. It takes most of a gate's time, so callers that state none leave it out. */
export const POWERS = { ofPrompts: powerFrom, ofClusters: clusterPowerFrom };

export type Powers = typeof POWERS;
