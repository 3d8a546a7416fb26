/**
 * Checks whether results are of full grids. A grid is all that one entry of `tests` makes. Each of its tests
 * says which grid it is of, and how large that is.
 */
import { groupBy } from '../../../base/group-by.js';
import { kept } from '../../../base/kept.js';
import { sum } from '../../../base/numbers.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { Row } from '../../../contract/row.js';
import type { Model } from './models.js';

export interface ExpectedGrid {
  id: string;
  size: number;
  ids?: readonly string[];
  /** Descriptions of its prompts, or of the first few. */
  named: readonly string[];
  /** Providers that are asked it, by label or id. */
  providers: readonly string[];
}

export interface Expected {
  grids: readonly ExpectedGrid[];
}

/** Why it is not known what an evaluation asks. */
export interface Unchecked {
  /**
   * `source`: results don't name their config. `config`: it can't be expanded here. `prompts`: it makes other
   * prompts here.
   */
  unchecked: 'source' | 'config' | 'prompts';
  /** Why it cannot be expanded. */
  error?: string;
}

/** Why results are missing, and what completes the evaluation. */
export interface WhyMissing {
  /** promptfoo's id of the evaluation, or `EVAL_ID`. */
  evalId: string;
  complete: 'evaluate again' | 'resume' | 'resume and retry';
  /** HTTP status at which promptfoo stopped. */
  status?: string;
}

/** What one model has no result of, neither an answer nor an error. */
export interface Gap {
  /** The model's name. */
  provider: string;
  /** Of how many grids, and how many prompts these have together. */
  grids: number;
  prompts: number;
  /** Prompts with a result. */
  found: number;
  /** How many of each shard there are, where a grid was evaluated in shards. */
  shards?: { shard: string; found: number }[];
  /** Descriptions of some that are missing, as far as they are known. */
  named: string[];
}

const NAMED = 3;

/** Cases of a grid with their descriptions, as far as known. */
type Members = ReadonlyMap<string, string | undefined>;

/**
 * Lists what is missing by model: each grid that is there in part, and those without any result together. A
 * Case counts in every grid that has it.
 *
 * @param rows - all there are, also errors that were overcome, since they say which grids have which Cases
 */
export function gapsOf(
  models: readonly Model[],
  rows: readonly Pick<Row, 'id' | 'grid' | 'description'>[],
  expected?: Expected,
): Gap[] {
  const members = membersOf(rows);
  const known = (grid: string): Members => members.get(grid) ?? new Map();
  const byModel = inColumns(models).map((model) => ({ model, grids: gridsOf(model) }));
  const parts = byModel.flatMap(({ model, grids }) =>
    [...grids].flatMap(([grid, size]) => partOf(model, size, known(grid))),
  );
  const wanted = groupBy(
    (expected?.grids ?? []).flatMap((grid) =>
      grid.providers.map((provider) => ({ grid, provider })),
    ),
    ({ provider }) => provider,
  );
  const whole = [...wanted].flatMap(([provider, asked]): Gap[] => {
    const modelsOfIt = byModel.filter(({ model }) => model.provider === provider);
    const unsent = asked
      .map(({ grid }) => grid)
      .filter(({ id }) => modelsOfIt.every(({ grids }) => !grids.has(id)));
    const begun = unsent.map((grid) => ({
      grid,
      gaps: elsewhere(grid, modelsOfIt, known(grid.id)),
    }));
    const lost = begun.flatMap(({ grid, gaps }) => (gaps ? [] : grid));
    const some = begun.flatMap(({ gaps }) => gaps ?? []);
    if (lost.length === 0) return some;
    return [
      ...some,
      {
        provider: modelsOfIt[0]?.model.name ?? provider,
        grids: lost.length,
        prompts: sum(lost.map(({ size }) => size)),
        found: 0,
        named: lost.flatMap(({ named }) => named.slice(0, 1)).slice(0, NAMED),
      },
    ];
  });
  return [...parts, ...whole].sort((a, b) => byCodeUnits(a.provider, b.provider));
}

/** Groups models by promptfoo's columns: what others answered in one, as tests may say, is not missing there. */
function inColumns(models: readonly Model[]): readonly Model[] {
  if (models.every(({ askedAs }) => askedAs === undefined)) return models;
  const named = models.map((model) => {
    const { name, provider, askedAs = provider } = model;
    return { ...model, name: askedAs + name.slice(provider.length), provider: askedAs };
  });
  return [...groupBy(named, ({ name }) => name).values()].map((alike) => ({
    ...alike[0]!,
    cases: new Map(alike.flatMap(({ cases }) => [...cases])),
  }));
}

function membersOf(rows: readonly Pick<Row, 'id' | 'grid' | 'description'>[]) {
  const members = new Map<string, Map<string, string>>();
  for (const { id, grid, description } of rows) {
    if (grid) kept(members, grid.id, () => new Map<string, string>()).set(id, description);
  }
  return members;
}

/** Lists the grids that a model has prompts of, with their sizes. */
function gridsOf({ cases }: Model): Map<string, number> {
  const calls = [...cases.values()].flatMap((asked) => asked.calls);
  return new Map(calls.flatMap(({ grid }) => (grid ? [[grid.id, grid.size]] : [])));
}

/**
 * Lists what is missing of a grid nothing was sent for, if models have some of its Cases from other grids.
 *
 * @returns nothing if they have none of them
 */
function elsewhere(
  { size, ids = [] }: ExpectedGrid,
  models: readonly { model: Model }[],
  known: Members,
): Gap[] | undefined {
  const members = new Map([...ids.map((id) => [id, undefined] as const), ...known]);
  const found = models.map(({ model }) => partOf(model, size, members));
  if (found.some((gaps) => gaps.length === 0)) return [];
  const [most] = found.flat().sort((a, b) => b.found - a.found);
  return most && most.found > 0 ? [most] : undefined;
}

function partOf({ name, cases }: Model, size: number, members: Members): Gap[] {
  // A Case with several measures is one prompt.
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
          .map(([shard, ofShard]) => ({ shard, found: ofShard.length }))
          .sort((a, b) => byCodeUnits(a.shard, b.shard)),
      }),
      named: [...members]
        .flatMap(([id, description]) => (found.has(id) ? [] : (description ?? [])))
        .sort(byCodeUnits)
        .slice(0, NAMED),
    },
  ];
}
