/** Which results are one run of a grid: parts of it together, and the same prompts again apart. */
import type { Row } from '../results/rows.js';
import { type Evaluation, evaluationOf, type Origin, settled } from './evaluation.js';
import type { ChosenMeasures } from './measures.js';
import { askedSeveralWays } from './readers.js';
import { conflictOf, missingShards } from './shards.js';

/** The rows of one file, of one evaluation in promptfoo's database, or of a search. */
export interface Source extends Pick<Origin, 'config' | 'expected' | 'evalId'> {
  name: string;
  rows: Row[];
}

/** @param measures - which are followed; else what the tests say */
export function together(sources: readonly Source[], measures?: ChosenMeasures): Evaluation {
  const conflict = overlapOf(runsOf(sources));
  return evaluationOf(rowsOf(sources), { ...originOf(sources), measures, ...conflict });
}

/**
 * Sources in the order they are given, as runs: a source belongs to the first run that has none of its
 * Cases of the same reader yet, as shards of one grid do, and otherwise is a run of its own. A reader has
 * one name in all of them.
 */
export function inRuns(sources: readonly Source[], measures?: ChosenMeasures): Evaluation[] {
  const runs = runsOf(sources);
  const conflict = overlapOf(runs);
  const severalWays = new Set(runs.flatMap((run) => [...askedSeveralWays(rowsOf(run))]));
  return runs.map((run) =>
    evaluationOf(rowsOf(run), { ...originOf(run), measures, ...conflict }, severalWays),
  );
}

function runsOf(sources: readonly Source[]): Source[][] {
  if (sources.length < 2) return [[...sources]];
  const runs: { sources: Source[]; cells: Set<string> }[] = [];
  for (const source of sources) {
    const cells = new Set(
      source.rows.map(({ provider, prompt, id }) => JSON.stringify([provider, prompt, id])),
    );
    const open = runs.find((run) => ![...cells].some((cell) => run.cells.has(cell)));
    const run = open ?? { sources: [], cells: new Set() };
    if (!open) runs.push(run);
    run.sources.push(source);
    for (const cell of cells) run.cells.add(cell);
  }
  return runs.map((run) => run.sources);
}

/** Shards that overlap are no runs: one lacks a shard that another has. */
function overlapOf(runs: readonly (readonly Source[])[]): Pick<Origin, 'conflict'> {
  if (runs.length < 2) return {};
  const rows = rowsOf(runs.flat());
  const shards = new Set(rows.map(({ shard }) => shard));
  const lacking = runs.flatMap((run) => missingShards(rowsOf(run))).find((one) => shards.has(one));
  if (lacking === undefined) return {};
  const overlap =
    `Shards overlap: ${runs[1]![0]!.name} has prompts that were given before, but shard ${lacking} is not ` +
    'there as often. Give the results of each shard once, or take them as they are with `--allow-missing`.';
  return { conflict: conflictOf(settled(rows)) ?? overlap };
}

function rowsOf(sources: readonly Source[]): Row[] {
  const [first] = sources;
  return sources.length === 1 ? first!.rows : sources.flatMap(({ rows }) => rows);
}

function originOf(sources: readonly Source[]): Origin {
  const { config } = sources.find((source) => source.config !== undefined) ?? {};
  const expected = sources.flatMap((source) => source.expected ?? []);
  const unknown = expected.find((one) => typeof one === 'string');
  const grids = expected.flatMap((one) => (typeof one === 'string' ? [] : one.grids));
  const byId = new Map(grids.map((grid) => [grid.id, grid]));
  const evalIds = sources.flatMap(({ evalId }) => evalId ?? []);
  return {
    sources: sources.map(({ name }) => name),
    ...(config !== undefined && { config }),
    ...(unknown !== undefined
      ? { expected: unknown }
      : byId.size > 0 && { expected: { grids: [...byId.values()] } }),
    ...(evalIds.length === 1 && { evalId: evalIds[0]! }),
  };
}
