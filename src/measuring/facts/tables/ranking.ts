/** Ranks models, and marks which ones the data do not tell apart. */
import { sum } from '../../../base/numbers.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { Interval } from '../../statistics/interval.js';
import { saidToHold } from '../length-verdict.js';
import type { OverallRow, Ranked, ReportData, SummaryRow } from './tables.js';

interface Figures {
  provider: string;
  /** What its lengths come to, compared one by one. */
  reach: readonly number[];
  recall: number;
  /** Its interval, if there is only one series. */
  interval?: Interval;
  failed: number;
  unranked?: 'failed' | 'unread';
}

/**
 * Ranks models by reliable length, recall, then failed calls. A model with certain answers to fewer than half
 * of its calls has no rank, since those may be the easy ones.
 *
 * A rank begins with a model shown to be worse than one of the rank before, unless any from there on is shown
 * to recall more than one before: so no rank contradicts a column.
 */
export function ranked(
  data: Pick<ReportData, 'providers' | 'series' | 'summary' | 'comparisons' | 'overall'>,
): Ranked[] {
  const { providers, comparisons, overall = [] } = data;
  const rows = [...comparisons, ...overall];
  const isBetter = shownBy(rows, ({ better, apart }) =>
    better === undefined ? apart.map(({ higher }) => higher) : [better],
  );
  const isMore = shownBy(rows, ({ apart }) =>
    apart.flatMap(({ by, higher }) => (by === 'overall' ? higher : [])),
  );
  const figures = providers.map((provider) => figuresOf(data, provider));
  figures.sort(
    (a, b) =>
      Number(a.unranked !== undefined) - Number(b.unranked !== undefined) ||
      longer(b.reach, a.reach) ||
      (b.recall || 0) - (a.recall || 0) ||
      (a.failed || 0) - (b.failed || 0) ||
      byCodeUnits(a.provider, b.provider),
  );
  const recallsMore = (better: Figures, other: Figures) =>
    isMore(better.provider, other.provider) ||
    (better.interval?.low ?? 0) > (other.interval?.high ?? Number.POSITIVE_INFINITY);
  /** Tells whether ranks may part before a model. */
  const isBreak = (at: number) => {
    const after = figures.slice(at).filter(({ unranked }) => !unranked);
    return !figures.slice(0, at).some((above) => after.some((below) => recallsMore(below, above)));
  };
  let rank = 1;
  let before: string[] = [];
  let alike: string[] = [];
  return figures.map(({ provider, unranked, recall }, at) => {
    if (unranked) return { provider, unranked };
    if (alike.some((better) => isBetter(better, provider)) && isBreak(at)) {
      rank++;
      [before, alike] = [alike, []];
    }
    alike.push(provider);
    const worseThan = before.filter((better) => isBetter(better, provider));
    return { provider, rank, ...(worseThan.length > 0 && { worseThan }), recall };
  });
}

/** Tells whether one model is shown to be better in some comparison, and the other in none. */
function shownBy(
  comparisons: readonly OverallRow[],
  winnersOf: (row: OverallRow) => readonly string[],
) {
  const winners = new Map<string, Set<string>>();
  const keyOf = (name: string, other: string) => JSON.stringify([name, other].sort(byCodeUnits));
  for (const row of comparisons) {
    const key = keyOf(row.provider, row.other);
    winners.set(key, new Set([...(winners.get(key) ?? []), ...winnersOf(row)]));
  }
  return (name: string, other: string): boolean => {
    const ofPair = winners.get(keyOf(name, other));
    return ofPair?.size === 1 && ofPair.has(name);
  };
}

function figuresOf(
  { series, summary }: Pick<ReportData, 'series' | 'summary'>,
  provider: string,
): Figures {
  const controls = new Set(series.flatMap(({ id, control }) => (control ? [id] : [])));
  const rows = summary.filter((row) => row.provider === provider && !controls.has(row.series));
  const answers = sum(rows.map((row) => row.answers));
  const recall = sum(rows.map((row) => (row.answers > 0 ? row.recall.value * row.answers : 0)));
  const unread = sum(rows.map((row) => row.unread ?? 0));
  const calls = answers + sum(rows.map((row) => row.errors));
  // Beyond a server's limit nothing is answered, which says nothing of shorter prompts.
  const isLimited = rows.some(({ reliable }) => reliable?.limit);
  const isRanked = answers > 0 && (isLimited || 2 * (answers - unread) >= calls);
  const why = 2 * answers < calls || answers === 0 ? 'failed' : 'unread';
  return {
    provider,
    reach: reachOf(rows, series.length - controls.size > 1),
    recall: recall / answers,
    ...(rows.length === 1 && { interval: rows[0]!.recall }),
    failed: 1 - answers / calls,
    ...(!isRanked && { unranked: why }),
  };
}

/** Returns how far a model is reliable. Of several series, first how many to the longest length. */
function reachOf(rows: readonly SummaryRow[], isSeveral: boolean): readonly number[] {
  const lengths = rows.map((row) => shareHeld(saidToHold(row), row.shortest, row.longest));
  const held = sum(lengths);
  return isSeveral ? [lengths.filter((length) => length === 1).length, held] : [held];
}

/** Returns the share of tested octaves that is held: 0 for none, 1 only for all. */
function shareHeld(tokens: number, shortest: number, longest: number): number {
  if (tokens === 0) return 0;
  if (tokens >= longest) return 1;
  const octaves = Math.log2(longest / shortest);
  return (1 + Math.log2(Math.max(1, tokens / shortest))) / (2 + octaves);
}

function longer(some: readonly number[], other: readonly number[]): number {
  const i = some.findIndex((value, k) => value !== other[k]);
  return i < 0 ? 0 : some[i]! - other[i]!;
}
