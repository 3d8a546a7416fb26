/** How likely the gate finds a drop, for the gate and for a plan alike. docs/gate.md */

import {
  againstItself,
  type ComparedSeries,
  pairPrompts,
} from '../statistics/regression/paired-prompts.js';
import { statedPower } from '../statistics/regression/regression-power.js';
import { runDrift } from '../statistics/regression/run-drift.js';
import type { GateOptions, PowerStatement } from './gate-result.js';

/**
 * Imagine the gate with the recall, the spread and the drift that the baseline's runs show. What the
 * candidate scored plays no part.
 */
export function powerFrom(
  series: readonly ComparedSeries[],
  { alpha, maxDrop, detect: drop }: Pick<GateOptions, 'alpha' | 'maxDrop' | 'detect'>,
): PowerStatement {
  const { runs, deviation: drift } = runDrift(pairPrompts(series.map(againstItself)));
  return { drop, runs, drift, ...statedPower(series, { alpha, maxDrop, drop, runs, drift }) };
}
