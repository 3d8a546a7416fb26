import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Use an empty folder in the temp folder of the system, which goes in the end, after Ctrl-C too. */
export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Listeners of the event `exit` run then, and not where a signal ends the process.
  const end = () => process.exit(130);
  process.once('exit', remove);
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await use(folder);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    process.off('exit', remove);
    remove();
  }
}
