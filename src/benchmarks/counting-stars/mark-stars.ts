/** 1 where a count was listed, else 0. */
export type Mark = 0 | 1;

/**
 * Truncate, drop duplicates, mark: the star score of Counting-Stars (arXiv:2403.11802, §2.2).
 *
 * @param predicted - numbers in the order of the answer; any length
 * @param reference - the M true counts, in order of position, all different
 * @returns M marks, 1 where `reference[i]` was listed, else 0
 *
 * @example
 * markStars([3, 9, 9, 11], [3, 5, 9]) // [1, 0, 1]
 */
export function markStars(predicted: readonly number[], reference: readonly number[]): Mark[] {
  const listed = new Set(predicted.slice(0, reference.length));
  return reference.map((count) => (listed.has(count) ? 1 : 0));
}

/**
 * The score of the reasoning task, where each sentence says a mistaken count before the right one:
 * 1 for the right count alone, 0.5 for both, 0.25 for the mistaken one alone, else 0. The list is
 * truncated to M first, as for `markStars`.
 *
 * @param wrong - the mistaken counts, in order of position
 *
 * @example
 * markReasoning([3, 5, 6, 8], [3, 5, 9, 13], [4, 6, 8, 14]) // [1, 0.5, 0.25, 0]
 */
export function markReasoning(
  predicted: readonly number[],
  reference: readonly number[],
  wrong: readonly (number | undefined)[],
): number[] {
  const listed = new Set(predicted.slice(0, reference.length));
  return reference.map((count, i) => {
    const mistake = wrong[i];
    const mistaken = mistake !== undefined && listed.has(mistake);
    if (listed.has(count)) return mistaken ? 0.5 : 1;
    return mistaken ? 0.25 : 0;
  });
}

/** Whether the true count was not listed: a mark of 0, or of 0.25 for the mistaken one alone. */
export function isMissing(mark: number): boolean {
  return mark < 0.5;
}

/** Mean of marks, 0 when there are none. */
export function meanOf(marks: readonly number[]): number {
  return marks.length === 0 ? 0 : marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
}

/**
 * Say in a few words which of M stars are missing (mark below 0.5), and where: by number while there are few, else by the
 * narrowest of the start, the end or the middle that holds them all.
 *
 * @returns for example `missing 5 of the last 8`; an empty text when nothing is missing
 */
export function describeMissing(marks: readonly number[]): string {
  const missing = marks.flatMap((mark, i) => (isMissing(mark) ? [i] : []));
  const total = marks.length;
  const first = missing[0];
  const last = missing[missing.length - 1];
  if (first === undefined || last === undefined) return '';
  if (missing.length === total) return 'all missing';
  if (missing.length <= 3) {
    const names = missing.map((i) => `${i + 1}`);
    const list = [names.slice(0, -1).join(', '), names[names.length - 1]].filter(Boolean);
    return `missing no. ${list.join(' and ')}`;
  }
  const half = total / 2;
  if (first >= half) return `missing ${missing.length} of the last ${total - first}`;
  if (last < half) return `missing ${missing.length} of the first ${last + 1}`;
  if (first >= total / 5 && last < (total * 4) / 5) {
    return `missing ${missing.length} of the ${last - first + 1} in the middle (no. ${first + 1} to ${last + 1})`;
  }
  return `missing ${missing.length} between no. ${first + 1} and no. ${last + 1}`;
}
