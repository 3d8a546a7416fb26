import type { AskedCase } from '../../facts/evaluation/asked-case.js';
import type { CompletenessCheck } from './gate-result.js';

export const NAMED = 5;

export type Named = CompletenessCheck['named'][number];

export function toNamed({ id, shown }: AskedCase): Named {
  return { id, description: shown.description };
}
