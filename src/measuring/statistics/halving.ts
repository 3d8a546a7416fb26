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
