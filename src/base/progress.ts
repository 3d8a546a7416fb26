const PATIENCE_MS = 1000;

/** Runs a step. After a second, reports on standard error what it does, such as `Drawing the report`. */
export async function withProgress<T>(what: string, step: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`${what} …\n`), PATIENCE_MS);
  try {
    return await step();
  } finally {
    clearTimeout(timer);
  }
}
