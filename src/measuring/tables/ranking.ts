/** Readers from the best to the worst, and which of them the data cannot tell apart. */
import { sum } from '../../base/numbers.js';
import { byCodeUnits } from '../../base/text/texts.js';
import type { Ranked, ReportData } from './tables.js';

/** The rank of a reader most of whose calls failed, or have an answer that could not be read for certain. */
export const UNRANKED = '–';

/** Letters of ranks; readers beyond share the last. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Rank readers by their recall over all series, the control apart; of equal ones the one with fewer failed calls
 * comes first. A reader that gave certain answers to fewer than half of its calls has no rank: the prompts that it
 * did answer may be the easy ones. A rank begins with a reader that is plainly
 * worse, on the same prompts, than one of the rank before it: in some series or at some lengths, and better in none. So none of a
 * rank is plainly better than another.
 */
export function ranked({
  providers,
  series,
  summary,
  comparisons,
}: Pick<ReportData, 'providers' | 'series' | 'summary' | 'comparisons'>): Ranked[] {
  const controls = new Set(series.flatMap(({ id, control }) => (control ? [id] : [])));
  const figures = providers.map((provider) => {
    const rows = summary.filter((row) => row.provider === provider && !controls.has(row.series));
    const answers = sum(rows.map((row) => row.answers));
    const recall = sum(rows.map((row) => (row.answers > 0 ? row.recall.value * row.answers : 0)));
    const unread = sum(rows.map((row) => row.unread ?? 0));
    const calls = answers + sum(rows.map((row) => row.errors));
    const isKnown = answers > 0 && 2 * (answers - unread) >= calls;
    const unranked = isKnown
      ? undefined
      : 2 * answers < calls || answers === 0
        ? 'failed'
        : 'unread';
    return { provider, recall: recall / answers, failed: 1 - answers / calls, unranked } as const;
  });
  figures.sort(
    (a, b) =>
      Number(a.unranked !== undefined) - Number(b.unranked !== undefined) ||
      (b.recall || 0) - (a.recall || 0) ||
      (a.failed || 0) - (b.failed || 0) ||
      byCodeUnits(a.provider, b.provider),
  );
  const isPlainlyWorse = (one: string, other: string): boolean => {
    const pairs = comparisons.filter(
      (row) => [row.provider, row.other].includes(one) && [row.provider, row.other].includes(other),
    );
    // Plainly better over all lengths, or at some of them.
    const winners = pairs.flatMap(({ better, apart }) => [
      ...(better === undefined ? [] : [better]),
      ...apart.map(({ higher }) => higher),
    ]);
    return winners.includes(other) && !winners.includes(one);
  };
  let letter = 0;
  let alike: string[] = [];
  return figures.map(({ provider, unranked, recall }) => {
    if (unranked) return { provider, rank: UNRANKED, unranked };
    if (alike.some((better) => isPlainlyWorse(provider, better))) {
      alike = [];
      letter = Math.min(letter + 1, LETTERS.length - 1);
    }
    alike.push(provider);
    return { provider, rank: LETTERS[letter]!, recall };
  });
}
