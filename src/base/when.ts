/** Items for a list that is written out: all of them if a condition holds, else none. */
export function when<T>(condition: boolean, ...items: readonly T[]): readonly T[] {
  return condition ? items : [];
}
