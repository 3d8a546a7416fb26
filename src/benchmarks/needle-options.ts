/** The options that the benchmarks with needles share. */
import {
  bufferConflict,
  bufferOption,
  haystackOptions,
  lengthConflict,
  lengthOptions,
  pathText,
  templateOption,
} from '../options/options.js';
import { depthConflict, depthOptions } from './depths.js';
import { distractorOption } from './distractors.js';

export const needleOptions = {
  lengths: lengthOptions.lengths,
  ...depthOptions,
  /** The path of a file with your own needles. */
  needles: pathText('must be the path of a file with needles').optional(),
  ...distractorOption,
  ...bufferOption,
  ...templateOption,
  ...haystackOptions,
} as const;

export function needleConflict(config: Record<string, unknown>): string | undefined {
  return lengthConflict(config) ?? depthConflict(config) ?? bufferConflict(config);
}
