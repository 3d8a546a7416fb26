/**
 * Whether results are of whole grids. A grid is all that one entry of `tests` makes; each of its tests
 * says how large it is and which one. Which grids and readers there should be, the config says.
 */
import { groupBy } from '../../../base/group-by.js';
import { kept } from '../../../base/kept.js';
import { sum } from '../../../base/numbers.js';
import { clauses, say, sayCount } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { Row } from '../../../contract/row.js';
import type { Reader } from './readers.js';

/** A grid that there should be results of. */
export interface ExpectedGrid {
  /** Digest of all ids of the grid. */
  id: string;
  /** How many prompts it has. */
  size: number;
  /** The Cases in it, where that is known. */
  ids?: readonly string[];
  /** Descriptions of its prompts, or of the first few. */
  named: readonly string[];
  /** Providers that are asked it, by label or id. */
  providers: readonly string[];
}

/** What an evaluation asks. */
export interface Expected {
  grids: readonly ExpectedGrid[];
}

/** Why it is not known what an evaluation asks. */
export interface Unchecked {
  /** `source`: results do not say their config; `config`: it cannot be expanded here; `prompts`: it makes other prompts here. */
  unchecked: 'source' | 'config' | 'prompts';
  /** Why it cannot be expanded. */
  error?: string;
}

/** How results come to be missing, and what completes the evaluation. */
export interface WhyMissing {
  /** What promptfoo calls the evaluation, or `EVAL_ID`. */
  evalId: string;
  complete: 'evaluate again' | 'resume' | 'resume and retry';
  /** The HTTP status at which promptfoo asked nobody any more. */
  status?: string;
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

/** Which Cases a grid has, as far as that is known, with their descriptions as far as these are. */
type Members = ReadonlyMap<string, string | undefined>;

/**
 * What is missing, by reader: grids of which a part is there each, those without any result together. A Case counts
 * in every grid that has it, whichever of them it was sent for.
 *
 * @param rows - all that there are, also errors that were overcome: they say which grids have which Cases
 */
export function gapsOf(
  readers: readonly Reader[],
  rows: readonly Pick<Row, 'id' | 'grid' | 'description'>[],
  expected?: Expected,
): Gap[] {
  const members = membersOf(rows);
  const known = (grid: string): Members => members.get(grid) ?? new Map();
  const byReader = inColumns(readers).map((reader) => ({ reader, grids: gridsOf(reader) }));
  const parts = byReader.flatMap(({ reader, grids }) =>
    [...grids].flatMap(([grid, size]) => partOf(reader, size, known(grid))),
  );
  const wanted = groupBy(
    (expected?.grids ?? []).flatMap((grid) =>
      grid.providers.map((provider) => ({ grid, provider })),
    ),
    ({ provider }) => provider,
  );
  const whole = [...wanted].flatMap(([provider, own]): Gap[] => {
    const readersOfIt = byReader.filter(({ reader }) => reader.provider === provider);
    const unsent = own
      .map(({ grid }) => grid)
      .filter(({ id }) => readersOfIt.every(({ grids }) => !grids.has(id)));
    const begun = unsent.map((grid) => ({
      grid,
      gaps: elsewhere(grid, readersOfIt, known(grid.id)),
    }));
    const lost = begun.flatMap(({ grid, gaps }) => (gaps ? [] : grid));
    const some = begun.flatMap(({ gaps }) => gaps ?? []);
    if (lost.length === 0) return some;
    return [
      ...some,
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

function membersOf(rows: readonly Pick<Row, 'id' | 'grid' | 'description'>[]) {
  const members = new Map<string, Map<string, string>>();
  for (const { id, grid, description } of rows) {
    if (grid) kept(members, grid.id, () => new Map<string, string>()).set(id, description);
  }
  return members;
}

/** The grids that a reader was sent prompts of, by id, and how large they are. */
function gridsOf({ cases }: Reader): Map<string, number> {
  const calls = [...cases.values()].flatMap((asked) => asked.calls);
  return new Map(calls.flatMap(({ grid }) => (grid ? [[grid.id, grid.size] as const] : [])));
}

/**
 * What is missing of a grid of which readers were sent nothing, but of whose Cases they have some by another grid.
 *
 * @returns nothing where they have none of them
 */
function elsewhere(
  { size, ids = [] }: ExpectedGrid,
  readers: readonly { reader: Reader }[],
  known: Members,
): Gap[] | undefined {
  const members = new Map([...ids.map((id) => [id, undefined] as const), ...known]);
  const found = readers.map(({ reader }) => partOf(reader, size, members));
  if (found.some((gaps) => gaps.length === 0)) return [];
  const [most] = found.flat().sort((a, b) => b.found - a.found);
  return most && most.found > 0 ? [most] : undefined;
}

function partOf({ name, cases }: Reader, size: number, members: Members): Gap[] {
  // A Case that is followed by several measures is one prompt.
  const found = new Map(
    [...cases.values()].flatMap(({ shown }) => (members.has(shown.id) ? [[shown.id, shown]] : [])),
  );
  if (found.size >= size) return [];
  const shards = groupBy(
    [...found.values()].flatMap(({ shard }) => shard ?? []),
    (shard) => shard,
  );
  return [
    {
      provider: name,
      grids: 1,
      prompts: size,
      found: found.size,
      ...(shards.size > 0 && {
        shards: [...shards]
          .map(([shard, own]) => ({ shard, found: own.length }))
          .sort((a, b) => byCodeUnits(a.shard, b.shard)),
      }),
      named: [...members]
        .flatMap(([id, description]) => (found.has(id) ? [] : (description ?? [])))
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
