/** A data set of raw examples. */
export interface ExampleSource {
  /** How many examples there are. */
  count: number;
  /** An example that was loaded before. */
  example(index: number): unknown;
  /** Fetch an example, where that cannot be done at once. */
  load(index: number): Promise<void>;
  /** Fields of all examples, in order. */
  fields(names: readonly string[]): AsyncIterable<unknown>;
}
