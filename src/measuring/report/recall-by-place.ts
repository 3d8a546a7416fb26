import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import type { CellRow } from '../facts/tables/tables.js';

/**
 * Mean recall from the start of the context to its end.
 *
 * @param cells - of one reader
 * @param places - how many places there are
 * @param most - of many places, several together make one of at most this many parts
 * @returns for each part; nothing where it has no mark
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
