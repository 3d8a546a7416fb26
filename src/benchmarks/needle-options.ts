/** The options that the benchmarks with needles share. */

import { haystackOptions } from '../options/haystack-options.js';
import { pathText } from '../options/kinds.js';
import {
  bufferConflict,
  bufferOption,
  lengthConflict,
  lengthOptions,
  templateOption,
} from '../options/option-groups.js';
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
