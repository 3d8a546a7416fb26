/** Finds how many questions detect a drop. */
import { type ClusterDesign, clusterPower, type KnownUnit } from './cluster-power.js';

const MOST_UNITS = 1000;

/**
 * Finds the smallest number of questions with which a drop is found. Nothing if a thousand do not find it.
 *
 * @param kinds - questions to imagine more of, in turn
 */
export function unitsNeeded(
  kinds: readonly KnownUnit[],
  design: ClusterDesign,
  wanted: number,
): number | undefined {
  if (kinds.length === 0 || design.drop <= design.maxDrop) return undefined;
  const enough = (count: number) => {
    const units = Array.from({ length: count }, (_, i) => kinds[i % kinds.length]!);
    return clusterPower(units, design).probability >= wanted;
  };
  let [low, high] = [0, 8];
  while (!enough(high)) {
    if (high === MOST_UNITS) return undefined;
    low = high;
    high = Math.min(MOST_UNITS, 2 * high);
  }
  // An estimate is no closer than a tenth.
  while (high - low > Math.max(1, high / 10)) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
