/** What compactions of a history cost in recall, and what they save. */

import { groupBy } from '../../base/group-by.js';
import { mean, sum } from '../../base/numbers.js';
import { baseName } from '../../base/references.js';
import { type KeptOf, quarterOf } from '../../contract/compaction.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import { marksOf } from '../evaluation/prompts.js';
import { percentText, shareText } from '../output/words.js';
import type { Interval } from '../statistics/interval.js';
import { pairedLoss } from './losses.js';
import type { CompactionAge, CompactionRow, ReportData } from './tables.js';

/** What recalls less than this without compaction tells nothing of it. */
const LEAST_RECALL = 0.1;

/** The same prompt without and with compaction. */
interface Pair {
  whole: AskedCase;
  shortened: AskedCase;
}

/**
 * Every compaction of every reader: over all tasks together, and for each where there are several. The loss is
 * the mean over the prompts that were answered both ways.
 */
export function compactionRows(cases: readonly AskedCase[], confidence: number): CompactionRow[] {
  const answered = cases.filter(({ answer, measure }) => answer && measure === undefined);
  const byId = new Map(answered.map((asked) => [JSON.stringify([asked.reader, asked.id]), asked]));
  const pairs = answered.flatMap((shortened): Pair[] => {
    const { compaction } = shortened.shown;
    const whole = compaction && byId.get(JSON.stringify([shortened.reader, compaction.of]));
    return whole ? [{ whole, shortened }] : [];
  });
  const ways = groupBy(pairs, ({ shortened: { reader, shown } }) =>
    JSON.stringify([reader, shown.compaction!.way]),
  );
  return [...ways.values()].flatMap((own) => {
    const byTask = [...groupBy(own, ({ whole }) => whole.series)];
    const all = rowOf(own, confidence);
    if (byTask.length === 1) return [all];
    const each = byTask.map(([{ title }, some]) => ({
      ...rowOf(some, confidence),
      series: title,
    }));
    return [all, ...each];
  });
}

function rowOf(pairs: readonly Pair[], confidence: number): CompactionRow {
  const { reader, shown } = pairs[0]!.shortened;
  const kept = pairs.map(({ shortened }) => shortened.shown.compaction!);
  const sides = pairs.map(({ whole, shortened }) => ({ easy: [whole], hard: [shortened] }));
  const [before, after] = [sum(kept.map((one) => one.before)), sum(kept.map((one) => one.after))];
  const without = mean(pairs.map(({ whole }) => mean(marksOf(whole.answer!))));
  return {
    provider: reader,
    way: baseName(shown.compaction!.way),
    prompts: pairs.length,
    tokensSaved: 1 - after / before,
    kept: shareOf(kept.flatMap(({ current }) => current)),
    supersededKept: shareOf(kept.flatMap(({ superseded }) => superseded)),
    without,
    with: mean(pairs.map(({ shortened }) => mean(marksOf(shortened.answer!)))),
    // Whoever recalls nothing loses nothing.
    ...(without >= LEAST_RECALL && { lost: pairedLoss(sides, confidence) }),
    ages: kept[0]!.current.map((_, quarter) => ageOf(pairs, quarter)),
  };
}

/** Facts of one quarter of the histories: how many were kept, and the recall that is lost. */
function ageOf(pairs: readonly Pair[], quarter: number): CompactionAge {
  const lost = pairs.flatMap(({ whole, shortened }) => {
    const { positions, marks } = whole.answer!;
    return positions.flatMap((position, i) =>
      quarterOf(position) === quarter ? marks[i]! - shortened.answer!.marks[i]! : [],
    );
  });
  return {
    kept: shareOf(pairs.map(({ shortened }) => shortened.shown.compaction!.current[quarter]!)),
    ...(lost.length > 0 && { lost: mean(lost) }),
  };
}

function shareOf(counts: readonly KeptOf[]): number {
  return sum(counts.map(([kept]) => kept)) / sum(counts.map(([, all]) => all));
}

/**
 * A sentence for each compaction and reader.
 *
 * @example
 * // ['lastTurns saves 62 % of the tokens, keeps 48 % of the facts, and costs gpt 0.31 of recall (0.22 to 0.40).']
 */
export function compactionSentences(
  { compactions = [] }: Pick<ReportData, 'compactions'>,
  written: (name: string) => string = (name) => name,
): string[] {
  return compactions
    .filter(({ series }) => series === undefined)
    .map(({ provider, way, tokensSaved, kept, lost }) => {
      const saves = `${written(way)} saves ${percentText(tokensSaved)} of the tokens, keeps ${percentText(kept)} of the facts`;
      const reader = written(provider);
      return lost
        ? `${saves}, and ${costText(lost, reader)}.`
        : `${saves}. What that costs ${reader} is unknown: it recalls hardly anything without it.`;
    });
}

function costText({ value, low, high }: Interval, reader: string): string {
  const interval = (from: number, to: number) => `(${shareText(from)} to ${shareText(to)})`;
  if (low > 0) return `costs ${reader} ${shareText(value)} of recall ${interval(low, high)}`;
  if (high < 0) return `gains ${reader} ${shareText(-value)} of recall ${interval(-high, -low)}`;
  return `no loss of recall is shown for ${reader}: at most ${shareText(high)}`;
}
