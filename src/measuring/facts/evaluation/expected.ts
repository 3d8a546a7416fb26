/** Expands an evaluation's config again, to know which grids and models there should be. */

import { groupBy } from '../../../base/group-by.js';
import { matchesName } from '../../../base/text/wildcard.js';
import type { AskingHalf, AskingSide } from '../../../contract/asking-half.js';
import type { TestCase } from '../../../contract/promptfoo.js';
import type { Row } from '../../../contract/row.js';
import type { ResultColumn } from '../../results/columns.js';
import type { Expected, ExpectedGrid, Unchecked } from './gaps.js';

const NAMED = 3;

/** Lists what the known tests of an evaluation send. */
export function expectedOfTests(
  tests: readonly TestCase[],
  columns: readonly ResultColumn[],
): Expected {
  const ours = tests.filter(({ metadata }) => typeof metadata?.grid === 'string');
  const grids = [...groupBy(ours, ({ metadata }) => metadata!.grid as string)];
  return {
    grids: grids.map(([id, ofGrid]) => ({
      id,
      size: Number(ofGrid[0]!.metadata!.gridSize),
      ids: ofGrid.flatMap(({ metadata }) => (typeof metadata?.id === 'string' ? metadata.id : [])),
      named: ofGrid.slice(0, NAMED).flatMap(({ description }) => description ?? []),
      providers: askedBy(columns, ofGrid[0]!.prompts),
    })),
  };
}

/**
 * Lists what the config of an evaluation sends. Grids are made again only if some have no result.
 *
 * @param rows - what there are results of
 * @param asking - loads what makes grids again
 * @returns why it is unknown, or nothing if no row reports its grid
 */
export async function expectedOfConfig(
  config: unknown,
  columns: readonly ResultColumn[],
  rows: readonly Row[],
  asking: AskingHalf,
): Promise<Expected | Unchecked | undefined> {
  const { tests } = (config ?? {}) as { tests?: unknown };
  const called = (Array.isArray(tests) ? tests : []).filter(isCall);
  const found = foundGrids(rows, columns);
  if (found.length === 0) return undefined;
  if (called.length === 0 || columns.length === 0) {
    return { unchecked: 'source' };
  }
  if (found.length >= called.length) return { grids: found };
  const side = await asking();
  const entries = called.flatMap((entry) => ourEntry(entry, side));
  const made: ExpectedGrid[] = [];
  try {
    for (const { generator, config: options } of entries) {
      const grid = await side.gridsOf(generator, options);
      made.push({ ...grid, providers: askedBy(columns, promptsOf(options)) });
    }
  } catch (error) {
    return { unchecked: 'config', error: (error as Error).message };
  }
  // Grids of a foreign generator are known only by their results.
  const isOurs = entries.length === called.length;
  if (isOurs && found.some(({ id }) => made.every((grid) => grid.id !== id))) {
    return { unchecked: 'prompts' };
  }
  const known = new Map([...made, ...found].map((grid) => [grid.id, grid]));
  return { grids: [...known.values()] };
}

/** Tells whether an entry of `tests` calls a generator by name. */
function isCall(entry: unknown): boolean {
  const { path } = (entry ?? {}) as { path?: unknown };
  return typeof path === 'string' && /\.\w+:\w+$/.test(path);
}

/** Returns our generator that an entry of `tests` calls. */
function ourEntry(
  entry: unknown,
  { isGenerator }: AskingSide,
): { generator: string; config: unknown }[] {
  const { path, config } = (entry ?? {}) as { path?: unknown; config?: unknown };
  const generator = typeof path === 'string' ? path.slice(path.lastIndexOf(':') + 1) : '';
  return isGenerator(generator) ? [{ generator, config }] : [];
}

/** Lists the grids with results, for all providers with a prompt that they were sent with. */
function foundGrids(rows: readonly Row[], columns: readonly ResultColumn[]): ExpectedGrid[] {
  const byGrid = groupBy(
    rows.filter(({ grid }) => grid),
    ({ grid }) => grid!.id,
  );
  return [...byGrid].map(([id, ofGrid]) => {
    const prompts = new Set(ofGrid.map(({ prompt }) => prompt));
    return {
      id,
      size: ofGrid[0]!.grid!.size,
      named: ofGrid.slice(0, NAMED).map(({ description }) => description),
      providers: askedBy(columns, [...prompts]),
    };
  });
}

function promptsOf(options: unknown): string[] | undefined {
  const { prompts } = (options ?? {}) as { prompts?: unknown };
  if (prompts === undefined) return undefined;
  return [prompts].flat().filter((name) => typeof name === 'string');
}

/** Lists the providers with one of some prompts, or with any. */
function askedBy(columns: readonly ResultColumn[], prompts?: readonly string[]): string[] {
  const asked = columns.filter(
    ({ prompt }) => prompts?.some((name) => matchesName(name, prompt)) ?? true,
  );
  return [...new Set(asked.map(({ provider }) => provider))];
}
