/** Replaces `Math.max(...list)`, which passes every item as an argument: a process has room for some 100,000. */

export function largest(values: Iterable<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > most) most = value;
  return most;
}

export function smallest(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < least) least = value;
  return least;
}

export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
