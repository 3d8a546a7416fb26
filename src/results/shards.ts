/** Which shards of a grid results come from, and which are missing. */
import { UserError } from '../case.js';
import { parseShard, shardText } from '../options/shard.js';
import type { Row } from './rows.js';

/** At most this many missing shards are named. */
const NAMED = 8;

/**
 * The shards that no row comes from, in order.
 *
 * @param rows - rows of all files together; rows without a shard say nothing
 * @returns for example `['3/4']`; empty when none is missing, or nothing was sharded
 * @throws {UserError} when rows come from grids that were cut into different numbers of shards
 */
export function missingShards(rows: readonly Pick<Row, 'shard'>[]): string[] {
  const labels = new Set(rows.flatMap(({ shard }) => shard ?? []));
  const found = [...labels].flatMap((label) => parseShard(label) ?? []);
  const [first] = found;
  if (!first) return [];
  const other = found.find(({ count }) => count !== first.count);
  if (other) {
    throw new UserError(
      `The results are of shard ${shardText(first)} and of shard ${shardText(other)}, which are parts ` +
        'of different divisions. Give the files of one division, all with the same number of shards.',
    );
  }
  return Array.from({ length: first.count }, (_, i) =>
    shardText({ index: i + 1, count: first.count }),
  ).filter((label) => !labels.has(label));
}

/**
 * Refuse to keep a part of a grid as if it were all of it.
 *
 * @throws {UserError} when shards are missing
 */
export function assertAllShards(rows: readonly Pick<Row, 'shard'>[]): void {
  const text = missingShardsText(missingShards(rows));
  if (text === undefined) return;
  throw new UserError(
    `${text} Give the files of all shards, or take what is there with \`--allow-missing\`.`,
  );
}

/**
 * What a reader must know when shards are missing.
 *
 * @returns nothing when none is
 *
 * @example
 * missingShardsText(['3/4']) // 'Shard 3/4 is missing: its prompts are not in these results.'
 */
export function missingShardsText(missing: readonly string[] = []): string | undefined {
  const last = missing[missing.length - 1];
  if (last === undefined) return undefined;
  if (missing.length === 1)
    return `Shard ${last} is missing: its prompts are not in these results.`;
  const names =
    missing.length > NAMED
      ? `${missing.slice(0, NAMED).join(', ')} and ${missing.length - NAMED} more`
      : `${missing.slice(0, -1).join(', ')} and ${last}`;
  return `Shards ${names} are missing: their prompts are not in these results.`;
}
