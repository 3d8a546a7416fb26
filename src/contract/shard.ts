/** Reads parts of a grid. */

export interface Shard {
  index: number;
  count: number;
}

/** Form of a shard, as the end of an error's sentence. */
export const SHARD_FORM =
  'must have the form I/N, which is part I of N with I from 1 to N, for example 1/4';

const FORM = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/;

/**
 * Reads a shard, if it is one.
 *
 * @example
 * parseShard('2/4') // { index: 2, count: 4 }
 */
export function parseShard(text: string): Shard | undefined {
  const [, index, count] = (FORM.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index > count) return undefined;
  return { index, count };
}

export function shardText({ index, count }: Shard): string {
  return `${index}/${count}`;
}
