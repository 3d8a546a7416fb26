/** A step that takes longer than this says what it does. */
const PATIENCE_MS = 1000;

/**
 * Run a step; when it takes more than a second, say on standard error what is being done.
 *
 * @param what - for example `Drawing the report`
 */
export async function withProgress<T>(what: string, step: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`${what} …\n`), PATIENCE_MS);
  try {
    return await step();
  } finally {
    clearTimeout(timer);
  }
}
