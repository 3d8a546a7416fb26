/** A memory for the values that were used last. */
export class Latest<Value> {
  private readonly values = new Map<string, Value>();

  /** @param most - how many values are kept */
  constructor(private readonly most: number) {}

  /** The value of a key, if it is still there; it counts as used. */
  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** Keep a value, and forget the one that was not used for longest if there are too many. */
  set(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }
}

/** The value of a key in a map or memory; made and kept where there is none. */
export function kept<Key, Value>(
  memory: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}

/** A function that makes its value at first use. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
