/**
 * Whether results are of whole grids. A grid is all that one entry of `tests` makes; each of its tests
 * says how large it is and which one. Which grids and readers there should be, the config says.
 */
import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { clauses, say, sayCount } from '../../base/text/language.js';
import { byCodeUnits } from '../../base/text/texts.js';
import type { AskedCase } from './asked-case.js';
import type { Reader } from './readers.js';

/** A grid that there should be results of. */
export interface ExpectedGrid {
  /** Digest of all ids of the grid. */
  id: string;
  /** How many prompts it has. */
  size: number;
  /** Descriptions of its prompts, or of the first few. */
  named: readonly string[];
  /** Providers that are asked it, by label or id. */
  providers: readonly string[];
}

/** What an evaluation asks. */
export interface Expected {
  grids: readonly ExpectedGrid[];
}

/** What one reader has no result of, neither an answer nor an error. */
export interface Gap {
  /** The reader's name. */
  provider: string;
  /** Of how many grids, and how many prompts these have together. */
  grids: number;
  prompts: number;
  /** Of how many of these prompts there is a result. */
  found: number;
  /** How many of each shard there are, where a grid was evaluated in shards. */
  shards?: { shard: string; found: number }[];
  /** Descriptions of some that are missing, as far as they are known. */
  named: string[];
}

/** At most this many prompts are named. */
const NAMED = 3;

/** What is missing, by reader: grids of which a part is there each, those without any result together. */
export function gapsOf(readers: readonly Reader[], expected?: Expected): Gap[] {
  const byReader = inColumns(readers).map((reader) => ({ reader, grids: gridsOf(reader) }));
  const known = new Map<string, Map<string, string>>();
  for (const { grids } of byReader) {
    for (const [grid, cases] of grids) {
      const named = known.get(grid) ?? new Map();
      for (const { id, shown } of cases) named.set(id, shown.description);
      known.set(grid, named);
    }
  }
  const parts = byReader.flatMap(({ reader, grids }) =>
    [...grids].flatMap(([grid, cases]) => partOf(reader.name, cases, known.get(grid)!)),
  );
  const wanted = groupBy(
    (expected?.grids ?? []).flatMap((grid) =>
      grid.providers.map((provider) => ({ grid, provider })),
    ),
    ({ provider }) => provider,
  );
  const whole = [...wanted].flatMap(([provider, own]): Gap[] => {
    const readersOfIt = byReader.filter(({ reader }) => reader.provider === provider);
    const lost = own
      .map(({ grid }) => grid)
      .filter(({ id }) => readersOfIt.every(({ grids }) => !grids.has(id)));
    if (lost.length === 0) return [];
    return [
      {
        provider: readersOfIt[0]?.reader.name ?? provider,
        grids: lost.length,
        prompts: sum(lost.map(({ size }) => size)),
        found: 0,
        named: lost.flatMap(({ named }) => named.slice(0, 1)).slice(0, NAMED),
      },
    ];
  });
  return [...parts, ...whole].sort((a, b) => byCodeUnits(a.provider, b.provider));
}

/** Models as the columns of promptfoo's table: what others answered in one, as tests may say, is not missing there. */
function inColumns(readers: readonly Reader[]): readonly Reader[] {
  if (readers.every(({ askedAs }) => askedAs === undefined)) return readers;
  const named = readers.map((reader) => {
    const { name, provider, askedAs = provider } = reader;
    return { ...reader, name: askedAs + name.slice(provider.length), provider: askedAs };
  });
  return [...groupBy(named, ({ name }) => name).values()].map((own) => ({
    ...own[0]!,
    cases: new Map(own.flatMap(({ cases }) => [...cases])),
  }));
}

/** A reader's Cases by the grid that they say they are of. */
function gridsOf({ cases }: Reader): Map<string, AskedCase[]> {
  const graded = [...cases.values()].filter(({ shown }) => shown.grid);
  return groupBy(graded, ({ shown }) => shown.grid!.id);
}

function partOf(
  provider: string,
  cases: readonly AskedCase[],
  known: ReadonlyMap<string, string>,
): Gap[] {
  const { size } = cases[0]!.shown.grid!;
  if (cases.length >= size) return [];
  const found = new Set(cases.map(({ id }) => id));
  const shards = groupBy(
    cases.flatMap(({ shown }) => shown.shard ?? []),
    (shard) => shard,
  );
  return [
    {
      provider,
      grids: 1,
      prompts: size,
      found: cases.length,
      ...(shards.size > 0 && {
        shards: [...shards]
          .map(([shard, own]) => ({ shard, found: own.length }))
          .sort((a, b) => byCodeUnits(a.shard, b.shard)),
      }),
      named: [...known]
        .flatMap(([id, description]) => (found.has(id) ? [] : description))
        .sort(byCodeUnits)
        .slice(0, NAMED),
    },
  ];
}

/** How names from outside are written where a text goes. */
type Written = (name: string) => string;

/** A gap as the start of a sentence, without its reader. */
export function gapText(
  { grids, prompts, found, shards, named }: Gap,
  written: Written = (name) => name,
): string {
  const counts = shards?.map((one) => say`${one.shard} there are ${one.found}`) ?? [];
  const parts = clauses([
    ...(counts.length > 0
      ? [say`of shard ${counts.reduce((all, one) => say`${all}, of ${one}`)}`]
      : []),
    ...(named.length > 0 ? [say`for example ${clauses(named.map(written))}`] : []),
  ]);
  const what = gapCount(grids, prompts, found);
  return parts === '' ? what : say`${what} (${parts})`;
}

function gapCount(grids: number, prompts: number, found: number): string {
  if (found > 0) {
    return say`${prompts - found} of the ${prompts} prompts of the grid have no result`;
  }
  return grids === 1
    ? say`1 grid of ${sayCount(prompts, 'prompt')} has no result at all`
    : say`${grids} grids of ${sayCount(prompts, 'prompt')} have no result at all`;
}
