import { sum } from '../../../base/numbers.js';
import type { RegressionResult } from '../../statistics/regression/regression.js';
import { clusterPower } from '../../statistics/rounds/rounds-power.js';
import type { Unit, UnitCell } from '../../statistics/rounds/units.js';
import type { GateOptions, PowerStatement } from './gate-result.js';
import { powerFrom } from './power.js';

/** Estimates which drops the gate detects, by imagining questions with the recall that the baseline shows of each. */
function clusterPowerFrom(
  units: readonly Unit[],
  cells: readonly UnitCell[],
  measure: number,
  { alpha, maxDrop, detect: drop }: Pick<GateOptions, 'alpha' | 'maxDrop' | 'detect'>,
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
