/** Reads which drop fails, for `gate` with and without `--run`. */
import { detectedDrop } from '../base/defaults.js';
import { UserError } from '../base/user-error.js';
import type { GateOptions } from '../measuring/verdicts/gate/gate-result.js';

export interface ComparisonFlags {
  metric?: string[];
  maxDrop: number;
  prove?: number;
  alpha: number;
  detect?: number;
  compare?: string[];
}

/** @throws {UserError} if the drop to detect is one that is accepted */
export function comparisonOf({
  alpha,
  maxDrop,
  prove,
  compare: providers = [],
  detect = detectedDrop(maxDrop),
}: ComparisonFlags): Pick<GateOptions, keyof ComparisonFlags & keyof GateOptions> &
  Pick<GateOptions, 'providers'> {
  if (detect <= maxDrop) {
    throw new UserError(
      `--detect ${detect} must be more than --max-drop ${maxDrop}, which is accepted.`,
    );
  }
  return {
    ...{ alpha, maxDrop, detect, providers },
    ...(prove !== undefined && { margin: prove }),
  };
}
