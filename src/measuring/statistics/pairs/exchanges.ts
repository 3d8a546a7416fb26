/** Lists or draws exchanges of two models' answers, which would change nothing if they were equal. */
import seedrandom from 'seedrandom';
import { choose } from './tails.js';

/** Prompts whose answer the first model gives away, and those whose other answer it gets: as many of both. */
interface Exchange {
  given: Uint8Array;
  got: Uint8Array;
}

/** How answers are exchanged. `none`: too few prompts to decide anything. */
export type Exchanged = 'within prompts' | 'within lengths' | 'none';

/** With this many extreme exchanges, models may be told apart that do not differ at every prompt. */
const ENOUGH = 4;

/** Above this many exchanges, some are drawn. */
const MOST_LISTED = 2 ** 15;

/**
 * Chooses exchanges by the grid alone, never by answers. Within prompts nothing has to be alike between
 * prompts, but 9 prompts fall in 512 ways only. Within lengths, any answers of one length may change sides.
 *
 * @param counts - prompts of each length
 * @param level - the chance that has to be undercut
 */
export function exchangeKind(counts: readonly number[], level: number): Exchanged {
  if (ENOUGH / waysOf('within prompts', counts) <= level) return 'within prompts';
  return 1 / waysOf('within lengths', counts) <= level ? 'within lengths' : 'none';
}

export function waysOf(kind: Exchanged, counts: readonly number[]): number {
  return counts.reduce(
    (ways, count) => ways * (kind === 'within prompts' ? 2 ** count : choose(2 * count, count)),
    1,
  );
}

interface Exchanges {
  /** How many there are, if all are listed. */
  all?: number;
  /** Writes the next one into the same arrays. The first listed one exchanges nothing. */
  next: () => Exchange;
}

/**
 * Yields exchanges in the same order for all models, each with its mirror image, so that it does not matter
 * which model comes first.
 *
 * @param counts - prompts of each length, one after the other
 */
export function exchanges(kind: Exclude<Exchanged, 'none'>, counts: readonly number[]): Exchanges {
  const all = waysOf(kind, counts);
  const isListed = all <= MOST_LISTED;
  const prompts = counts.reduce((sum, count) => sum + count, 0);
  const random = seedrandom.alea(`${kind}/${counts.join()}`);
  if (kind === 'within prompts') {
    const next = withinPrompts(prompts, isListed ? undefined : random);
    return isListed ? { all, next } : { next };
  }
  return isListed
    ? { all, next: listedWithinLengths(counts) }
    : { next: drawnWithinLengths(counts, random) };
}

function withinPrompts(prompts: number, random: seedrandom.PRNG | undefined): () => Exchange {
  const given = new Uint8Array(prompts);
  let listed = -1;
  return () => {
    let bits = ++listed;
    for (let i = 0; i < prompts; i++) {
      if (random && i % 32 === 0) bits = random.int32();
      given[i] = (bits >>> (i % 32)) & 1;
    }
    return { given, got: given };
  };
}

function drawnWithinLengths(counts: readonly number[], random: () => number): () => Exchange {
  const prompts = counts.reduce((sum, count) => sum + count, 0);
  const [given, got] = [new Uint8Array(prompts), new Uint8Array(prompts)];
  let isMirrored = true;
  return () => {
    isMirrored = !isMirrored;
    if (isMirrored) return { given: got, got: given };
    let first = 0;
    for (const count of counts) {
      let wanted = count;
      // Each half of both models' answers is as likely to become the first one's.
      for (let i = 0; i < 2 * count; i++) {
        const isTaken = random() * (2 * count - i) < wanted;
        if (isTaken) wanted--;
        if (i < count) given[first + i] = Number(!isTaken);
        else got[first + i - count] = Number(isTaken);
      }
      first += count;
    }
    return { given, got };
  };
}

function listedWithinLengths(counts: readonly number[]): () => Exchange {
  const prompts = counts.reduce((sum, count) => sum + count, 0);
  const [given, got] = [new Uint8Array(prompts), new Uint8Array(prompts)];
  const ways = counts.map((count) => halves(count));
  let listed = -1;
  return () => {
    let rest = ++listed;
    let first = 0;
    ways.forEach((own, length) => {
      const { left, right } = own[rest % own.length]!;
      rest = Math.floor(rest / own.length);
      for (let i = 0; i < counts[length]!; i++) {
        given[first + i] = (left >>> i) & 1;
        got[first + i] = (right >>> i) & 1;
      }
      first += counts[length]!;
    });
    return { given, got };
  };
}

/** Lists all ways to exchange answers, as bits: as many of the one as of the other. */
function halves(count: number): { left: number; right: number }[] {
  const bits = (set: number) => set.toString(2).replaceAll('0', '').length;
  const sets = Array.from({ length: 2 ** count }, (_, set) => set);
  return sets.flatMap((left) =>
    sets.flatMap((right) => (bits(left) === bits(right) ? { left, right } : [])),
  );
}
