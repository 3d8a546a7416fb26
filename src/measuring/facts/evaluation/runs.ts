/** Sorts results into runs of a grid: parts join one run, repeated prompts begin another. */

import { groupBy } from '../../../base/group-by.js';
import { mean } from '../../../base/numbers.js';
import type { Row } from '../../../contract/row.js';
import { copiedSources, type Separated, withoutCopies } from './copies.js';
import { type Evaluation, evaluationOf, type Origin, settled } from './evaluation.js';
import type { ChosenMeasures } from './measures.js';
import { askedSeveralWays } from './models.js';
import { conflictOf, missingShards } from './shards.js';

export interface Source extends Pick<Origin, 'config' | 'expected' | 'evalId'> {
  name: string;
  rows: Row[];
}

/** Joins all sources into one evaluation. Copies count once. */
export function together(sources: readonly Source[], measures?: ChosenMeasures): Evaluation {
  const parts = withoutCopies(sources);
  return evaluationOf(asSent(rowsOf(parts)), {
    ...originOf(sources),
    measures,
    ...overlapOf(runsOf(parts)),
    copies: parts.flatMap(({ copies }) => copies),
    copied: copiedSources(parts),
  });
}

export type RunPart = Separated<Source>;

interface Run {
  parts: RunPart[];
  /** Copies that complete the run. */
  copies: Row[];
}

/**
 * Answered Cases of models: all of a source, and those that are no copies. For a source without answers, those
 * it failed in: it is a failed run, and completes none.
 */
interface Cells {
  all: ReadonlySet<string>;
  own: ReadonlySet<string>;
}

export function runsOf(parts: readonly RunPart[]): Run[] {
  const runs: { run: Run; cells: Cells[] }[] = [];
  const isOfNone = (fits: (cells: Cells) => boolean) =>
    runs.find(({ cells }) => cells.every((cell) => fits(cell)));
  for (const part of parts.filter(({ rows }) => rows.length > 0)) {
    const cells = cellsOf(part);
    const { run, cells: known } =
      isOfNone((other) => areApart(other.all, cells.own) || areApart(other.own, cells.all)) ??
      runs[runs.push({ run: { parts: [], copies: [] }, cells: [] }) - 1]!;
    run.parts.push(part);
    run.copies.push(...part.copies);
    known.push(cells);
  }
  for (const part of parts.filter(({ rows }) => rows.length === 0)) {
    const cells = cellsOf(part);
    const completed = isOfNone((known) => areApart(known.all, cells.all));
    completed?.run.copies.push(...part.copies);
    completed?.cells.push(cells);
  }
  return runs.map(({ run }) => run);
}

function cellsOf({ source, rows }: RunPart): Cells {
  // With other texts a prompt is the same one in another run.
  const keyOf = ({ provider, prompt, id }: Row) =>
    JSON.stringify([provider, prompt, id.replace(EDITION, '')]);
  const isAnswered = ({ error }: Row) => error === undefined;
  const isTaken = source.rows.some(isAnswered) ? isAnswered : () => true;
  const cells = (some: readonly Row[]) => new Set(some.filter(isTaken).map(keyOf));
  return { all: cells(source.rows), own: cells(rows) };
}

function areApart(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].every((cell) => !others.has(cell));
}

const EDITION = /-[0-9a-z]+$/;

/** Refuses overlapping shards as runs: one lacks a shard that another has. */
export function overlapOf(runs: readonly Run[]): Pick<Origin, 'conflict'> {
  if (runs.length < 2) return {};
  const rows = rowsOf(runs.flatMap(({ parts }) => parts));
  const shards = new Set(rows.map(({ shard }) => shard));
  const lacking = runs
    .flatMap(({ parts, copies }) => missingShards([...rowsOf(parts), ...copies]))
    .find((name) => shards.has(name));
  if (lacking === undefined) return {};
  const overlap =
    `Shards overlap: ${runs[1]!.parts[0]!.source.name} has prompts that were given before, but shard ${lacking} is not ` +
    'there as often. Give the results of each shard once, or take them as they are with `--allow missing`.';
  return { conflict: conflictOf(settled(rows)) ?? overlap };
}

export function rowsOf(parts: readonly RunPart[]): Row[] {
  return parts.length === 1 ? parts[0]!.rows : parts.flatMap(({ rows }) => rows);
}

export function originOf(sources: readonly Source[]): Origin {
  const { config } = sources.find((source) => source.config !== undefined) ?? {};
  const expected = sources.flatMap((source) => source.expected ?? []);
  const unknown = expected.find((each) => 'unchecked' in each);
  const grids = expected.flatMap((each) => ('unchecked' in each ? [] : each.grids));
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

const IS_LENGTH = /^(?:up to|about) \d+ tokens$/;

/**
 * Gives rows the length of what was sent. Prompts built to one length for one model and template share the
 * mean, also those whose calls failed.
 */
export function asSent(rows: readonly Row[]): Row[] {
  if (rows.every(({ sent }) => sent === undefined)) return [...rows];
  const alike = groupBy(rows, ({ provider, prompt, tokens, size }) =>
    JSON.stringify([provider, prompt, size ?? tokens]),
  );
  const lengths = new Map(
    [...alike.values()].flatMap((alikeRows) => {
      const sent = new Map(
        alikeRows.flatMap((row) => (row.sent ? [[row.id, row.sent] as const] : [])),
      );
      if (sent.size === 0) return [];
      const length = Math.round(mean([...sent.values()]));
      return alikeRows.map((row) => [row, length] as const);
    }),
  );
  return rows.map((row) => {
    const length = lengths.get(row);
    if (length === undefined) return row;
    const { size, ...others } = row;
    const kept = size !== undefined && !IS_LENGTH.test(size) && { size };
    return { ...others, ...kept, tokens: length, built: row.tokens };
  });
}

/**
 * Splits sources, in order, into runs. A source joins the first run without an answer to any of its Cases, as
 * shards and retries do, else begins a run. A mere copy is none. Models have one name in all runs.
 *
 * @param isHistory - whether sources that only ask the same cells again are runs of their own, since one run
 * alone would say nothing
 */
export function inRuns(
  sources: readonly Source[],
  measures?: ChosenMeasures,
  { isHistory = false } = {},
): Evaluation[] {
  const parts = withoutCopies(sources);
  const found = runsOf(parts);
  const runs =
    isHistory && found.length === 1 && areRemade(parts)
      ? parts.map((part) => ({ parts: [part], copies: part.copies }))
      : found;
  const more = { measures, ...overlapOf(runs), copied: copiedSources(parts) };
  const severalWays = askedSeveralWays(sources.flatMap(({ rows }) => rows));
  return runs.map((run) => {
    const origin = originOf(run.parts.map(({ source }) => source));
    return evaluationOf(
      asSent(rowsOf(run.parts)),
      { ...origin, ...more, copies: run.copies },
      severalWays,
    );
  });
}

const DIGESTS = /\.[0-9a-f]+-[0-9a-z]+$/;

/**
 * Tells whether sources ask for the same cells with different prompts, as after a change of tokenizer or
 * haystack. Parts of one run may look so too, so this is only a last resort.
 */
function areRemade(parts: readonly RunPart[]): boolean {
  if (parts.some(({ rows }) => rows.some(({ shard }) => shard !== undefined))) return false;
  const [ids, cells] = [new Set<string>(), new Set<string>()];
  let isSameCell = false;
  for (const { source } of parts) {
    const ownIds = [...new Set(source.rows.map(({ id }) => id))];
    const ownCells = new Set(ownIds.map((id) => id.replace(DIGESTS, '')));
    if (ownIds.some((id) => ids.has(id))) return false;
    isSameCell ||= [...ownCells].some((cell) => cells.has(cell));
    for (const id of ownIds) ids.add(id);
    for (const cell of ownCells) cells.add(cell);
  }
  return isSameCell;
}
