import { commas, say } from '../../../base/text/language.js';
import { titleOf } from '../evaluation/series.js';
import type { ReportData } from './tables.js';

/** More series than these are not named. */
const NAMED = 2;

/**
 * Of whom a sentence is: a reader and, where there are several series, those that it is about.
 *
 * @param written - how a name is written
 *
 * @example
 * // gpt, counting-stars · acquisition and counting-stars · sum
 */
export function readerName(
  { series }: Pick<ReportData, 'series'>,
  provider: string,
  own: readonly string[],
  written: (name: string) => string,
): string {
  if (series.length < 2) return written(provider);
  return `${written(provider)}, ${listed(
    own.map((id) => titleOf(series, id)),
    written,
  )}`;
}

/** Names as a list: `a, b and c`; of many the first. */
export function listed(names: readonly string[], written: (name: string) => string): string {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).map(written);
  if (more > 0) return say`${commas(shown)} and ${more} more`;
  const last = shown.pop()!;
  return shown.length === 0 ? last : say`${commas(shown)} and ${last}`;
}
