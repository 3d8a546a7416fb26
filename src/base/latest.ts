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
