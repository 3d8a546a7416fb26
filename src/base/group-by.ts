/** Groups items by a key, in the order of keys and items. */
export function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const found = key(item);
    const group = groups.get(found) ?? [];
    if (group.push(item) === 1) groups.set(found, group);
  }
  return groups;
}
