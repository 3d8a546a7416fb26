/** What estimates of power have in common. */

export interface PowerEstimate {
  /** Share of imagined evaluations in which the gate fails. */
  probability: number;
  /** How many were imagined. */
  evaluations: number;
}

/**
 * Finds the smallest number that is enough, by doubling and halving. Undefined if the largest is not.
 * @param apart - share of a number that it may be off by
 */
export function fewestOf(
  isEnough: (count: number) => boolean,
  { from = 1, most, apart = 0 }: { from?: number; most: number; apart?: number },
): number | undefined {
  let [low, high] = [0, from];
  while (!isEnough(high)) {
    if (high === most) return undefined;
    low = high;
    high = Math.min(most, 2 * high);
  }
  while (high - low > Math.max(1, apart * high)) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
