const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does something and cleans up in the end: after an error, and where a signal such as Ctrl-C ends the process, too. */
export async function cleaningUp<T>(cleanUp: () => void, use: () => Promise<T>): Promise<T> {
  // Listeners of the event `exit` run then, and not where a signal ends the process.
  const end = () => process.exit(130);
  process.once('exit', cleanUp);
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await use();
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    process.off('exit', cleanUp);
    cleanUp();
  }
}
