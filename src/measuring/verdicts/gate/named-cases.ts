/** Cases that a check names, the first few of them. */
import type { AskedCase } from '../../facts/evaluation/asked-case.js';
import type { CompletenessCheck } from './gate-result.js';

/** At most this many cases are named. */
export const NAMED = 5;

export type Named = CompletenessCheck['named'][number];

export function toNamed({ id, shown }: AskedCase): Named {
  return { id, description: shown.description };
}
