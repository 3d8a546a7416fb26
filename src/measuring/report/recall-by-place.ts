import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import type { CellRow } from '../facts/tables/tables.js';

/**
 * Averages recall from the start of a prompt to its end.
 * @param cells - of one model
 * @param places - number of places
 * @param most - groups places into at most this many parts
 * @returns undefined for a part without a fact
 */
export function recallByPlace(
  cells: readonly CellRow[],
  places: number,
  most: number,
): (number | undefined)[] {
  const parts = Math.min(most, places);
  const byPart = groupBy(cells, ({ place }) => Math.floor(((place - 1) * parts) / places));
  return Array.from({ length: parts }, (_, part) => {
    const own = byPart.get(part);
    return own && sum(own.map((c) => c.recall * c.marks)) / sum(own.map((c) => c.marks));
  });
}
