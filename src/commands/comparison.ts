/** Reads which drop fails, for `gate` with and without `--run`. */
import type { GateOptions } from '../measuring/verdicts/gate/gate-result.js';

export interface ComparisonFlags {
  metric?: string[];
  maxDrop: number;
  prove?: number;
  alpha: number;
  compare?: string[];
}

export function comparisonOf({
  alpha,
  maxDrop,
  prove,
  compare: providers = [],
}: ComparisonFlags): Pick<GateOptions, keyof ComparisonFlags & keyof GateOptions> &
  Pick<GateOptions, 'providers'> {
  return {
    ...{ alpha, maxDrop, providers },
    ...(prove !== undefined && { margin: prove }),
  };
}
