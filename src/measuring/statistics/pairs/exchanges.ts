/** What could as well have been, if two readers were equal: their answers exchanged at random. */
import seedrandom from 'seedrandom';
import { choose } from './tails.js';

/**
 * One exchange: from which prompts the first reader gives an answer away, and of which it gets the second's.
 * As many are given as are got.
 */
export interface Exchange {
  given: Uint8Array;
  got: Uint8Array;
}

/** How answers are exchanged. `none`: the grid is too small for either to decide anything. */
export type Exchanged = 'within prompts' | 'within lengths' | 'none';

/**
 * Within prompts the two answers to one prompt change sides, or not: nothing has to be alike from prompt to prompt.
 * With few prompts that is too coarse, as 9 prompts can fall in 512 ways only. Within lengths any answers to
 * prompts of one length change sides, which are different draws of the same thing. Which of the two is decided by the grid
 * alone, never by answers.
 *
 * @param counts - prompts of each length
 * @param level - the chance that has to be undercut
 */
export function exchangeKind(counts: readonly number[], level: number): Exchanged {
  const finest = (ways: (count: number) => number) =>
    counts.reduce((chance, count) => chance / ways(count), 1);
  if (2 * finest((count) => 2 ** count) <= level) return 'within prompts';
  return 2 * finest((count) => choose(2 * count, count)) <= level ? 'within lengths' : 'none';
}

/**
 * Exchanges in an order that is the same for all readers; with each also its mirror image, so that it does not matter
 * which of two readers is the first.
 *
 * @param counts - prompts of each length; those of one length follow each other
 * @returns a function that writes the next exchange into the same arrays
 */
export function exchanges(
  kind: Exclude<Exchanged, 'none'>,
  counts: readonly number[],
): () => Exchange {
  const prompts = counts.reduce((sum, count) => sum + count, 0);
  const random = seedrandom.alea(`${kind}/${counts.join()}`);
  const given = new Uint8Array(prompts);
  if (kind === 'within prompts') {
    return () => {
      let bits = 0;
      for (let i = 0; i < prompts; i++) {
        if (i % 32 === 0) bits = random.int32();
        given[i] = (bits >>> (i % 32)) & 1;
      }
      return { given, got: given };
    };
  }
  const got = new Uint8Array(prompts);
  let isMirrored = true;
  return () => {
    isMirrored = !isMirrored;
    if (isMirrored) return { given: got, got: given };
    let first = 0;
    for (const count of counts) {
      exchangeWithin(given, got, first, count, random);
      first += count;
    }
    return { given, got };
  };
}

/** Half of the answers to some prompts, each half as likely, become the first reader's. */
function exchangeWithin(
  given: Uint8Array,
  got: Uint8Array,
  first: number,
  count: number,
  random: () => number,
): void {
  let wanted = count;
  for (let i = 0; i < 2 * count; i++) {
    const isTaken = random() * (2 * count - i) < wanted;
    if (isTaken) wanted--;
    if (i < count) given[first + i] = Number(!isTaken);
    else got[first + i - count] = Number(isTaken);
  }
}
