/** Finds which shards results come from, which are missing, and whether they belong together. */

import { groupBy } from '../../../base/group-by.js';
import { UserError } from '../../../base/user-error.js';
import type { Row } from '../../../contract/row.js';
import { parseShard, shardText } from '../../../contract/shard.js';

/**
 * Lists the missing shards: `['3/4']`.
 *
 * @param rows - of all files together
 * @throws {UserError} for grids cut into different numbers of shards
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

type GridRow = Pick<Row, 'id' | 'provider' | 'prompt' | 'grid' | 'shard'>;

/**
 * Says why shards do not belong together: other configs, or one evaluated more often.
 *
 * @param rows - without errors that were overcome, so that a repeated call counts once
 */
export function conflictOf(rows: readonly GridRow[]): string | undefined {
  const sharded = rows.filter(({ grid, shard }) => grid && shard !== undefined);
  const grids = [...groupBy(sharded, ({ grid }) => grid!.id).values()];
  const labels = grids.map((rows) => new Set(rows.map(({ shard }) => shard!)));
  const conflicts = labels.flatMap((label, i) =>
    labels.slice(i + 1).map((other) => apart(label, other)),
  );
  return [...conflicts, ...grids.map(twice)].find((conflict) => conflict !== undefined);
}

/** Detects two grids that share no shard, which come from two configs. */
function apart(some: ReadonlySet<string>, other: ReadonlySet<string>): string | undefined {
  if ([...some].some((label) => other.has(label))) return undefined;
  return (
    `Shard ${[...some].join(', ')} and shard ${[...other].join(', ')} are of different grids: their ` +
    'generators had different options, or texts of another version. Evaluate all shards with one ' +
    'config, or take them as they are with `--allow missing`.'
  );
}

/** Detects a shard evaluated twice: every prompt has more answers than any of another shard. */
function twice(rows: readonly GridRow[]): string | undefined {
  const models = groupBy(rows, ({ provider, prompt }) => JSON.stringify([provider, prompt]));
  for (const ofModel of models.values()) {
    const counts = [...groupBy(ofModel, ({ shard }) => shard!)].map(([shard, ofShard]) => {
      const answers = [...groupBy(ofShard, ({ id }) => id).values()].map(({ length }) => length);
      return { shard, least: Math.min(...answers), most: Math.max(...answers) };
    });
    for (const { shard, least } of counts) {
      const other = counts.find(({ most }) => most < least);
      if (!other) continue;
      return (
        `Shard ${shard} was evaluated ${least} times, and shard ${other.shard} ${other.most === 1 ? 'once' : `${other.most} times`}. ` +
        'Give the results of each shard once, or take them as they are with `--allow missing`.'
      );
    }
  }
  return undefined;
}
