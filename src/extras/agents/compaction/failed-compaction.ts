/** A compaction that failed: neither a mistake of the config's nor anything that a model did. */
export class FailedCompaction extends Error {
  /**
   * @param kind - as reports count it: `exit 3`, `no answer in 60 s`
   * @param detail - what the program, the server or the function says of it
   */
  constructor(kind: string, detail = '') {
    super(detail === '' ? kind : `${kind}: ${detail}`);
  }
}
