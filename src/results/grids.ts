/**
 * Whether results are of whole grids. A grid is all that one generator makes of its config; each of its
 * tests says how large it is and which one. Tests of an earlier version do not, and nothing is known.
 */
import { UserError } from '../case.js';
import { groupBy } from '../group-by.js';
import { byCodeUnits } from '../text/texts.js';
import { type Row, withPromptNames } from './rows.js';

/** What one reader has no result of, neither an answer nor an error. */
export interface GridGap {
  provider: string;
  /** Digest of all ids of the grid. */
  grid: string;
  /** How many prompts the grid has, and of how many there is a result. */
  prompts: number;
  found: number;
  /** How many of each shard there are, where the grid was evaluated in shards. */
  shards?: { shard: string; found: number }[];
  /** Descriptions of some that are missing, as far as another reader has them. */
  named: string[];
}

/** At most this many prompts are named. */
const NAMED = 3;

type GridRow = Pick<Row, 'id' | 'provider' | 'prompt' | 'grid' | 'shard' | 'description'>;

/** What is missing of the grids that results are of, for each reader that has any result of them. */
export function gridGaps(rows: readonly GridRow[]): GridGap[] {
  const grids = groupBy(
    withPromptNames(rows).filter(({ grid }) => grid),
    ({ grid }) => grid!.id,
  );
  const gaps = [...grids.values()].flatMap((own) => {
    const { id, size } = own[0]!.grid!;
    const descriptions = new Map(own.map((row) => [row.id, row.description]));
    return [...groupBy(own, ({ provider }) => provider)].flatMap(([provider, ofReader]) => {
      const found = new Set(ofReader.map((row) => row.id));
      if (found.size >= size) return [];
      const missing = [...descriptions].filter(([one]) => !found.has(one));
      return {
        provider,
        grid: id,
        prompts: size,
        found: found.size,
        ...shardsOf(ofReader),
        named: missing
          .map(([, description]) => description)
          .sort(byCodeUnits)
          .slice(0, NAMED),
      };
    });
  });
  return gaps.sort((a, b) => byCodeUnits(a.provider, b.provider) || byCodeUnits(a.grid, b.grid));
}

function shardsOf(rows: readonly GridRow[]): Pick<GridGap, 'shards'> {
  const shards = groupBy(
    rows.filter(({ shard }) => shard !== undefined),
    ({ shard }) => shard!,
  );
  if (shards.size === 0) return {};
  return {
    shards: [...shards]
      .map(([shard, own]) => ({ shard, found: new Set(own.map(({ id }) => id)).size }))
      .sort((a, b) => byCodeUnits(a.shard, b.shard)),
  };
}

/** How a grid comes to be half: the end of a sentence. */
const WHY =
  'the evaluation was stopped, or a filter of promptfoo such as `--filter-first-n` left them out';

/** How names from outside are written where a text goes. */
type Written = (name: string) => string;

/** A gap as the start of a sentence, without its reader. */
export function gapText(
  { prompts, found, shards, named }: GridGap,
  written: Written = (name) => name,
): string {
  const parts = [
    ...(shards
      ? [`of shard ${shards.map((one) => `${one.shard} there are ${one.found}`).join(', of ')}`]
      : []),
    ...(named.length > 0 ? [`for example ${named.map(written).join('; ')}`] : []),
  ];
  return (
    `${prompts - found} of the ${prompts} prompts of the grid have no result` +
    `${parts.length > 0 ? ` (${parts.join('; ')})` : ''}: ${WHY}`
  );
}

/** A whole sentence for each gap. */
export function gapTexts(
  gaps: readonly GridGap[] = [],
  written: Written = (name) => name,
): string[] {
  return gaps.map((gap) => `${written(gap.provider)}: ${gapText(gap, written)}.`);
}

/**
 * Refuse to keep a part of a grid as if it were all of it.
 *
 * @throws {UserError} when a prompt has no result
 */
export function assertWholeGrids(rows: readonly GridRow[]): void {
  const [first] = gapTexts(gridGaps(rows));
  if (first === undefined) return;
  throw new UserError(
    `${first} Complete it with \`npx promptfoo eval --resume EVAL_ID\`, or take what is there with ` +
      '`--allow-missing`.',
  );
}

/**
 * Refuse shards that do not belong together: of different configs, or one of them evaluated more often
 * than another.
 *
 * @param rows - settled, so that a call which failed and was repeated counts once
 * @throws {UserError} naming the shards
 */
export function assertOneGrid(rows: readonly GridRow[]): void {
  const sharded = rows.filter(({ grid, shard }) => grid && shard !== undefined);
  const grids = [...groupBy(sharded, ({ grid }) => grid!.id).values()];
  grids.forEach((one, i) => {
    for (const other of grids.slice(i + 1)) refuseApart(labelsOf(one), labelsOf(other));
  });
  for (const grid of grids) refuseTwice(grid);
}

function labelsOf(rows: readonly GridRow[]): Set<string> {
  return new Set(rows.map(({ shard }) => shard!));
}

/** Grids of one config have the same shards; two that share none are of two configs. */
function refuseApart(one: ReadonlySet<string>, other: ReadonlySet<string>): void {
  if ([...one].some((label) => other.has(label))) return;
  throw new UserError(
    `Shard ${[...one].join(', ')} and shard ${[...other].join(', ')} are of different grids: their ` +
      'generators had different options, or texts of another version. Evaluate all shards with one ' +
      'config, or take them as they are with `--allow-missing`.',
  );
}

/** Of a shard that was evaluated twice, every prompt has more answers than any of another shard. */
function refuseTwice(rows: readonly GridRow[]): void {
  const readers = groupBy(rows, ({ provider, prompt }) => JSON.stringify([provider, prompt]));
  for (const own of readers.values()) {
    const counts = [...groupBy(own, ({ shard }) => shard!)].map(([shard, ofShard]) => {
      const answers = [...groupBy(ofShard, ({ id }) => id).values()].map(({ length }) => length);
      return { shard, least: Math.min(...answers), most: Math.max(...answers) };
    });
    for (const { shard, least } of counts) {
      const other = counts.find(({ most }) => most < least);
      if (!other) continue;
      throw new UserError(
        `Shard ${shard} was evaluated ${least} times, and shard ${other.shard} ${other.most === 1 ? 'once' : `${other.most} times`}. ` +
          'Give the results of each shard once, or take them as they are with `--allow-missing`.',
      );
    }
  }
}
