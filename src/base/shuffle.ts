/** Shuffles a list (Fisher and Yates 1938; Durstenfeld 1964). */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}

export function oneOf<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!;
}
