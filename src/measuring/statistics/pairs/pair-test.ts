/**
 * Tests whether two models are equal on the prompts both answered: over all lengths, and over every range of
 * them.
 */
import { groupBy } from '../../../base/group-by.js';
import { sum } from '../../../base/numbers.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { mean } from '../curve/prompt-marks.js';
import { type Exchanged, exchangeKind, exchanges, waysOf } from './exchanges.js';
import { coinTail } from './tails.js';

/** The same prompt's marks from two readers. */
export interface PairedMarks {
  series?: string;
  key: string;
  tokens: number;
  first: readonly number[];
  second: readonly number[];
}

type Side = 'first' | 'second';

/** What tells two models apart, over all lengths or the clearest range. */
export interface PairEvidence {
  by: 'overall' | 'range';
  higher: Side;
  fromTokens: number;
  toTokens: number;
  /** Chance of as much between equal models, for all comparisons of this pair together. */
  p: number;
}

/** Shares of the level. They sum to less than 1, so that effective lengths may tell models apart too. */
const SHARES = { all: 0.62, alone: 0.72, ranges: 0.22 };

/** An answer that lost more than half failed. How far says little. */
const FAILED = 0.5;
const FAILED_WEIGHT = 0.3;

/** Makes a loss from 0.05 to 0.15 count as much as one from 0.15 to 0.35. */
const LEAST_LOST = 0.05;

/** Exchanges drawn at a level, of how many at most, and the fewest. */
const AT_LEVEL = 64;
const MOST_DRAWN = 2 ** 15;
const LEAST_AT_LEVEL = 2;
const MOST_NEEDED = 2 ** 20;

/** Sums below this are rounding errors. */
const ROUNDING = 1e-9;

/** Ranges have these numbers of lengths. */
const WIDTHS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

/** The scores of both readers for the prompts that both answered, in order of length. */
interface Paired {
  first: Float64Array;
  second: Float64Array;
  lengths: readonly number[];
  counts: readonly number[];
  hasRanges: boolean;
}

/** A range of lengths, or all of them. */
interface Member {
  /** Numbers of the first and the last length. */
  from: number;
  to: number;
  level: number;
}

interface Found {
  higher: Side;
  member: Member;
  /** Chance of as much between equal models. */
  p: number;
}

/**
 * Returns what tells two models apart, for all lengths and ranges together, or nothing.
 *
 * @param level - chance of telling equal models apart, two-sided. For many pairs, divide it by their number
 *
 * @example
 * pairEvidence(prompts, 0.05)
 * // [{ by: 'overall', higher: 'first', fromTokens: 4000, toTokens: 128000, p: 0.004 }]
 */
export function pairEvidence(prompts: readonly PairedMarks[], level: number): PairEvidence[] {
  const paired = pairedScores(prompts);
  if (paired.first.length === 0) return [];
  const kind = exchangeKind(paired.counts, (SHARES.all * level) / 2);
  const found =
    kind === 'none' ? foundByCoins(paired, level / 2) : foundBy(kind, paired, level / 2);
  const last = paired.lengths.length - 1;
  const isWhole = ({ member }: Found) => member.from === 0 && member.to === last;
  return (['first', 'second'] as const).flatMap((side) => {
    const own = found.filter(({ higher }) => higher === side);
    const whole = own.filter(isWhole);
    const clearest = clearestOf(paired, own);
    const ranges = clearest && !isWhole(clearest) ? [clearest] : [];
    const row = (by: PairEvidence['by'], { member, p }: Found): PairEvidence => ({
      by,
      higher: side,
      fromTokens: Math.min(...paired.lengths.slice(member.from, member.to + 1)),
      toTokens: Math.max(...paired.lengths.slice(member.from, member.to + 1)),
      p: (p / member.level) * level,
    });
    return [...whole.map((one) => row('overall', one)), ...ranges.map((one) => row('range', one))];
  });
}

function pairedScores(prompts: readonly PairedMarks[]): Paired {
  const sorted = prompts
    .filter(({ first, second }) => first.length > 0 && second.length > 0)
    .sort(
      (a, b) =>
        byCodeUnits(a.series ?? '', b.series ?? '') ||
        a.tokens - b.tokens ||
        byCodeUnits(a.key, b.key),
    );
  const groups = [
    ...groupBy(sorted, ({ series, tokens }) => JSON.stringify([series, tokens])).values(),
  ];
  return {
    first: Float64Array.from(sorted, ({ first }) => mean(first)),
    second: Float64Array.from(sorted, ({ second }) => mean(second)),
    lengths: groups.map(([prompt]) => prompt!.tokens),
    counts: groups.map((own) => own.length),
    hasRanges: new Set(sorted.map(({ series }) => series)).size === 1,
  };
}

/** Tests a grid too small for exchanges: the total difference against coins. */
function foundByCoins(paired: Paired, level: number): Found[] {
  const more = sum(paired.first) - sum(paired.second);
  const p = coinTail(paired.first.length, Math.abs(more) + ROUNDING);
  if (p > level) return [];
  const member = { from: 0, to: paired.lengths.length - 1, level };
  return [{ higher: more > 0 ? 'first' : 'second', member, p }];
}

/** A comparison in one direction, and how many exchanges came out as much. */
interface Open extends Omit<Found, 'p'> {
  tried: number;
  allowed: number;
  count: number;
  /** Beside the sides' name and the member, since each is looked at ten million times. */
  from: number;
  behind: number;
  sign: 1 | -1;
}

/** Tests every comparison against exchanges, and drops one as soon as too many come out as much. */
function foundBy(kind: Exclude<Exchanged, 'none'>, paired: Paired, level: number): Found[] {
  const { first, second, counts } = paired;
  const [ours, theirs] = [first.map(weighed), second.map(weighed)];
  const lengthOf = Uint16Array.from(counts.flatMap((count, i) => Array(count).fill(i)));
  const { all, next } = exchanges(kind, counts);
  // What the first model gives away more than it gets, up to each length.
  const sums = new Float64Array(counts.length + 1);
  let open = membersOf(kind, paired, level).flatMap((member) => opened(member, all));
  const found: Found[] = [];
  for (let n = 1; open.length > 0; n++) {
    const { given, got } = next();
    sums.fill(0);
    for (let i = 0; i < given.length; i++) {
      if (given[i] !== 0) sums[lengthOf[i]! + 1]! += ours[i]!;
      if (got[i] !== 0) sums[lengthOf[i]! + 1]! -= theirs[i]!;
    }
    for (let i = 1; i < sums.length; i++) sums[i]! += sums[i - 1]!;
    let isOver = false;
    for (const one of open) {
      const more = one.sign * (sums[one.behind]! - sums[one.from]!);
      if (more <= ROUNDING && ++one.count > one.allowed) isOver = true;
      if (n === one.tried) isOver = true;
    }
    if (!isOver) continue;
    for (const { member, higher, count, allowed, tried } of open) {
      if (count > allowed || n < tried) continue;
      found.push({ member, higher, p: all ? count / all : (count + 1) / (tried + 1) });
    }
    open = open.filter(({ count, allowed, tried }) => count <= allowed && n < tried);
  }
  return found;
}

/**
 * Opens a comparison in both directions.
 *
 * @param all - how many exchanges there are, where all are tried
 */
function opened(member: Member, all: number | undefined): Open[] {
  const { level } = member;
  // As many as decide anything and, if not too many, decide it well.
  const least = Math.min(MOST_NEEDED, LEAST_AT_LEVEL / level);
  const wanted = Math.max(least, Math.min(MOST_DRAWN, AT_LEVEL / level));
  const drawn = 2 ** Math.ceil(Math.log2(wanted));
  // The observed outcome is one of those drawn.
  const tried = all ?? drawn - 1;
  const allowed = Math.floor(level * (all ?? drawn) + ROUNDING) - (all ? 0 : 1);
  return (['first', 'second'] as const).map((higher) => ({
    member,
    higher,
    tried,
    allowed,
    count: 0,
    from: member.from,
    behind: member.to + 1,
    sign: higher === 'first' ? 1 : -1,
  }));
}

/** Lists all comparisons that a grid's exchanges can decide. */
function membersOf(kind: Exchanged, { counts, hasRanges }: Paired, level: number): Member[] {
  const last = counts.length - 1;
  const own = (SHARES.ranges * level) / counts.length;
  const ranges = (hasRanges ? counts : [])
    .flatMap((_, from) => WIDTHS.map((width) => ({ from, to: from + width - 1, level: own })))
    .filter(({ from, to }) => to <= last && to - from < last)
    .filter(({ from, to }) => {
      const ways = waysOf(kind, counts.slice(from, to + 1));
      return Math.min(MOST_DRAWN, ways) * own >= 1;
    });
  const share = ranges.length === 0 ? SHARES.alone : SHARES.all;
  return [{ from: 0, to: last, level: share * level }, ...ranges];
}

/**
 * Weighs losses by their logarithm, so that 0.98 against 0.96 counts about as much as 0.9 against 0.8, and one
 * failed answer does not outweigh all others.
 */
export function weighed(score: number): number {
  return (
    FAILED_WEIGHT * Math.min(0, score - FAILED) - Math.log(1 + LEAST_LOST - Math.max(FAILED, score))
  );
}

/** Finds the largest difference for its number of prompts. Of equal ones, the one with the fewest lengths. */
function clearestOf(paired: Paired, found: readonly Found[]): Found | undefined {
  const width = ({ member }: Found) => member.to - member.from;
  const sized = found.map((one) => ({ one, size: clearness(paired, one.member) }));
  sized.sort((a, b) =>
    Math.abs(a.size - b.size) > ROUNDING ? b.size - a.size : width(a.one) - width(b.one),
  );
  return sized[0]?.one;
}

function clearness({ first, second, counts }: Paired, { from, to }: Member): number {
  const start = sum(counts.slice(0, from));
  const prompts = sum(counts.slice(from, to + 1));
  const ours = first.subarray(start, start + prompts).map(weighed);
  const theirs = second.subarray(start, start + prompts).map(weighed);
  return Math.abs(sum(ours) - sum(theirs)) / Math.sqrt(prompts);
}
