/** Makes what an entry of `tests` asks without its tests, to tell whether results are complete. */
import { BENCHMARKS, benchmarkOfGenerator } from '../benchmarks/registry.js';
import type { MadeGrid } from '../contract/asking-half.js';
import { caseId } from '../contract/case-identity.js';
import { batteryGrids } from './battery.js';
import { gridOf, wholeGrid } from './generate.js';

export function isGenerator(name: string): boolean {
  return name === 'battery' || BENCHMARKS.some(({ generator }) => generator === name);
}

const NAMED = 3;

/**
 * Makes the grid of a generator's config again.
 *
 * @throws {UserError} as the generator does
 */
export async function gridsOf(generator: string, given: unknown): Promise<MadeGrid> {
  const grids =
    generator === 'battery'
      ? await batteryGrids(given)
      : [await gridOf(benchmarkOfGenerator(generator), given)];
  const ids = grids.flatMap(({ cases }) => cases.map(caseId));
  const { grid, gridSize } = wholeGrid(ids);
  const named = grids.flatMap(({ benchmark, cases }) =>
    cases.slice(0, NAMED).map((theCase) => benchmark.describe(theCase)),
  );
  return { id: grid, size: gridSize, ids, named: named.slice(0, NAMED) };
}
