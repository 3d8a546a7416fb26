/**
 * Where the one piece of evidence stands among data that are a list: pairs, or documents. The paper
 * calls it the gold pair and the gold document, and moves it through the list (arXiv:2307.03172, §2).
 */
import { z } from 'zod';
import { UserError } from '../case.js';
import { oneOrMore } from '../generators/options.js';

const GOLD =
  'must be an index (0 is the first), a share between 0 and 1, first, middle or last, or a list of these';

/** An index, a share of the way from the first to the last, or a word for such a share. */
export type GoldPlace = number | 'first' | 'middle' | 'last';

const place = z.union(
  [
    z.enum(['first', 'middle', 'last']),
    z.number().int().nonnegative(),
    z.number().gt(0, GOLD).lt(1, GOLD),
  ],
  GOLD,
);

/** The option `gold`: where the evidence stands, each place a prompt of its own. */
export const goldOption = oneOrMore(place, GOLD).default(['first', 0.25, 'middle', 0.75, 'last']);

const SHARES = { first: 0, middle: 0.5, last: 1 } as const;

/** A place as a share, unless it is an index. */
function shareOf(gold: GoldPlace): number | undefined {
  if (typeof gold === 'string') return SHARES[gold];
  return Number.isInteger(gold) ? undefined : gold;
}

/** The index that a place has among so many; one beyond the end is the last. */
export function goldIndex(gold: GoldPlace, among: number): number {
  const share = shareOf(gold);
  return share === undefined
    ? Math.min(gold as number, among - 1)
    : Math.round(share * (among - 1));
}

/** The position that a place asks for, from 0 (first) to 1 (last); 0 where there is only one. */
export function goldPosition(gold: GoldPlace, among: number): number {
  if (among === 1) return 0;
  return shareOf(gold) ?? goldIndex(gold, among) / (among - 1);
}

/** The places that are different among so many: of those with the same index, the nearest to it. */
export function differentPlaces(places: readonly GoldPlace[], among: number): GoldPlace[] {
  const nearest = new Map<number, GoldPlace>();
  const distance = (gold: GoldPlace) =>
    Math.abs(goldPosition(gold, among) * (among - 1) - goldIndex(gold, among));
  for (const gold of places) {
    const index = goldIndex(gold, among);
    const other = nearest.get(index);
    if (other === undefined || distance(gold) < distance(other)) nearest.set(index, gold);
  }
  return [...nearest.values()];
}

/**
 * Check that there are such indices.
 *
 * @param data - what there are so many of, for the error message: `pairs`
 * @throws {UserError} when a place is an index beyond the last
 */
export function checkGold(
  generator: string,
  places: readonly GoldPlace[],
  among: number,
  data: string,
): void {
  const gold = places.find((one) => shareOf(one) === undefined && Number(one) >= among);
  if (gold === undefined) return;
  throw new UserError(
    `${generator}: \`gold\` is ${gold}, but a prompt has ${among} ${data}, so the last index is ` +
      `${among - 1}. Use a smaller index, or a share between 0 and 1.`,
  );
}

/** Put one item at an index; the others keep their order. */
export function insertAt<T>(others: readonly T[], item: T, index: number): T[] {
  return [...others.slice(0, index), item, ...others.slice(index)];
}
