/**
 * Shards: one grid divided among several jobs of a continuous integration run. Which cases a shard
 * has depends on the cases alone, so every job finds out by itself.
 */

import { largest } from '../base/extremes.js';
import { groupBy } from '../base/group-by.js';
import { UserError } from '../base/user-error.js';
import type { Case } from '../contract/case.js';
import { parseShard, SHARD_FORM, type Shard, shardText } from '../contract/shard.js';

export const SHARD_VARIABLE = 'COUNTING_STARS_SHARD';

/**
 * Which shard of its cases a generator makes.
 *
 * @param generator - the name users know the generator by
 * @param option - its option `shard`
 * @param variable - the value of COUNTING_STARS_SHARD; empty counts as not set
 * @returns nothing when all cases are wanted
 * @throws {UserError} when the variable is no shard, or another one than the option's
 */
export function chosenShard(
  generator: string,
  option: Shard | undefined,
  variable: string | undefined,
): Shard | undefined {
  if (!variable) return option;
  const shard = parseShard(variable);
  if (!shard) {
    throw new UserError(
      `${generator}: the environment variable ${SHARD_VARIABLE} is ${JSON.stringify(variable)}, ` +
        `but ${SHARD_FORM}.`,
    );
  }
  if (option && shardText(option) !== variable) {
    throw new UserError(
      `${generator}: \`shard\` is "${shardText(option)}", but the environment variable ` +
        `${SHARD_VARIABLE} is "${variable}". Set only one of them.`,
    );
  }
  return shard;
}

/**
 * The cases of one shard, in the order they came. All shards together have every case once: the longest
 * first, and those of the same place in each seed one after the other, each goes to the shard that has
 * the fewest tokens. So shards differ by at most the longest case, and where as many seeds of one grid go
 * evenly into the shards, none is split.
 *
 * @throws {UserError} when there are fewer cases than shards, since promptfoo makes a test of its own
 *   out of an empty list
 */
export function inShard<T extends Pick<Case, 'seed' | 'tokens'>>(
  cases: readonly T[],
  { index, count }: Shard,
): T[] {
  if (cases.length < count) {
    const most =
      cases.length === 1
        ? '1 case, use 1 shard'
        : `${cases.length} cases, use at most ${cases.length} shards`;
    throw new UserError(
      `shard ${index}/${count}: there ${cases.length === 1 ? 'is' : 'are'} only ${most}.`,
    );
  }
  const seeds = [...groupBy(cases, ({ seed }) => seed).values()];
  const places = Array.from({ length: largest(seeds.map((own) => own.length)) }, (_, i) => i);
  const sideBySide = places.flatMap((place) => seeds.flatMap((own) => own[place] ?? []));
  const given = new Array<number>(count).fill(0);
  const own = new Set<T>();
  for (const theCase of sideBySide.sort((a, b) => b.tokens - a.tokens)) {
    const least = given.indexOf(Math.min(...given));
    given[least]! += theCase.tokens;
    if (least === index - 1) own.add(theCase);
  }
  return cases.filter((theCase) => own.has(theCase));
}
