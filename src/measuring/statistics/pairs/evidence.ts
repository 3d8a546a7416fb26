/** What shows that two readers are not equal, over all lengths and over every range of them. */
import { sum } from '../../../base/numbers.js';
import { type Exchanged, exchangeKind, exchanges } from './exchanges.js';
import {
  exchangesFor,
  mostAllowed,
  mostByCoins,
  type PairedScores,
  ROUNDING,
  sumOf,
} from './paired-scores.js';
import { coinTail } from './tails.js';

export type Side = 'first' | 'second';

/** What tells two readers apart: over all lengths, or over the range of them where it is clearest. */
export interface PairEvidence {
  by: 'overall' | 'range';
  higher: Side;
  fromTokens: number;
  toTokens: number;
  /** Chance of as much if the readers are equal, for all that is looked at in this pair together. */
  p: number;
}

/** Share of the level for all lengths together, and for all ranges of lengths. */
const SHARES = { all: 0.62, ranges: 0.22 };

/** An answer that lost more than half failed: how far says little. */
const FAILED = 0.5;
const FAILED_WEIGHT = 0.3;

/** From a loss of 0.05 to one of 0.15 is as much as from 0.15 to 0.35. */
const LEAST_LOST = 0.05;

/** Ranges have these numbers of lengths. */
const WIDTHS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

/** A range of lengths, or all of them. */
interface Member {
  /** Numbers of the first and the last length. */
  from: number;
  to: number;
  level: number;
}

/** A comparison that is decided for one of the two. */
interface Found {
  higher: Side;
  member: Member;
  /** Chance of as much if the two are equal. */
  p: number;
}

/** How the answers of two readers are exchanged on their prompts, to tell the two apart at a level. */
export function kindOf({ counts }: PairedScores, level: number): Exchanged {
  return exchangeKind(counts, (SHARES.all * level) / 2);
}

/**
 * What tells two readers apart; empty where nothing does.
 *
 * @param level - chance of telling equal readers apart, two-sided
 */
export function evidenceOf(paired: PairedScores, level: number): PairEvidence[] {
  const kind = kindOf(paired, level);
  const found =
    kind === 'none' ? foundByCoins(paired, level / 2) : foundBy(kind, paired, level / 2);
  const last = paired.lengths.length - 1;
  const isWhole = ({ member }: Pick<Found, 'member'>) => member.from === 0 && member.to === last;
  const told = (['first', 'second'] as const).flatMap((side) => {
    const own = found.filter(({ higher }) => higher === side);
    const clearest = largestBy(own, ({ member }) => clearness(paired, member));
    return [...own.filter(isWhole), ...(clearest && !isWhole(clearest) ? [clearest] : [])];
  });
  return told.map(({ higher, member, p }) => ({
    by: isWhole({ member }) ? 'overall' : 'range',
    higher,
    fromTokens: paired.lengths[member.from]!,
    toTokens: paired.lengths[member.to]!,
    p: (p / member.level) * level,
  }));
}

function largestBy<T>(items: readonly T[], size: (item: T) => number): T | undefined {
  let best: T | undefined;
  for (const item of items) if (best === undefined || size(item) > size(best)) best = item;
  return best;
}

function foundByCoins(paired: PairedScores, level: number): Found[] {
  const prompts = paired.first.length;
  const sum = sumOf(paired);
  if (Math.abs(sum) <= mostByCoins(prompts, level) + ROUNDING) return [];
  const member = { from: 0, to: paired.lengths.length - 1, level };
  const p = coinTail(prompts, Math.abs(sum) + ROUNDING);
  return [{ higher: sum > 0 ? 'first' : 'second', member, p }];
}

/** A comparison in one direction, and how many exchanges came out as much. */
interface Open extends Omit<Found, 'p'> {
  tried: number;
  allowed: number;
  count: number;
}

/** Every comparison against exchanges. One is over as soon as too many of them came out as much. */
function foundBy(kind: Exclude<Exchanged, 'none'>, paired: PairedScores, level: number): Found[] {
  const { first, second, counts } = paired;
  const [ours, theirs] = [first.map(weighed), second.map(weighed)];
  const lengthOf = Uint16Array.from(counts.flatMap((count, i) => Array(count).fill(i)));
  const next = exchanges(kind, counts);
  // What the first reader gives away more than it gets, up to each length.
  const sums = new Float64Array(counts.length + 1);
  let open = membersOf(counts, level).flatMap(opened);
  const found: Found[] = [];
  for (let n = 1; open.length > 0; n++) {
    const { given, got } = next();
    sums.fill(0);
    for (let i = 0; i < given.length; i++) {
      if (given[i]) sums[lengthOf[i]! + 1]! += ours[i]!;
      if (got[i]) sums[lengthOf[i]! + 1]! -= theirs[i]!;
    }
    for (let i = 1; i < sums.length; i++) sums[i]! += sums[i - 1]!;
    let isOver = false;
    for (const one of open) {
      const { from, to } = one.member;
      const more = sums[to + 1]! - sums[from]!;
      if (one.higher === 'first' ? more <= ROUNDING : more >= -ROUNDING) one.count++;
      isOver ||= one.count > one.allowed || n === one.tried;
    }
    if (!isOver) continue;
    for (const { member, higher, count, allowed, tried } of open) {
      if (count <= allowed && n === tried)
        found.push({ member, higher, p: (count + 1) / (tried + 1) });
    }
    open = open.filter(({ count, allowed, tried }) => count <= allowed && n < tried);
  }
  return found;
}

function opened(member: Member): Open[] {
  const tried = exchangesFor(member.level);
  const allowed = mostAllowed(member.level, tried);
  if (allowed < 0) return [];
  return (['first', 'second'] as const).map((higher) => ({
    member,
    higher,
    tried,
    allowed,
    count: 0,
  }));
}

/** All comparisons of a grid. */
function membersOf(counts: readonly number[], level: number): Member[] {
  const last = counts.length - 1;
  const own = (SHARES.ranges * level) / counts.length;
  const ranges = counts.flatMap((_, from) =>
    WIDTHS.filter((width) => width <= last && from + width <= counts.length).map(
      (width): Member => ({ from, to: from + width - 1, level: own }),
    ),
  );
  return [{ from: 0, to: last, level: SHARES.all * level }, ...ranges];
}

/**
 * A score as it is compared: losses count by their logarithm, so that 0.98 against 0.96 is about as much as 0.9 against 0.8,
 * and an answer that failed does not outweigh all others. It rises with the score.
 */
function weighed(score: number): number {
  return (
    FAILED_WEIGHT * Math.min(0, score - FAILED) - Math.log(1 + LEAST_LOST - Math.max(FAILED, score))
  );
}

/** A difference over a range of lengths in units of its own spread. */
function clearness({ first, second, counts }: PairedScores, { from, to }: Member): number {
  const start = sum(counts.slice(0, from));
  const end = start + sum(counts.slice(from, to + 1));
  let total = 0;
  let squares = 0;
  for (let i = start; i < end; i++) {
    const difference = weighed(first[i]!) - weighed(second[i]!);
    total += difference;
    squares += difference ** 2;
  }
  return squares > 0 ? Math.abs(total) / Math.sqrt(squares) : 0;
}
