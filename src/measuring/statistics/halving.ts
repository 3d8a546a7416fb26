/** Searches by halving a range. */

/**
 * Finds where a condition ends that holds near one end of a range, by halving it.
 * @param near - holds from here, or nowhere
 * @returns a value at which it no longer holds, or `far`
 */
export function whereEnds(
  near: number,
  far: number,
  holds: (value: number) => boolean,
  steps = 24,
): number {
  let [inside, outside] = [near, far];
  for (let i = 0; i < steps; i++) {
    const middle = (inside + outside) / 2;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
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
