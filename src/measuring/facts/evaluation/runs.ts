/** Which results are one run of a grid: parts of it together, and the same prompts again apart. */
import type { Row } from '../../../contract/row.js';
import { copiedSources, type Separated, withoutCopies } from './copies.js';
import { type Evaluation, evaluationOf, type Origin, settled } from './evaluation.js';
import type { ChosenMeasures } from './measures.js';
import { askedSeveralWays } from './readers.js';
import { asSent } from './sent-lengths.js';
import { conflictOf, missingShards } from './shards.js';

/** The rows of one file, of one evaluation in promptfoo's database, or of a search. */
export interface Source extends Pick<Origin, 'config' | 'expected' | 'evalId'> {
  name: string;
  rows: Row[];
}

/**
 * All sources as one evaluation. Copies count once.
 *
 * @param measures - which are followed; else what the tests say
 */
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

/**
 * Sources in the order they are given, as runs: a source belongs to the first run that has no answer yet to
 * any Case that the same reader answers in it, as shards of one grid do and what asks failed calls again, and
 * otherwise is a run of its own. A source that only repeats others is none. A reader has one name in all of them.
 *
 * @param isHistory - whether one run alone would say nothing: what asks the same cells anew is then a run of its own
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

type Part = Separated<Source>;

interface Run {
  parts: Part[];
  /** What is there of the run as copies of others. */
  copies: Row[];
}

/**
 * Cases of readers: all that a source has an answer to, and those that it has one to which is no copy. Of a source
 * without any answer, those that it failed in: it is a run that failed, and completes none.
 */
interface Cells {
  all: ReadonlySet<string>;
  own: ReadonlySet<string>;
}

function runsOf(parts: readonly Part[]): Run[] {
  const runs: { run: Run; cells: Cells[] }[] = [];
  const isOfNone = (fits: (one: Cells) => boolean) =>
    runs.find(({ cells }) => cells.every((one) => fits(one)));
  for (const part of parts.filter(({ rows }) => rows.length > 0)) {
    const cells = cellsOf(part);
    const { run, cells: known } =
      isOfNone((one) => areApart(one.all, cells.own) || areApart(one.own, cells.all)) ??
      runs[runs.push({ run: { parts: [], copies: [] }, cells: [] }) - 1]!;
    run.parts.push(part);
    run.copies.push(...part.copies);
    known.push(cells);
  }
  for (const part of parts.filter(({ rows }) => rows.length === 0)) {
    const cells = cellsOf(part);
    const completed = isOfNone((one) => areApart(one.all, cells.all));
    completed?.run.copies.push(...part.copies);
    completed?.cells.push(cells);
  }
  return runs.map(({ run }) => run);
}

function cellsOf({ source, rows }: Part): Cells {
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

/** The end of a Case's id: of which texts its prompt is made. */
const EDITION = /-[0-9a-z]+$/;

/** The end of a Case's id behind the cell of its grid: the digest of its options, and its edition. */
const DIGESTS = /\.[0-9a-f]+-[0-9a-z]+$/;

/**
 * Whether sources ask for the same cells of a grid with prompts of which none is the same, as they do once the tokenizer
 * or the haystack is another one. Parts of one run may look so too, so this is asked only where nothing else could be
 * compared.
 */
function areRemade(parts: readonly Part[]): boolean {
  if (parts.some(({ rows }) => rows.some(({ shard }) => shard !== undefined))) return false;
  const [ids, cells] = [new Set<string>(), new Set<string>()];
  let isSameCell = false;
  for (const { source } of parts) {
    const own = [...new Set(source.rows.map(({ id }) => id))];
    const ownCells = new Set(own.map((id) => id.replace(DIGESTS, '')));
    if (own.some((id) => ids.has(id))) return false;
    isSameCell ||= [...ownCells].some((cell) => cells.has(cell));
    for (const id of own) ids.add(id);
    for (const cell of ownCells) cells.add(cell);
  }
  return isSameCell;
}

/** Shards that overlap are no runs: one lacks a shard that another has. */
function overlapOf(runs: readonly Run[]): Pick<Origin, 'conflict'> {
  if (runs.length < 2) return {};
  const rows = rowsOf(runs.flatMap(({ parts }) => parts));
  const shards = new Set(rows.map(({ shard }) => shard));
  const lacking = runs
    .flatMap(({ parts, copies }) => missingShards([...rowsOf(parts), ...copies]))
    .find((one) => shards.has(one));
  if (lacking === undefined) return {};
  const overlap =
    `Shards overlap: ${runs[1]!.parts[0]!.source.name} has prompts that were given before, but shard ${lacking} is not ` +
    'there as often. Give the results of each shard once, or take them as they are with `--allow missing`.';
  return { conflict: conflictOf(settled(rows)) ?? overlap };
}

function rowsOf(parts: readonly Part[]): Row[] {
  return parts.length === 1 ? parts[0]!.rows : parts.flatMap(({ rows }) => rows);
}

function originOf(sources: readonly Source[]): Origin {
  const { config } = sources.find((source) => source.config !== undefined) ?? {};
  const expected = sources.flatMap((source) => source.expected ?? []);
  const unknown = expected.find((one) => 'unchecked' in one);
  const grids = expected.flatMap((one) => ('unchecked' in one ? [] : one.grids));
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
