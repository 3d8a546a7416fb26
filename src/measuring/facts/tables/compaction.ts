/** Estimates what compactions of a history cost in recall, and what they save. */

import { groupBy } from '../../../base/group-by.js';
import { kept } from '../../../base/kept.js';
import { mean, sum } from '../../../base/numbers.js';
import { baseName } from '../../../base/references.js';
import { commas, say } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { type KeptOf, quarterOf } from '../../../contract/compaction.js';
import type { Row } from '../../../contract/row.js';
import { pairedDifference } from '../../statistics/differences.js';
import { hull, type Interval, weightedSum } from '../../statistics/interval.js';
import { type AskedCase, marksOf, takenAs } from '../evaluation/asked-case.js';
import type { Model } from '../evaluation/models.js';
import type { Series } from '../evaluation/series.js';
import { pairedLoss, TAKEN } from './losses.js';
import type { CompactionAge, CompactionKind, CompactionRow } from './tables.js';

/** Below this recall, compaction loss can't be measured. */
const LEAST_RECALL = 0.1;

/** If a larger share of compactions failed, the others say nothing of all. */
const MOST_FAILED = 0.1;

interface Pair {
  whole: AskedCase;
  shortened: readonly AskedCase[];
}

/** What one compaction made of one model's histories. */
interface Tried {
  model: string;
  way: string;
  pairs: readonly Pair[];
  /** Failed ones, with the uncompacted history if it was answered. */
  failed: readonly { row: Row; whole: AskedCase | undefined }[];
}

/**
 * Lists every compaction of every model, the least recall lost first, then the most saved: over all tasks and
 * for each of several. Loss is averaged over histories answered both ways. Samples of one history are one draw.
 */
export function compactionRows(
  cases: readonly AskedCase[],
  models: readonly Model[],
  confidence: number,
): CompactionRow[] {
  const tried = models.flatMap((model) => triedBy(model, cases));
  const provided = providersRows(models, cases, confidence).map((row) => [row]);
  return tried
    .map((one) => {
      const all = rowOf(one, confidence);
      const bySeries = groupBy(
        [...one.pairs, ...one.failed].flatMap(({ whole }) => whole ?? []),
        ({ series }) => series,
      );
      if (bySeries.size < 2) return [all];
      const each = [...bySeries.keys()].map((series) => ({
        ...rowOf(ofSeries(one, series), confidence),
        series: series.title,
      }));
      return [all, ...each];
    })
    .concat(provided)
    .sort(([a], [b]) => lostLeast(a!, b!))
    .flat();
}

/**
 * Compares models that shorten histories themselves with the same provider without. What they keep is hidden.
 * What they read is billed.
 */
function providersRows(
  models: readonly Model[],
  cases: readonly AskedCase[],
  confidence: number,
): CompactionRow[] {
  const known = models.flatMap(({ name, provider }) => {
    const answered = cases.filter(
      ({ model, answer, measure, shown }) =>
        model === name && answer && measure === undefined && shown.compactedBy,
    );
    const { compactedBy } = answered[0]?.shown ?? {};
    if (!compactedBy) return [];
    const isOwn = compactedBy.labels.includes(provider);
    return [
      {
        name,
        id: compactedBy.id,
        isOwn,
        byId: new Map(answered.map((asked) => [asked.id, asked])),
      },
    ];
  });
  return known.flatMap((model) => {
    const without = known.find((other) => !other.isOwn && other.id === model.id);
    if (!model.isOwn || !without) return [];
    const pairs = [...without.byId].flatMap(([id, whole]) => {
      const shortened = model.byId.get(id);
      return shortened ? [{ whole, shortened: [shortened] }] : [];
    });
    return pairs.length === 0 ? [] : [providersRow(model.name, without.name, pairs, confidence)];
  });
}

function providersRow(
  way: string,
  provider: string,
  pairs: readonly Pair[],
  confidence: number,
): CompactionRow {
  const billed = (some: readonly AskedCase[]) =>
    sum(some.map(({ shown }) => shown.promptTokens ?? Number.NaN));
  const shortened = pairs.flatMap((pair) => pair.shortened);
  return {
    provider,
    way,
    isProviders: true,
    prompts: pairs.length,
    samples: 1,
    tokensSaved: 1 - billed(shortened) / billed(pairs.map(({ whole }) => whole)),
    kept: Number.NaN,
    supersededKept: Number.NaN,
    ...recallOf(pairs, true, confidence),
    ages: [],
  };
}

/** Returns recall without and with compaction, and how much is lost if that can be known. */
function recallOf(pairs: readonly Pair[], isKnown: boolean, confidence: number) {
  const without = mean(pairs.map(({ whole }) => meanMark(whole)));
  // A model that recalls nothing loses nothing.
  const isLost = isKnown && without >= LEAST_RECALL;
  return {
    without,
    with: mean(pairs.map((pair) => mean(pair.shortened.map(meanMark)))),
    ...(isLost && (lostOf(pairs, confidence) ?? { lost: lostBySeries(pairs, confidence) })),
  };
}

/** Averages differences within tasks, if nobody knows what was kept. */
function lostBySeries(pairs: readonly Pair[], confidence: number): Interval {
  const strata = [...groupBy(pairs, ({ whole }) => whole.series).values()];
  return weightedSum(
    strata.map((stratum) => ({
      figure: pairedLoss(
        stratum.map((pair) => ({ easy: [pair.whole], hard: pair.shortened })),
        confidence,
      ),
      weight: stratum.length / pairs.length,
    })),
  );
}

/**
 * Splits lost recall into facts that were dropped, which is known, and the model's share of what was kept,
 * which alone has an interval.
 *
 * @param isMeant - selects marks by the kinds of their facts
 * @returns nothing if it is unknown what was kept, or no mark is meant
 */
function lostOf(
  pairs: readonly Pair[],
  confidence: number,
  isMeant: (kinds: readonly string[]) => boolean = () => true,
): { lost: Interval; dropped: number } | undefined {
  const all = TAKEN.map(([wholeAs, shortenedAs]) =>
    pairs.flatMap(({ whole, shortened }) => {
      const before = marksOf(takenAs(whole, wholeAs).answer!);
      const each = shortened.map((asked) => {
        const { most, markKinds } = asked.shown.compaction ?? {};
        return { most, markKinds, after: marksOf(takenAs(asked, shortenedAs).answer!) };
      });
      const meant = [...before.keys()].filter((i) => isMeant(each[0]!.markKinds?.[i] ?? []));
      if (meant.length === 0 || each.some(({ most }) => most?.length !== before.length)) return [];
      const could = meant.map((i) => mean(each.map(({ most }) => before[i]! * most![i]!)));
      const dropped = mean(meant.map((i, at) => before[i]! - could[at]!));
      return [
        {
          dropped,
          second: could,
          first: meant.map((i) => mean(each.map(({ after }) => after[i]!))),
        },
      ];
    }),
  );
  const [scored = []] = all;
  // All results must report what was kept.
  const isTold = (pair: Pair) =>
    pair.shortened.every(({ shown }) => shown.compaction?.most !== undefined);
  if (scored.length === 0 || !pairs.every(isTold)) return undefined;
  const dropped = mean(scored.map((each) => each.dropped));
  const lost = hull(
    all.map((some) => {
      const own = mean(some.map((each) => each.dropped));
      const { value, low, high } = pairedDifference(some, confidence);
      return { value: value + own, low: low + own, high: high + own };
    }),
  );
  return { lost, dropped };
}

/** Sums up the facts of each kind, the most frequent kind first. */
function kindsOf(pairs: readonly Pair[], isLost: boolean, confidence: number): CompactionKind[] {
  const counted = new Map<string, KeptOf[]>();
  for (const { shortened } of pairs) {
    for (const asked of shortened) {
      for (const [kind, counts] of Object.entries(keptBy(asked).kinds ?? {})) {
        kept(counted, kind, () => []).push(counts);
      }
    }
  }
  return [...counted]
    .map(([kind, counts]) => ({
      kind,
      kept: shareOf(counts),
      facts: sum(counts.map(([, all]) => all)),
      ...(isLost && lostOf(pairs, confidence, (kinds) => kinds.includes(kind))),
    }))
    .sort((a, b) => b.facts - a.facts || byCodeUnits(a.kind, b.kind));
}

function lostLeast(a: CompactionRow, b: CompactionRow): number {
  const last = (value: number | undefined) => (Number.isFinite(value) ? value! : 2);
  return (
    last(a.lost?.value) - last(b.lost?.value) ||
    last(1 - a.tokensSaved) - last(1 - b.tokensSaved) ||
    byCodeUnits(a.way, b.way) ||
    byCodeUnits(a.provider, b.provider)
  );
}

function triedBy({ name, notAsked }: Model, cases: readonly AskedCase[]): Tried[] {
  const answered = cases.filter(
    ({ model, answer, measure }) => model === name && answer && measure === undefined,
  );
  const byId = new Map(answered.map((asked) => [asked.id, asked]));
  const pairs = answered.flatMap((asked) => {
    const { compaction } = asked.shown;
    const whole = compaction && byId.get(compaction.of);
    return whole ? [{ way: compaction.way, whole, asked }] : [];
  });
  const failed = notAsked.map((row) => ({ row, whole: byId.get(row.compaction!.of) }));
  const ways = new Set([
    ...pairs.map(({ way }) => way),
    ...failed.map(({ row }) => row.compaction!.way),
  ]);
  return [...ways].map((way) => {
    const byWhole = groupBy(
      pairs.filter((pair) => pair.way === way),
      ({ whole }) => whole,
    );
    return {
      model: name,
      way,
      pairs: [...byWhole].map(([whole, some]) => ({
        whole,
        shortened: some.map(({ asked }) => asked),
      })),
      failed: failed.filter(({ row }) => row.compaction!.way === way),
    };
  });
}

function ofSeries(tried: Tried, series: Series): Tried {
  const isIn = ({ whole }: { whole: AskedCase | undefined }) => whole?.series === series;
  return { ...tried, pairs: tried.pairs.filter(isIn), failed: tried.failed.filter(isIn) };
}

function rowOf({ model, way, pairs, failed }: Tried, confidence: number): CompactionRow {
  const shortened = pairs.flatMap((pair) => pair.shortened);
  const kept = shortened.map(keptBy);
  const [before, after] = [
    sum(kept.map((each) => each.before)),
    sum(kept.map((each) => each.after)),
  ];
  const bySample = groupBy(kept, ({ sample }) => sample);
  const all = shortened.length + failed.length;
  const isKnown = failed.length <= MOST_FAILED * all;
  const recall = recallOf(pairs, isKnown, confidence);
  const kinds = isKnown ? kindsOf(pairs, 'lost' in recall, confidence) : [];
  return {
    provider: model,
    way: baseName(way),
    prompts: pairs.length,
    samples: Math.max(1, bySample.size),
    tokensSaved: isKnown ? 1 - after / before : Number.NaN,
    kept: isKnown ? keptShare(kept) : Number.NaN,
    ...(isKnown && spentOn(kept, before)),
    ...(isKnown &&
      bySample.size > 1 && { spread: deviation([...bySample.values()].map(keptShare)) }),
    ...(failed.length > 0 && { failed: { count: failed.length, of: all, ways: waysOf(failed) } }),
    supersededKept: isKnown ? shareOf(kept.flatMap(({ superseded }) => superseded)) : Number.NaN,
    ...recall,
    ...(kinds.length > 0 && { kinds }),
    ages: (kept[0]?.current ?? []).map((_, quarter) => ageOf(pairs, quarter)),
  };
}

function keptBy({ shown }: AskedCase): NonNullable<Row['compaction']> {
  return shown.compaction!;
}

function meanMark({ answer }: AskedCase): number {
  return mean(marksOf(answer!));
}

function keptShare(kept: readonly { current: readonly KeptOf[] }[]): number {
  return shareOf(kept.flatMap(({ current }) => current));
}

/** Sums what the calls of a compaction took, per token given. */
function spentOn(
  kept: readonly Pick<NonNullable<Row['compaction']>, 'spent'>[],
  before: number,
): Pick<CompactionRow, 'spent'> {
  const told = kept.flatMap(({ spent }) => spent ?? []);
  const tokens = sum(told.map(({ input, output }) => input + output));
  const cost = sum(told.map((call) => call.cost ?? 0));
  if (told.length < kept.length || tokens === 0) return {};
  return { spent: { tokens: tokens / before, ...(cost > 0 && { cost }) } };
}

function deviation(shares: readonly number[]): number {
  const middle = mean(shares);
  return Math.sqrt(sum(shares.map((value) => (value - middle) ** 2)) / (shares.length - 1));
}

/** Groups failures by kind, the most frequent first, each with its first message. */
function waysOf(failed: Tried['failed']): { way: string; count: number }[] {
  const kinds = groupBy(
    failed.map(({ row }) => row.compaction!.failed!),
    (said) => said.split(': ')[0]!,
  );
  return [...kinds.values()]
    .map((said) => ({ way: [...said].sort(byCodeUnits)[0]!, count: said.length }))
    .sort((a, b) => b.count - a.count || byCodeUnits(a.way, b.way));
}

/** Sums up facts of one quarter of the histories. */
function ageOf(pairs: readonly Pair[], quarter: number): CompactionAge {
  const each = pairs.flatMap(({ whole, shortened }) =>
    shortened.map((asked) => ({ answer: whole.answer!, asked })),
  );
  const marks = each.flatMap(({ answer: { positions, marks: before }, asked }) =>
    positions.flatMap((position, i) =>
      quarterOf(position) === quarter
        ? [{ before: before[i]!, after: asked.answer!.marks[i]! }]
        : [],
    ),
  );
  const [before, after] = [
    mean(marks.map((mark) => mark.before)),
    mean(marks.map((mark) => mark.after)),
  ];
  return {
    kept: shareOf(each.map(({ asked }) => keptBy(asked).current[quarter]!)),
    ...(marks.length > 0 && { before, after, lost: before - after }),
  };
}

function shareOf(counts: readonly KeptOf[]): number {
  return sum(counts.map(([kept]) => kept)) / sum(counts.map(([, all]) => all));
}

/** Names a compaction by its function, if no other file has one of that name. */
export function wayName(way: string, all: readonly Pick<CompactionRow, 'way'>[]): string {
  const nameOf = (text: string) => /^[^\s:]+\.\w+:(.+)$/.exec(text)?.[1] ?? text;
  const name = nameOf(way);
  return all.some((other) => other.way !== way && nameOf(other.way) === name) ? way : name;
}

const KINDS: Readonly<Record<string, () => string>> = {
  'tool results': () => say`tool results`,
  instructions: () => say`instructions`,
  corrections: () => say`corrections`,
  names: () => say`names`,
  numbers: () => say`numbers`,
  code: () => say`code`,
  planted: () => say`planted lines`,
};

export function factKindText(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]!() : kind;
}

/** Lists how compactions failed: `2 no answer in 60 s, 1 exit 3: KeyError`. */
export function failedCompactions({ failed }: Pick<CompactionRow, 'failed'>): string {
  return commas((failed?.ways ?? []).map(({ way, count }) => `${count} ${way}`));
}
